# sweep_lib.sh: what the tests of sweeps share; to be read behind lib.sh.

# sql DATABASE QUERY: its rows, by whatever this machine has.
sql ()
{
  if command -v sqlite3 >/dev/null; then
    sqlite3 "$1" "$2"
  else
    python3 -c 'import sqlite3, sys
for row in sqlite3.connect (sys.argv[1]).execute (sys.argv[2]):
    print ("|".join ("" if x is None else str (x) for x in row))' "$1" "$2"
  fi
}

if ! command -v sqlite3 >/dev/null && ! python3 -c 'import sqlite3' 2>/dev/null; then
  skip "sweeps" "neither sqlite3 nor python3 here to look at databases"
  finish
fi

# facts DATABASE: all of it that does not depend on the clock, the machine and the number of attempts.
facts ()
{
  sql "$1" "SELECT id, instance, stage, tool, input, command, setup, input_sha256, output_sha256, bytes,
    variables, clauses, literals, twos, events, messages, handlers, outcome, detail, exit_code, signal,
    verdict, answer, pairs, rounds, conflicts, deadlocks, steps, passes FROM runs ORDER BY id"
  sql "$1" "SELECT * FROM instances ORDER BY id"
}

# same_facts NAME DATABASE DATABASE
same_facts ()
{
  facts "$2" >facts.1
  facts "$3" >facts.2
  if [ -s facts.1 ] && cmp -s facts.1 facts.2; then
    pass "$1"
  else
    diff facts.1 facts.2 | fail "$1"
  fi
}
