//! The part of the range of equities that a search cares about.

/// What a value has to be known between: at or below `alpha` an upper bound
/// will do, at or above `beta` a lower one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

/// Wider than any equity.
pub(super) const OPEN: Window = Window {
    alpha: -1.0,
    beta: 2.0,
};

impl Window {
    /// The same, seen from the other side.
    #[inline(always)]
    pub fn turned(self) -> Window {
        Window {
            alpha: 1.0 - self.beta,
            beta: 1.0 - self.alpha,
        }
    }

    #[inline(always)]
    pub fn above(self, value: f64) -> Window {
        Window {
            alpha: self.alpha.max(value),
            beta: self.beta,
        }
    }
}
