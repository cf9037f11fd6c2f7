#!/bin/sh
# draw.sh HBKIT FOLDER OUT: draws the plots of doc/hardness (FOLDER) and doc/hitting again into OUT, from the data beside
# them, which sweeps have left (data/sweeps/run.sh).  Titles say what is to be seen; doc/hardness.md discusses it.
set -eu
hbkit=$1 in=$2 out=$3
fits='cds: events^1.06 (R^2 0.99),sat: events^1.36 (R^2 0.98),one pass: 83 ns an event'
fits="$fits,cds: events^1.11 (R^2 0.98),sat: events^1.20 (R^2 0.97),one pass: 63 ns an event"
fits="$fits,cds: events^2.85 (R^2 0.96),sat: events^3.17 (R^2 0.96),one pass: 132 ns an event"

# plot NAME TITLE NOTE OPTION...
plot ()
{
  name=$1 title=$2 note=$3
  shift 3
  "$hbkit" plot "$in/$name.csv" --title "$title" --note "$note" --tools cds,sat,cadical,picosat -o "$out" "$@"
}

wilson='bands: 95 % intervals (Wilson)'
plot phase 'The transition sharpens towards 9/11 = 0.818' "11,700 formulas, 100 or 150 a point; $wilson" \
  --lines 'at 0.8182'
plot threshold 'The half-way point falls towards 9/11 = 0.818' '11,700 formulas; bands: 95 % intervals' --log x \
  --lines 'at 0.8182'
plot critical 'At 9/11 the probability falls slowly' "5,400 formulas, 600 a point; $wilson" --log x
plot families 'Mixed signs and communities bring the transition forward' "800 variables, 100 formulas a point; $wilson"
plot ratio 'With fewer clauses it takes more 2-clauses' "800 variables, 60 formulas a point; $wilson"
quartiles='medians, bands: quartiles; limit 60 s'
plot conflicts 'The number of conflicts does not see the transition' "80 variables, 20 runs a point; $quartiles" --log y
plot passes 'The work of cds is largest at 0.85 to 0.9 with 80 variables' "20 runs a point; $quartiles"
plot scatter 'cds is faster than sat on 540 of 540 instances' '540 instances; limit 60 s' --log xy --marks all
plot 3sat 'Conflicts of solvers peak near 5, those of engines do not fall' "20 variables, 20 runs a point; $quartiles" --log y
plot 3sat-passes 'The work of cds is largest at the transition, as that of solvers is' "20 runs a point; $quartiles" --log y
came='runs that came to an end; lines: least squares of the logarithms; limit 60 s'
plot scaling-3bisat-ed 'Time of 3bisat-ed grows as events^1.06 (cds), ^1.36 (sat)' "100 $came" --log xy --marks all --lines "$fits"
plot scaling-3sat-edflat-4 'Time of 3sat-edflat-4 grows as events^1.11 (cds), ^1.20 (sat)' "80 $came" \
  --log xy --marks all --lines "$fits"
plot length 'Time of random traces grows as events^2.85 (cds), ^3.17 (sat)' "102 $came" --log xy --marks all --lines "$fits"
plot links 'Random traces: easy, hard, easy for cds' "800 messages, 10 runs a point; $quartiles" --log xy
plot links-sat 'The engine sat peaks in the same places' "800 messages, 10 runs a point; $quartiles" --log xy
plot nesting 'Depths up to 4 are easy, from 8 on little changes' "800 messages, 16 handlers, 10 runs a point; $quartiles" --log xy
plot stale 'A share of 0.002 of stale reads makes half of the tied traces inconsistent' "200 messages, 40 traces a point; $wilson"
plot peak 'With more variables the work of cds peaks before 1' '200 runs a point; bands: 95 % intervals of the medians'
plot damage 'One wrong read makes most random traces inconsistent' "100 variables, 60 traces a point; $wilson"
plot damage-posts 'Messages posted by others: short mailboxes bear them best' "100 variables, 60 traces a point; $wilson"

"$hbkit" plot "$in/../hitting/coverage.csv" --title 'A hitting family finds every bug, random schedules do not' \
  --note "696 bugs (minimal: 192); $wilson" --log x --format svg,tex -o "$out/../hitting"
