# sweep_lib.sh: what the tests of sweeps share; to be read behind lib.sh.
# HBKIT_SQL is the program of sql.c.

# sql DATABASE QUERY: executes it, prints the rows.
sql () { "${HBKIT_SQL:-sqlite3}" "$@"; }

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
