#!/bin/sh
# draw.sh HBKIT DATA OUT: draws the figures of data/figures with the program HBKIT into the folder OUT; DATA is
# data/.  One command a figure; README.md says what each shows.  What the commands read is made first: traces of
# formulas, and runs that models of them have.
set -eu
hbkit=$1 data=$2 out=$3
work=$(mktemp -d "${TMPDIR:-/tmp}/hbkit-figures.XXXXXX")
trap 'rm -rf "$work"' EXIT
in=$data/figures

# run NAME FORMULA MODEL: the trace of a formula, and a witness of it.
run ()
{
  "$hbkit" reduce 3bisat-ed "$2" -o "$work/$1.edt"
  printf 's SATISFIABLE\nv %s 0\n' "$3" | "$hbkit" lift 3bisat-ed "$2" - -o "$work/$1.run.edt"
}

run threes "$data/sat-threes.cnf" '1 -2 -3 -4 5 6'
run one "$in/one-clause.cnf" '1 -2'
"$hbkit" reduce 3bisat-ed "$data/smallest-unsat.cnf" -o "$work/unsat.edt"
"$hbkit" reduce 3bisat-ed --ablate no-z "$data/smallest-unsat.cnf" -o "$work/no-z.edt"
"$hbkit" reduce 3sat-edflat "$in/three-rounds.cnf" -o "$work/flat.edt"
"$hbkit" gen schedule -q --hit 3 complete:2,2 --rules -o "$work/three.sched"
"$hbkit" gen schedule -q --hit 4 complete:2,3 --by kernel --rules -o "$work/four.sched"

draw () { "$hbkit" draw -q "$@"; }

draw "$work/unsat.edt" --gadget clause:1 -o "$out/gadget.svg"
draw "$work/unsat.edt" --cycle "$in/cycle.json" -o "$out/cycle.svg"
draw "$work/threes.edt" --gadget clause:3 -o "$out/gadget-falsified.svg"
draw "$work/threes.edt" --gadget clause:3 -o "$out/gadget-falsified.tex"
draw "$work/threes.edt" --gadget clause:3 --witness "$work/threes.run.edt" -o "$out/gadget-satisfied.svg"
draw "$data/sat-threes.cnf" --grid -o "$out/grid.svg"
draw "$data/sat-threes.cnf" --grid -o "$out/grid.tex"
draw "$in/saturation-1.edt" --width 8.4 -o "$out/saturation-1.svg"
draw "$in/saturation-2.edt" --width 8.4 --plain-names -o "$out/saturation-2.svg"
draw "$in/saturation-3.edt" --width 8.4 -o "$out/saturation-3.svg"
draw "$in/queue-order.edt" --whole --show pb,mo,eo,qo --width 8.4 -o "$out/queue-order.svg"
draw "$in/sorting.edt" --strip --nested --by-message --late --to 21 -o "$out/sorting.svg"
draw "$in/sorting.edt" --strip --nested --by-message --late --to 21 -o "$out/sorting.tex"
draw "$work/one.edt" --strip --by-message --witness "$work/one.run.edt" --handlers hV,ht1,ht4,ht2,ht5,hW --to 28 \
  -o "$out/sorting-reduction.svg"
draw "$work/threes.edt" --witness "$work/threes.run.edt" --messages x1.3,x1.3.t,m1.3.1,x1.4,hCc --show po,pb,rf \
  -o "$out/inserted.svg"
draw "$data/shift-register.edt" --whole --witness "$in/shift-register.witness.edt" -o "$out/shift-register.svg"
"$hbkit" map "$data/map.tsv" -o "$out/map.svg"
printf 'p cnf 3 1\n1 2 3 0\n' >"$work/clause.cnf"
for name in ed2 multiset3; do
  "$hbkit" reduce 3sat-$name "$work/clause.cnf" -o "$work/$name.edt"
  printf 's SATISFIABLE\nv 1 -2 -3 0\n' | "$hbkit" lift 3sat-$name "$work/clause.cnf" - -o "$work/$name.run.edt"
  draw "$work/$name.edt" --gadget clause:1 --witness "$work/$name.run.edt" --height 20 -o "$out/$name.svg"
done
draw "$data/turned-pair.edt" -o "$out/turned-pair.svg"
draw "$work/flat.edt" --strip --handlers W1 -o "$out/register-run.svg"
draw "$work/flat.edt" --timeline -o "$out/registers.svg"
draw "$data/crossed-queues.edt" -o "$out/crossed-queues.svg"
draw "$work/no-z.edt" --gadget clause:1 --witness "$in/no-z.witness.edt" -o "$out/ablation-no-z.svg"
draw complete:2,2 "$work/three.sched" --tuple 4,6,3 -o "$out/banquet.svg"
draw complete:2,2 "$work/three.sched" --tuple 4,6,3 -o "$out/banquet.tex"
draw complete:2,2 "$work/three.sched" --row 5 -o "$out/blocking.svg"
draw complete:2,3 "$work/four.sched" --row 90 -o "$out/boxes.svg"
draw complete:2,3 "$work/four.sched" --row 90 -o "$out/boxes.tex"
draw complete:2,2 --clique --hit 3 -o "$out/clique.svg"
draw complete:2,2 --clique --hit 3 -o "$out/clique.tex"
p=$data/periodic
draw "$p/fig1.c" "$p/fig1-b.run" -o "$out/periodic-legal.svg"
draw "$p/fig1.c" "$p/fig1-c.run" --illegal -o "$out/periodic-resumed.svg"
draw "$p/fig1.c" "$p/fig1-d.run" --illegal -o "$out/periodic-late.svg"
draw "$p/fig1.c" "$p/fig1-b.run" --clocks -o "$out/periodic-clocks.svg"
draw "$p/fig1.c" "$p/fig1-b.run" --clocks -o "$out/periodic-clocks.tex"
draw "$p/fig1.c" --body t2 -o "$out/periodic-flow.svg"
draw "$p/fig1.c" --body t2 -o "$out/periodic-flow.tex"
draw "$p/fig1.c" -o "$out/periodic-jobs.svg"
draw "$p/fig3.c" --observes x --snapshots none -o "$out/periodic-observed.svg"
draw "$p/fig3.c" --observes x --snapshots mod -o "$out/periodic-snapshots.svg"
for name in 3sat-nae nae-maxcut 3sat-3color 3sat-clique 3sat-vertexcover 3sat-subsetsum 3sat-hamiltonian; do
  draw "$in/classics.cnf" --reduction $name -o "$out/$name.svg"
done
draw "$in/classics.cnf" --reduction 3sat-3color -o "$out/3sat-3color.tex"
draw "$in/classics.cnf" --reduction 3sat-hamiltonian --gadget clause:1 -o "$out/3sat-hamiltonian-clause.svg"
