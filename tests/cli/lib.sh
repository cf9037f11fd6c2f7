# lib.sh: what the command-line tests share.  A test is a bash script tests/cli/NAME.test of cases
# "arguments, exit status, expected output", each of which prints one line of TAP:
#
#     . "$HBKIT_TESTS/cli/lib.sh"
#
#     file small.cnf <<'END'                        # an input; the test runs in a new empty folder
#     p cnf 1 1
#     1 0
#     END
#
#     output_is "a formula without conflict" 0 fmt small.cnf <<'END'  # standard output, exactly
#     ...
#     END
#
#     output_has "no such file" 2 "error: " info nothing.edt   # standard output or error holds this
#     holds "nothing is left behind" test ! -e out.edt         # any command
#     json_is_valid "the cycle" cycle.json
#     skip "compressed by zstd" "no zstd here"
#     finish
#
# A file `stdin` in the folder is hbkit's standard input (otherwise empty); what the last case wrote
# stands in `stdout` and `stderr`, its exit status in $status.
# HBKIT is the program, HBKIT_DATA the folder data/, HBKIT_TESTS the folder tests/.
set -u
: "${HBKIT:?the hbkit to test}" "${HBKIT_DATA:?the folder data/}" "${HBKIT_TESTS:?the folder tests/}"
export LC_ALL=C
unset NO_COLOR

cases=0
scratch=$(mktemp -d "${TMPDIR:-/tmp}/hbkit-test.XXXXXX") || exit 99
# A child that is killed at its very start, before it forgets its parent's traps, runs them, too; `test` succeeds there
# whatever it is asked, `case` does not.
trap 'case $BASHPID in $$) rm -rf "$scratch" ;; esac' EXIT
cd "$scratch" || exit 99

file () { cat >"$1"; }

pass () { cases=$((cases + 1)); printf 'ok %d - %s\n' "$cases" "$1"; }
skip () { cases=$((cases + 1)); printf 'ok %d - %s # SKIP %s\n' "$cases" "$1" "$2"; }

# fail NAME: the standard input says why.
fail ()
{
  cases=$((cases + 1))
  printf 'not ok %d - %s\n' "$cases" "$1"
  sed 's/^/# /' | head -n 60
}

# run ARGUMENT...: hbkit, with `stdin`, to `stdout`, `stderr` and $status.
run ()
{
  local input=/dev/null
  if [ -e stdin ]; then input=stdin; fi
  status=0
  "$HBKIT" "$@" <"$input" >stdout 2>stderr || status=$?
}

explain ()
{
  echo "$ hbkit $*"
  echo "exit status $status"
  sed 's/^/stderr: /' stderr
}

output_is ()
{
  local name=$1 wanted=$2
  shift 2
  cat >expected
  run "$@"
  if [ "$status" = "$wanted" ] && cmp -s expected stdout; then
    pass "$name"
  else
    { explain "$@"; echo "wanted exit status $wanted"; diff -u expected stdout; } | fail "$name"
  fi
}

output_has ()
{
  local name=$1 wanted=$2 text=$3
  shift 3
  run "$@"
  if [ "$status" = "$wanted" ] && cat stdout stderr | grep -qF -e "$text"; then
    pass "$name"
  else
    { explain "$@"; sed 's/^/stdout: /' stdout; echo "wanted exit status $wanted and: $text"; } |
      fail "$name"
  fi
}

holds ()
{
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    pass "$name"
  else
    { echo "$ $*"; printf '%s\n' "$said"; } | fail "$name"
  fi
}

# python_has MODULE: Python is here, with this module (Debian's python3-minimal lacks many).
python_has () { command -v python3 >/dev/null && python3 -c "import $1" 2>/dev/null; }

# python_itself: where python3 is a script that looks for one of several (pyenv), its choice is what python3 means from here
# on; it starts ten times as fast.
python_itself ()
{
  local found
  found=$(python3 -c 'import sys; print (sys.executable)' 2>/dev/null) && PATH=${found%/*}:$PATH
}

# json_is_valid NAME FILE: FILE is one JSON value; by whatever this machine has to tell.
json_is_valid ()
{
  if python_has json; then
    holds "$1 is valid JSON" python3 -c 'import json, sys; json.load (open (sys.argv[1]))' "$2"
  elif command -v jq >/dev/null; then
    holds "$1 is valid JSON" jq -e . "$2"
  else
    skip "$1 is valid JSON" "neither python3 nor jq here"
  fi
}

# chromium_starts PROGRAM: does it show an empty page?  Not where, say, shared memory is missing.
chromium_starts ()
{
  HOME=$scratch timeout 60 "$1" --headless --no-sandbox --disable-gpu --dump-dom about:blank 2>/dev/null |
    grep -q '<html'
}

finish ()
{
  echo "1..$cases"
  exit 0
}
