# make-trace.sh: the traces of bench/traces.  Needs HBKIT, HBKIT_BENCH_HARD and HBKIT_BENCH_SEED, and $here and
# $scratch set.
access="--posts 0.02 --reads 0.6 --writes 0.4" # of Android-like traces

# make_trace KIND OPTIONS: $scratch/t.edt as generated and $scratch/s.edt shuffled.
make_trace ()
{
  local options=${2/HARD/$HBKIT_BENCH_HARD}
  local -a words
  read -r -a words <<<"${options/ACCESS/$access}"
  case $1 in
    bisat) "$HBKIT" gen cnf "${words[@]}" | "$HBKIT" reduce 3bisat-ed - -o "$scratch/t.edt" ;;
    tovey)
      "$HBKIT" gen cnf "${words[@]}" | "$HBKIT" reduce 3sat-3bisat - |
        "$HBKIT" reduce 3bisat-ed - -o "$scratch/t.edt"
      ;;
    data) "$HBKIT" reduce 3bisat-ed "$here/../data/${words[0]}" -o "$scratch/t.edt" ;;
    trace) "$HBKIT" gen trace "${words[@]}" -o "$scratch/t.edt" ;;
  esac && "$HBKIT" shuffle "$scratch/t.edt" --seed "$HBKIT_BENCH_SEED" -o "$scratch/s.edt"
}
