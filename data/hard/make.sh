#!/usr/bin/env bash
# make.sh: the stock of hard instances, made again, and measured.
#
#     data/hard/make.sh HBKIT make FOLDER       # the formulas and traces, from their seeds
#     data/hard/make.sh HBKIT measure FOLDER    # and what solvers and engines do with them: index.tsv
#     data/hard/make.sh HBKIT list              # NAME and how it is made
#
# `make` writes the same files everywhere.  `measure` takes up to $LIMIT seconds of processor time a run (60), for
# some runs all of it, and writes models and certificates beside the instances; $JOBS runs at a time (2).
set -eu
export LC_ALL=C
hbkit=$1 what=$2 out=${3:-.}
limit=${LIMIT:-60} jobs=${JOBS:-2}

# NAME | command for a formula, or REDUCTION FORMULA, or command for a trace.
# Traces are shuffled: handlers, messages and ids are in random order.
list ()
{
  cat <<'END'
bisat-50-sat       gen cnf --variables 50 --twos 0.86 --every --mixed --seed 1
bisat-50-unsat     gen cnf --variables 50 --twos 0.94 --every --mixed --seed 5
bisat-3200-sat     gen cnf --variables 3200 --twos 0.82 --every --mixed --seed 2
bisat-3200-unsat   gen cnf --variables 3200 --twos 0.83 --every --mixed --seed 2
ordering-8         gen cnf --family ordering --elements 8
php-5-4            gen cnf --family pigeonhole --pigeons 5 --holes 4
php-7-6            gen cnf --family pigeonhole --pigeons 7 --holes 6
php-9-8            gen cnf --family pigeonhole --pigeons 9 --holes 8
php-10-9           gen cnf --family pigeonhole --pigeons 10 --holes 9
php-12-11          gen cnf --family pigeonhole --pigeons 12 --holes 11
parity-16          gen cnf --family parity --vertices 16 --seed 1
parity-30          gen cnf --family parity --vertices 30 --seed 1
parity-40          gen cnf --family parity --vertices 40 --seed 1
parity-50          gen cnf --family parity --vertices 50 --seed 1
parity-50-sat      gen cnf --family parity --vertices 50 --satisfiable --seed 1
parity-70          gen cnf --family parity --vertices 70 --seed 1
3sat-50-sat        gen cnf --family ksat --variables 50 --ratio 4.26 --satisfiable --seed 2
3sat-50-unsat      gen cnf --family ksat --variables 50 --ratio 4.5 --seed 1
3sat-100-unsat     gen cnf --family ksat --variables 100 --ratio 4.4 --seed 1
3sat-150-sat       gen cnf --family ksat --variables 150 --ratio 4.2 --hidden --seed 1
3sat-150-unsat     gen cnf --family ksat --variables 150 --ratio 4.4 --seed 1
3sat-250-sat       gen cnf --family ksat --variables 250 --ratio 4.2 --hidden --seed 1
3sat-250-unsat     gen cnf --family ksat --variables 250 --ratio 4.4 --seed 1
t-bisat-50-sat     3bisat-ed bisat-50-sat
t-bisat-50-unsat   3bisat-ed bisat-50-unsat
t-ordering-8       3sat-multiset ordering-8
t-php-5-4          3sat-multiset php-5-4
t-php-5-4-flat     3sat-edflat-3 php-5-4
t-php-7-6          3sat-multiset php-7-6
t-php-9-8          3sat-multiset php-9-8
t-php-10-9         3sat-multiset php-10-9
t-php-12-11        3sat-multiset php-12-11
t-parity-16        3sat-multiset parity-16
t-parity-16-flat   3sat-edflat-4 parity-16
t-parity-30        3sat-multiset parity-30
t-parity-40        3sat-multiset parity-40
t-parity-50        3sat-multiset parity-50
t-parity-50-sat    3sat-multiset parity-50-sat
t-3sat-50-sat      3sat-multiset 3sat-50-sat
t-3sat-50-unsat    3sat-multiset 3sat-50-unsat
t-3sat-100-unsat   3sat-multiset 3sat-100-unsat
t-3sat-150-sat     3sat-multiset 3sat-150-sat
t-3sat-150-unsat   3sat-multiset 3sat-150-unsat
t-random-100       gen trace --handlers 16 --messages 100 --events 8 --variables 100 --seed 1
t-random-400       gen trace --handlers 16 --messages 400 --events 8 --variables 400 --seed 1
t-random-800       gen trace --handlers 16 --messages 800 --events 8 --variables 3000 --seed 1
t-random-1600      gen trace --handlers 16 --messages 1600 --events 8 --variables 1600 --seed 1
t-random-3200      gen trace --handlers 16 --messages 3200 --events 8 --variables 3200 --seed 1
t-random-stale     gen trace --handlers 16 --messages 400 --events 8 --variables 400 --stale 0.003 --seed 1
END
}

# make_one NAME WORDS...: its file in $out.
make_one ()
{
  local name=$1
  shift
  case "$1 $2" in
    "gen cnf") "$hbkit" "$@" -o "$out/$name.cnf.xz" ;;
    "gen trace") "$hbkit" "$@" | "$hbkit" shuffle - --seed 1 -o "$out/$name.edt.xz" ;;
    *) "$hbkit" reduce "$1" "$out/$2.cnf.xz" | "$hbkit" shuffle - --seed 1 -o "$out/$name.edt.xz" ;;
  esac
}

# get KEY FILE: the value of a key in hbkit's JSON; "-" if there is none.
get ()
{
  local value
  value=$(sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},*$/\1/p" "$2" 2>/dev/null | head -n 1)
  case $value in '' | null) echo - ;; *) echo "$value" ;; esac
}

# limited FILE ARGUMENT...: hbkit under the limit, its JSON to FILE, which is empty if the limit was reached.
limited ()
{
  local to=$1
  shift
  { (ulimit -c 0 -t "$limit"; exec "$hbkit" "$@" --json) >"$to" || :; } 2>/dev/null
}

# known NAME VERDICT: the verdict, also where nobody found it but the making tells it.
known ()
{
  case $2:$1 in
    unknown:t-php-* | unknown:t-parity-*) case $1 in *-sat) echo consistent ;; *) echo inconsistent ;; esac ;;
    unknown:php-* | unknown:parity-*) case $1 in *-sat) echo satisfiable ;; *) echo unsatisfiable ;; esac ;;
    unknown:t-random-[0-9]*) echo consistent ;;
    *) echo "$2" ;;
  esac
}

# certify_by_run NAME FILE: the certificate of a random trace from the run that it was made of, which --orders
# tells; shuffling gives it the same names.
certify_by_run ()
{
  local words
  words=$(list | awk -v name="$1" '$1 == name { $1 = ""; print }')
  case $words in *" gen trace"*) ;; *) return 0 ;; esac
  # shellcheck disable=SC2086
  "$hbkit" $words --orders | "$hbkit" shuffle - --seed 1 -o "$out/measured/$1.orders.edt"
  "$hbkit" check -q "$out/measured/$1.orders.edt" --certificate "$2" >/dev/null || test $? = 10
}

measure_cnf ()
{
  local name=$1 f=$out/$1.cnf.xz m=$out/measured/$1
  limited "$m.cadical" solve "$f" --solver cadical
  limited "$m.picosat" solve "$f" --solver picosat
  local verdict=unknown s v proof=- variables clauses
  read -r _ _ variables clauses < <(xz -dc "$f" | grep '^p ')
  for s in cadical picosat; do
    v=$(get verdict "$m.$s")
    case $v in SATISFIABLE | UNSATISFIABLE) verdict=${v,,} ;; esac
  done
  verdict=$(known "$name" "$verdict")
  if [ $verdict = satisfiable ]; then
    proof=$name.model
    "$hbkit" solve -q "$f" -o "$out/$proof" || test $? = 10
  fi
  printf '%s\t' "$name.cnf.xz" "$verdict" "$variables" "$clauses" - \
    "$(get conflicts "$m.cadical")" "$(get cpu_seconds "$m.cadical")" "$(get conflicts "$m.picosat")" \
    "$(get cpu_seconds "$m.picosat")" - - - - - "$proof" >"$m.row"
}

measure_edt ()
{
  local name=$1 f=$out/$1.edt.xz m=$out/measured/$1 cert=$out/$1.hbcert.xz verdict=unknown e v proof=-
  rm -f "$cert"
  "$hbkit" info "$f" --json >"$m.info"
  limited "$m.cds" check "$f" -e cds --certificate "$cert"
  limited "$m.sat" check "$f" -e sat
  for e in cds sat; do
    v=$(get verdict "$m.$e")
    case $v in CONSISTENT | INCONSISTENT) verdict=${v,,} ;; esac
  done
  verdict=$(known "$name" "$verdict")
  # Where sat alone found the verdict, the certificate is its own.
  if [ ! -e "$cert" ] && [ "$(get verdict "$m.sat")" != - ]; then
    "$hbkit" check -q "$f" -e sat --certificate "$cert" >/dev/null || test $? -le 20
  fi
  if [ ! -e "$cert" ] && [ "$verdict" = consistent ]; then certify_by_run "$name" "$cert"; fi
  # The largest are left out: 500 kB.
  if [ -e "$cert" ] && [ "$(wc -c <"$cert")" -gt 500000 ]; then rm "$cert"; fi
  if [ -e "$cert" ]; then proof=$name.hbcert.xz; fi
  printf '%s\t' "$name.edt.xz" "$verdict" "$(get events "$m.info")" "$(get messages "$m.info")" \
    "$(get handlers "$m.info")" - - - - "$(get conflicts "$m.cds")" "$(get passes "$m.cds")" \
    "$(get cpu_seconds "$m.cds")" "$(get conflicts "$m.sat")" "$(get cpu_seconds "$m.sat")" "$proof" >"$m.row"
}

# Leaves out what is measured already (folder measured/), so that it can go on where it was stopped.
measure_one ()
{
  if [ -e "$out/measured/$1.row" ]; then return 0; fi
  if [ -e "$out/$1.cnf.xz" ]; then measure_cnf "$1"; else measure_edt "$1"; fi
  echo "$1: done" >&2
}

# By conflicts, which are the same on every machine: CaDiCaL's for formulas, those of cds for traces.
index ()
{
  printf '%s\t' grade file verdict variables_or_events clauses_or_messages handlers cadical_conflicts cadical_seconds \
    picosat_conflicts picosat_seconds cds_conflicts cds_passes cds_seconds sat_conflicts sat_seconds proof bytes
  echo command
  list | while read -r name words; do
    file=$(echo "$out/$name".*.xz | tr ' ' '\n' | grep -v hbcert)
    awk -F '\t' -v OFS='\t' -v words="$words" -v bytes="$(wc -c <"$file")" '
      { c = $2 ~ /sat/ ? $6 : $10
        other = $2 ~ /sat/ ? $8 : $13
        grade = c == "-" ? other == "-" ? "open" : "hard" : c < 100 ? "trivial" : c < 1000 ? "easy" : c < 10000 ? "medium" : "hard"
        print grade, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, bytes, words }' \
      "$out/measured/$name.row"
  done
}

case $what in
  list) list ;;
  make)
    mkdir -p "$out"
    list | while read -r name words; do
      # shellcheck disable=SC2086
      make_one "$name" $words </dev/null
    done
    ;;
  measure)
    mkdir -p "$out/measured"
    list | awk '{ print $1 }' | xargs -P "$jobs" -I NAME "$0" "$hbkit" measure-one "$out" NAME
    index >"$out/index.tsv"
    ;;
  measure-one) measure_one "$4" ;;
  index) index >"$out/index.tsv" ;;
  *) echo "expected make, measure or list" >&2 && exit 2 ;;
esac
