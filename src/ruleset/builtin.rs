//! The files that are compiled into the program.

/// A file compiled into the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltinFile {
    /// The file's name without its ending.
    pub id: &'static str,
    pub text: &'static str,
    folder: &'static str,
}

impl BuiltinFile {
    /// The file's name in this project, for messages.
    pub fn label(&self) -> String {
        format!("{}/{}.toml", self.folder, self.id)
    }
}

macro_rules! files {
    ($folder:literal: $($id:literal)*) => {
        &[$(BuiltinFile {
            id: $id,
            text: include_str!(concat!("../../data/", $folder, "/", $id, ".toml")),
            folder: concat!("data/", $folder),
        }),*]
    };
}

/// In the order in which lists show them.
pub(super) const RULESETS: &[BuiltinFile] = files!("rulesets":
    "anubis-5"
    "sawah-5"
    "sawah-7"
    "sawah-5-six"
    "sawah-7-six"
    "nile-5-six"
    "nile-7-six"
    "nile-5-five"
    "nile-7-five"
    "ankh-7"
    "ankh-5"
    "standard-5"
    "bell-10"
    "kendall-7"
    "kendall-5"
    "modern-7"
    "modern-5"
    "skyruk-7"
    "skyruk-5"
    "dutch-5"
    "dutch-5-back"
    "toy-5"
    "kalish-7"
    "syrian-7"
    "jequier-5"
    "bga-5"
    "bgfl-7"
    "piccione-5"
    "ur-finkel"
    "ur-masters"
    "ur-blitz"
    "aseb-5"
    "twenty-7"
);

pub(super) const DEVICES: &[BuiltinFile] = files!("throws":
    "sticks-5"
    "sticks-6"
    "long-die"
    "astragali"
    "bits-4"
    "bits-3z4"
    "bones-20"
);

/// The ruleset file with that id.
pub(super) fn find(id: &str) -> Option<&'static BuiltinFile> {
    RULESETS.iter().find(|file| file.id == id)
}

/// The ids of the built-in rulesets, families together.
pub fn builtin_ids() -> impl Iterator<Item = &'static str> + Clone {
    RULESETS.iter().map(|file| file.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folders_is_compiled_in() {
        for (folder, files) in [("rulesets", RULESETS), ("throws", DEVICES)] {
            let path = format!("{}/data/{folder}", env!("CARGO_MANIFEST_DIR"));
            let mut found: Vec<String> = std::fs::read_dir(path)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter_map(|name| name.strip_suffix(".toml").map(str::to_string))
                .collect();
            let mut listed: Vec<&str> = files.iter().map(|file| file.id).collect();
            found.sort();
            listed.sort();
            assert_eq!(
                found, listed,
                "the list in src/ruleset/builtin.rs and data/{folder}"
            );
        }
    }
}
