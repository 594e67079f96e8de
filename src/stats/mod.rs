//! Mergeable accumulators, intervals, tests. Knows nothing of the game.
