/// An accumulator that can be filled in pieces and put together.
///
/// # Law
///
/// With `a + b` for `a.merge(&b)` and `0` for `Self::default()`:
///
/// - `0 + a = a = a + 0`
/// - `(a + b) + c = a + (b + c)`
/// - `a + b = b + a`
/// - recording a sample in `a` and the rest in `b`, then merging, equals
///   recording all of it in one accumulator,
///
/// each of them exactly, field by field.
pub trait Merge: Default {
    /// Adds what `other` has seen to `self`.
    ///
    /// # Panics
    ///
    /// If a total overflows its integer; the types say where their limits lie.
    fn merge(&mut self, other: &Self);
}

/// The sum of any number of parts; the identity for none.
pub fn merge_all<'a, M: Merge + 'a>(parts: impl IntoIterator<Item = &'a M>) -> M {
    let mut whole = M::default();
    for part in parts {
        whole.merge(part);
    }
    whole
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Checks each line of the law of [`Merge`] on three samples.
    pub fn obeys_the_law<M, T>(of: impl Fn(&[T]) -> M, a: &[T], b: &[T], c: &[T])
    where
        M: Merge + Clone + PartialEq + Debug,
        T: Clone,
    {
        let (ma, mb, mc) = (of(a), of(b), of(c));
        let plus = |x: &M, y: &M| {
            let mut sum = x.clone();
            sum.merge(y);
            sum
        };
        let zero = M::default();
        assert_eq!(plus(&zero, &ma), ma);
        assert_eq!(plus(&ma, &zero), ma);
        assert_eq!(plus(&zero, &zero), zero);
        assert_eq!(plus(&plus(&ma, &mb), &mc), plus(&ma, &plus(&mb, &mc)));
        assert_eq!(plus(&ma, &mb), plus(&mb, &ma));
        let whole = [a, b, c].concat();
        assert_eq!(merge_all([&ma, &mb, &mc]), of(&whole));
    }
}
