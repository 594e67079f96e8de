use senet::{agent::*, arena::*, rules::Rules, ruleset::load_builtin};
fn main() {
    for id in ["anubis-5", "nile-5-six", "ankh-7", "standard-5", "bell-10"] {
        let rs = load_builtin(id, &[], &[]).unwrap();
        let rules = Rules::new(&rs.mechanics);
        let caster = Caster::new(&rs.mechanics.throws);
        let s = Seating {
            rules: &rules,
            caster: &caster,
            seeds: Seeds::new(1, 2),
            agents: [&Random, &Random],
            max_plies: 100000,
        };
        let t = std::time::Instant::now();
        let r = play_batch(&s, 0..20000, &mut Unobserved);
        let e = t.elapsed().as_secs_f64();
        let p: u64 = r.iter().map(|r| r.plies as u64).sum();
        let t = std::time::Instant::now();
        let mut m = Meter::new(&rules);
        let r = play_batch(&s, 0..20000, &mut m);
        let e2 = t.elapsed().as_secs_f64();
        let p2: u64 = r.iter().map(|r| r.plies as u64).sum();
        assert_eq!(p, p2);
        println!("stats {:.1} M plies/s", p as f64 / e2 / 1e6);
        println!(
            "{id} plies/game {} {:.1} M plies/s",
            p as f64 / 20000.,
            p as f64 / e / 1e6
        );
    }
}
