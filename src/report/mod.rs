//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.
