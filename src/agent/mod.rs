//! Agents: who plays. One trait, one text form, one file an agent.
