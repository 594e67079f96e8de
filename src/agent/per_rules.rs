use std::sync::{Arc, Mutex, RwLock};

use crate::rules::Rules;
use crate::ruleset::Mechanics;

/// Something that an agent makes once for each game it is asked to play and
/// shares among the threads.
pub(super) struct PerRules<T> {
    made: RwLock<Vec<(Mechanics, Arc<T>)>>,
}

impl<T> PerRules<T> {
    pub fn new() -> PerRules<T> {
        PerRules {
            made: RwLock::new(Vec::new()),
        }
    }

    /// The one for `rules`, made by `make` where there is none yet.
    pub fn get(&self, rules: &Rules, make: impl FnOnce() -> T) -> Arc<T> {
        let find = |made: &[(Mechanics, Arc<T>)]| {
            made.iter()
                .find(|(mechanics, _)| mechanics == rules.mechanics())
                .map(|(_, one)| Arc::clone(one))
        };
        if let Some(one) = find(&self.made.read().expect("making one does not panic")) {
            return one;
        }
        let one = Arc::new(make());
        let mut made = self.made.write().expect("making one does not panic");
        find(&made).unwrap_or_else(|| {
            made.push((rules.mechanics().clone(), Arc::clone(&one)));
            one
        })
    }
}

/// Workspaces that threads borrow in turn.
pub(super) struct Pool<T> {
    free: Mutex<Vec<T>>,
}

impl<T> Pool<T> {
    pub fn new() -> Pool<T> {
        Pool {
            free: Mutex::new(Vec::new()),
        }
    }

    /// Runs `work` with a free workspace, or a new one made by `make`.
    pub fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let free = self.free.lock().expect("taking does not panic").pop();
        let mut workspace = free.unwrap_or_else(make);
        let result = work(&mut workspace);
        self.free
            .lock()
            .expect("giving back does not panic")
            .push(workspace);
        result
    }
}
