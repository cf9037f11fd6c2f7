# faults.sh: every call that can fail does, once: no crash, nothing half-written, no success that is none.
#
#     . "$HBKIT_TESTS/faults/faults.sh"
#     inputs t.edt                            # files in the folder that each run needs, in a new folder
#     faulty "check" "w.edt" check -q t.edt --witness w.edt     # a name, files that come out, the command
#
# Runs the command as it is, then for each kind of fault (faults.c) and n = 1, 2, ... until a run is over
# before its nth call; in `make check` for some n only, the first ones and ever fewer, under `make faults`
# (HBKIT_FAULTS=all) for all.  A run with a fault is right if
#
#   - it ends with exit status 2 and a message, and each file that comes out is what stood there before, or
#     is whole; or the fault did not matter: exit status, standard output and files are those without it;
#   - nothing else is left in the folder.

kinds=${HBKIT_FAULT_KINDS:-memory write rename open process database}
injected=0

inputs () { rm -rf inputs; mkdir inputs; [ $# = 0 ] || cp -R "$@" inputs/; }

# faulty_run FAULT ARGUMENT...: in the new folder `here`; sets $status.
faulty_run ()
{
  rm -rf here told
  cp -R inputs here
  for made in $files; do echo old >"here/$made"; done
  status=0
  ( cd here && HBKIT_FAULT=$1 HBKIT_FAULT_TOLD=../told \
      TMPDIR=$PWD timeout 60 env ${1:+LD_PRELOAD="$HBKIT_FAULTS_SO"} "$HBKIT" "${@:2}" >../out 2>../err </dev/null ) 2>/dev/null || status=$?
}

# Is what the run left as it has to be?  Otherwise says why not.
left_well ()
{
  local made
  for made in $files; do
    if ! cmp -s "here/$made" "whole/$made" && [ "$(cat "here/$made" 2>&1)" != old ]; then
      echo "$made is neither the old file nor the whole one"
    fi
  done
  for made in $(cd here && ls -A); do
    [ -e "inputs/$made" ] || [ -e "whole/$made" ] || echo "$made is left behind"
  done
}

# The same as without the fault?
made_well ()
{
  [ $status = "$wanted" ] && cmp -s out whole.out || return 1
  local made
  for made in $files; do cmp -s "here/$made" "whole/$made" || return 1; done
}

# judge: says what is wrong with the run, nothing if it is right.
judge ()
{
  if [ $status -ge 124 ]; then echo "ended by signal or time, status $status"
  elif made_well; then left_well
  elif [ $status != 2 ]; then echo "exit status $status"
  elif [ ! -s err ]; then echo "exit status 2 without a message"
  else left_well
  fi
}

# The next n to try.
next_fault ()
{
  if [ "${HBKIT_FAULTS:-}" = all ] || [ "$1" -lt 3 ]; then echo $(($1 + 1)); else echo $(($1 * 2 + 1)); fi
}

faulty ()
{
  local name=$1 kind n wrong count
  files=$2
  shift 2
  faulty_run "" "$@"
  wanted=$status
  rm -rf whole
  cp -R here whole
  cp out whole.out
  case $wanted in
    0 | 1 | 10 | 20) ;;
    *) { echo "exit status $wanted without a fault"; cat err; } | fail "$name"; return ;;
  esac
  for kind in $kinds; do
    count=0 wrong=
    for ((n = 1; ; n = $(next_fault $n))); do
      faulty_run "$kind:$n" "$@"
      [ -e told ] || break
      count=$((count + 1))
      said=$(judge)
      if [ -n "$said" ]; then
        wrong="$wrong$kind:$n: $said; $(tail -n 1 err)"$'\n'
      fi
    done
    injected=$((injected + count))
    [ $count = 0 ] && [ -z "$wrong" ] && continue
    if [ -z "$wrong" ]; then pass "$name: $count faults of $kind"
    else { echo "$ hbkit $*"; echo "$wrong"; } | fail "$name: $kind"
    fi
  done
}
