//! Exact solutions: index, layers, blocks, levels, sweeps, bounds, tables.
