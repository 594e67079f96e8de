//! Games and matches: seeds, chance, pairing, parallel runs. No files, no printing.
