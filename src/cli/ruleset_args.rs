use crate::ruleset::{Digest, Ruleset, builtin_ids, load};

/// Which ruleset, and what is changed in it.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Changes {
    /// Change a key of the ruleset, e.g. --set pieces=3 --set pairs.b=false
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Apply a named reading of the ruleset
    #[arg(long, value_name = "NAME")]
    pub reading: Vec<String>,
}

/// The rulesets that a command goes through.
#[derive(clap::Args, Clone, Debug)]
pub struct RulesetList {
    /// `all`, or ids and paths of rulesets divided by commas
    #[arg(
        long = "rulesets",
        value_name = "LIST",
        default_value = "all",
        value_delimiter = ','
    )]
    names: Vec<String>,
}

impl RulesetList {
    /// See [`Changes::load_all`].
    pub fn load(&self, changes: &Changes) -> anyhow::Result<Vec<Ruleset>> {
        let mut rulesets = changes.load_all(&self.names)?;
        tell_apart(&mut rulesets);
        Ok(rulesets)
    }
}

/// Adds the digest to the ids of different games that call themselves alike, so
/// that rows and charts say which is which.
pub fn tell_apart(rulesets: &mut [Ruleset]) {
    let known: Vec<(String, Digest)> = rulesets
        .iter()
        .map(|ruleset| (ruleset.id.clone(), ruleset.digest()))
        .collect();
    for (ruleset, (id, digest)) in rulesets.iter_mut().zip(&known) {
        if known
            .iter()
            .any(|other| other.0 == *id && other.1 != *digest)
        {
            ruleset.id = format!("{id}@{digest}");
        }
    }
}

impl Changes {
    /// Loads `id`, an id or a path, with the readings and then the keys changed.
    pub fn load(&self, id: &str) -> anyhow::Result<Ruleset> {
        let sets: Vec<(&str, &str)> = self
            .set
            .iter()
            .map(|set| {
                set.split_once('=')
                    .ok_or_else(|| anyhow::anyhow!("--set {set}: expected KEY=VALUE"))
            })
            .collect::<Result<_, _>>()?;
        let readings: Vec<&str> = self.reading.iter().map(String::as_str).collect();
        let ruleset = load(id, &readings, &sets)?;
        for note in &ruleset.notes {
            eprintln!("note: {note}");
        }
        Ok(ruleset)
    }

    /// Loads the rulesets of a list of ids, paths and `all`, each once.
    pub fn load_all(&self, list: &[String]) -> anyhow::Result<Vec<Ruleset>> {
        let mut names: Vec<&str> = Vec::new();
        for word in list {
            let words: Vec<&str> = match word.as_str() {
                "all" => builtin_ids().collect(),
                word => vec![word],
            };
            for word in words {
                if names.contains(&word) {
                    eprintln!("note: --rulesets names {word} twice; it is taken once");
                } else {
                    names.push(word);
                }
            }
        }
        names.into_iter().map(|name| self.load(name)).collect()
    }
}
