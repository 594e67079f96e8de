/// Where agents get their data files from: weights, rule lists.
///
/// Agents open no files themselves.
pub trait Sources {
    /// The text that a user calls `name`, usually a path.
    ///
    /// # Errors
    /// Why there is none, naming it.
    fn text(&self, name: &str) -> Result<String, String>;
}

/// Has nothing: for agents that need no file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn text(&self, name: &str) -> Result<String, String> {
        Err(format!("the file {name} cannot be read from here"))
    }
}
