#!/bin/sh
# How well each agent chooses against perfect play, and how much is skill: the
# figures of data/results/agents and data/results/skill.
#
#     scripts/agents.sh FOLDER five            with FOLDER/anubis-5.table
#     scripts/agents.sh FOLDER learned ID…     with FOLDER/ID.table, five pieces
#     scripts/agents.sh FOLDER three ID…       solves and learns on the way
#
# `senet` must be on the path. Everything goes to FOLDER, in which the commands are
# run, so that the names of tables and weights are short.
set -eu
cd "$1"
what=$2
shift 2

plain=linear,random,first,racer,runner,hunter,blocker,cautious
searches=expectimax:depth=1,expectimax:depth=2,expectimax:depth=3
slow=mcts,rollout:n=64
shipped=td,expectimax:depth=1:eval=td,expectimax:depth=2:eval=td

case $what in
five)
    senet analyze --sample 2000 --rulesets anubis-5 --players linear \
        --agent "$plain,$searches,$slow,$shipped,mcts:eval=td" --table anubis-5.table \
        --out agents-5
    senet ladder --rulesets anubis-5 --games 200 --out ladder-5 \
        --agents "$plain,expectimax:depth=1,expectimax:depth=2,td,optimal:anubis-5.table"
    senet skill --rulesets anubis-5 --truth anubis-5.table --games 40 --steps 5 \
        --agents random,cautious,linear,td --out skill-5
    ;;
learned)
    for id in "$@"; do
        senet analyze --sample 2000 --rulesets "$id" --players linear \
            --agent "linear,expectimax:depth=1,expectimax:depth=2,$shipped" \
            --table "$id.table" --out "agents-5-$id"
    done
    ;;
three)
    tables=
    for id in "$@"; do
        [ -e "$id-3.table" ] || senet solve "$id" --set pieces=3 --no-bounds \
            --tolerance 1e-6 --out "$id-3.table"
        senet train "$id" --set pieces=3 --plies 1000000 --truth "$id-3.table" \
            --out "train-3-$id"
        td=train-3-$id/$id.td
        learned=td:$td,expectimax:depth=1:eval=$td,expectimax:depth=2:eval=$td
        senet analyze --sample 2000 --rulesets "$id" --set pieces=3 --players linear \
            --agent "$plain,$searches,$slow,$learned" --table "$id-3.table" --out "agents-3-$id"
        senet ladder --rulesets "$id" --set pieces=3 --games 1000 --out "ladder-3-$id" \
            --agents "$plain,expectimax:depth=1,expectimax:depth=2,td:$td,optimal:$id-3.table"
        tables="$tables --truth $id-3.table"
    done
    # shellcheck disable=SC2086
    senet skill --rulesets "$(echo "$@" | tr ' ' ,)" --set pieces=3 $tables \
        --games 1000 --agents "$plain,expectimax:depth=2" --out skill-3
    ;;
esac
