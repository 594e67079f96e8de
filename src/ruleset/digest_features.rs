//! The canonical text of the [`features`](super::features); see
//! [`Mechanics::canonical`].

use super::digest::{Keys, points};
use super::features::*;
use super::mechanics::Mechanics;

impl Mechanics {
    pub(super) fn canonical_features(&self, keys: &mut Keys) {
        self.canonical_grants(keys);
        let limit = self.group_limit;
        keys.unless(limit == self.length, "group_limit", limit);
        match self.gate_mode {
            GateMode::Exact => {}
            GateMode::Halt => keys.put("gate_mode", "halt"),
            GateMode::FallTo(square) => keys.put("gate_fall", square),
        }
        if let Some(divert) = self.divert {
            keys.put("divert", format!("{}>{}", divert.from, divert.to));
        }
        if let Some(bump) = self.bump {
            keys.put("bump", format!("{}:{}>{}", bump.from, bump.onto, bump.to));
        }
        keys.unless(self.trap_to == TrapTo::Refuge, "trap_to", "hand");
        let limit = self.off_none_below;
        keys.unless(limit == 1, "off_none_below", limit);
        keys.unless(self.only_from.is_empty(), "only_from", self.only_from);
        if let Some(hold) = &self.hold {
            canonical_hold(hold, keys);
        }
        if let Some(opening) = self.opening {
            let with = match opening.with {
                OpenWith::Points(set) => format!("points {}", points(set)),
                OpenWith::Piece(square) => format!("piece {square}"),
            };
            keys.put("opening", format!("{} with {with}", opening.player));
        }
        keys.unless(self.file == StartFile::Free, "file", "waits");
        if let Some(hand) = self.hand {
            keys.put("enter", points(hand.points));
            keys.unless(hand.then == Entered::Nothing, "entered", "must-move");
        }
        keys.unless(self.sweep.is_empty(), "sweep", self.sweep);
        if let Some(cells) = &self.cells {
            let pairs = cells.shared.iter().map(|(a, b)| format!("{a}={b}"));
            keys.put("cells", pairs.collect::<Vec<_>>().join(","));
        }
        keys.unless(self.score == Score::None, "score", "rows");
    }

    fn canonical_grants(&self, keys: &mut Keys) {
        let Grants {
            resting_on,
            capture,
            never_backward,
            never_on_trap,
        } = self.grants;
        keys.unless(resting_on.is_empty(), "again_on", resting_on);
        keys.unless(!capture, "again_capture", "yes");
        let never: Vec<&str> = [(never_backward, "backward"), (never_on_trap, "trap")]
            .into_iter()
            .filter_map(|(never, word)| never.then_some(word))
            .collect();
        keys.unless(never.is_empty(), "again_not", never.join(","));
    }
}

fn canonical_hold(hold: &Hold, keys: &mut Keys) {
    keys.put("hold", hold.on);
    keys.unless(hold.back.is_empty(), "hold_back", points(hold.back));
    let ordinary = hold.landing == HoldLanding::Ordinary;
    keys.unless(ordinary, "hold_landing", "empty-only");
    let still = hold.others == HoldOthers::StandStill;
    keys.unless(still, "hold_others", "move");
    keys.unless(hold.wait == HoldWait::Never, "hold_wait", "offered");
    let as_thrown = hold.grants == HoldGrants::AsThrown;
    keys.unless(as_thrown, "hold_grants", "never");
    let free = hold.returned == Returned::Free;
    keys.unless(free, "hold_returned", "must-move");
    keys.unless(hold.pairs == HoldPairs::Protect, "hold_pairs", "lost");
}
