//! Broken lines.

use super::canvas::Spot;
use super::style::Dash;

/// The drawn pieces of a line; plotters' backends draw whole lines only.
pub(super) fn dashed(points: &[Spot], dash: Dash) -> Vec<Vec<Spot>> {
    if dash.is_empty() {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let (mut phase, mut left) = (0, dash[0]);
    let mut piece: Vec<Spot> = points.first().copied().into_iter().collect();
    for ends in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [ends[0], ends[1]];
        let length = (x1 - x0).hypot(y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (
                x0 + (x1 - x0) * done / length,
                y0 + (y1 - y0) * done / length,
            );
            if phase % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            phase = (phase + 1) % dash.len();
            left = dash[phase];
        }
        left -= length - done;
        if phase % 2 == 0 {
            piece.push((x1, y1));
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_on_round_corners() {
        let pieces = dashed(&[(0.0, 0.0), (5.0, 0.0), (5.0, 9.0)], &[4.0, 3.0]);
        let expected = vec![vec![(0.0, 0.0), (4.0, 0.0)], vec![(5.0, 2.0), (5.0, 6.0)]];
        assert_eq!(pieces, expected);
    }
}
