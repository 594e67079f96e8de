//! Several observers of the same games.

use super::game::{GameResult, Observer, Ply};
use crate::rules::Position;

impl<X: Observer, Y: Observer> Observer for (X, Y) {
    type Game = (X::Game, Y::Game);

    #[inline(always)]
    fn ply(&mut self, game: &mut Self::Game, ply: &Ply<'_>) {
        self.0.ply(&mut game.0, ply);
        self.1.ply(&mut game.1, ply);
    }

    #[inline(always)]
    fn end(&mut self, game: &Self::Game, last: &Position, result: &GameResult) {
        self.0.end(&game.0, last, result);
        self.1.end(&game.1, last, result);
    }
}

/// Sees what the observer sees, if there is one.
impl<X: Observer> Observer for Option<X> {
    type Game = X::Game;

    #[inline(always)]
    fn ply(&mut self, game: &mut Self::Game, ply: &Ply<'_>) {
        if let Some(observer) = self {
            observer.ply(game, ply);
        }
    }

    #[inline(always)]
    fn end(&mut self, game: &Self::Game, last: &Position, result: &GameResult) {
        if let Some(observer) = self {
            observer.end(game, last, result);
        }
    }
}
