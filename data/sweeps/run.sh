#!/usr/bin/env bash
# run.sh HBKIT DIR [sweeps|plots|more|graded]: the sweeps of doc/hardness.md into DIR, and their plots into DIR/figures; more: damage,
# 200 formulas a point, kissat where it is in PATH, formula beside trace; graded: hard formulas
# and traces, $LIMIT seconds each (3600), and the table of their grades.
# As many runs at a time as there are processors; one less where times are what it is about.
set -eu
hbkit=$1 dir=$2 what=${3:-all}
here=$(dirname "$0")
jobs=$(nproc)

sweeps ()
{
  for name in phase large critical families ratio hardness 3sat links nesting stale; do
    "$hbkit" sweep "$here/$name.spec" -o "$dir/$name" -j "$jobs"
  done
  for name in length scaling-3bisat-ed scaling-3sat-edflat-4; do
    "$hbkit" sweep "$here/$name.spec" -o "$dir/$name" -j $((jobs > 1 ? jobs - 1 : 1))
  done
  "$hbkit" merge "$dir/transition.db" "$dir/phase/sweep.db" "$dir/large/sweep.db"
}

# figure NAME SWEEP PLOT OPTION...: DIR/figures/NAME.svg and .csv
figure ()
{
  local name=$1 sweep=$2 plot=$3
  shift 3
  "$hbkit" plot -q "$dir/$sweep" "$plot" -o "$dir/figures/new" "$@"
  mv "$dir/figures/new/$plot.svg" "$dir/figures/$name.svg"
  mv "$dir/figures/new/$plot.csv" "$dir/figures/$name.csv"
}

plots ()
{
  mkdir -p "$dir/figures/new"
  figure phase transition.db phase --x twos --by variables --at 0.8182
  figure threshold transition.db threshold --x twos --by variables --at 0.8182
  figure critical critical phase --x variables --by none
  figure families families phase --x twos --by family,mixed,communities --where variables=800
  figure ratio ratio phase --x ratio --by twos
  figure passes hardness hardness --x twos --by variables --tool cds --value passes
  figure conflicts hardness hardness --x twos --by tool --where variables=80 --value conflicts
  figure 3sat 3sat hardness --x ratio --by tool --where variables=20 --value conflicts
  figure 3sat-passes 3sat hardness --x ratio --by variables --tool cds --value passes
  figure scatter hardness scatter --tools cds,sat
  figure scaling-3bisat-ed scaling-3bisat-ed scaling
  figure scaling-3sat-edflat-4 scaling-3sat-edflat-4 scaling
  figure links links hardness --x variables --by handlers --tool cds --value passes
  figure links-sat links hardness --x variables --by handlers --tool sat --value conflicts
  figure length length scaling
  figure nesting nesting hardness --x depth --by variables --tool cds --value passes
  figure stale stale phase --x stale --by variables
  rmdir "$dir/figures/new"
}

more ()
{
  for name in damage peak peak-large flat; do
    "$hbkit" sweep "$here/$name.spec" -o "$dir/$name" -j "$jobs"
  done
  if command -v kissat >/dev/null; then "$hbkit" sweep "$here/peak-kissat.spec" -o "$dir/peak" -j "$jobs" --extend; fi
  mkdir -p "$dir/figures/new"
  figure damage damage phase --x wrong-reads --by handlers,messages
  figure damage-posts damage phase --x wrong-posts --by handlers,messages
  "$hbkit" merge "$dir/peaks.db" "$dir/peak/sweep.db" "$dir/peak-large/sweep.db"
  figure peak peaks.db hardness --x twos --by variables --tool cds --value passes --bands median
  figure peak-conflicts peak hardness --x twos --by tool --value conflicts --bands median
  rmdir "$dir/figures/new"
  python3 "$here/beside.py" "$dir/peak" "$dir/peak-large" "$dir/flat" >"$dir/figures/beside.tsv"
}

if [ "$what" = more ]; then more; exit; fi
if [ "$what" = graded ]; then
  "$hbkit" sweep --cpu "${LIMIT:-3600}" --wall 0 "$here/graded.spec" -o "$dir/graded" --pin
  python3 "$here/grades.py" "$dir/graded" >"$dir/graded/grades.tsv"
  exit
fi
if [ "$what" != plots ]; then sweeps; fi
if [ "$what" != sweeps ]; then plots; fi
