# SAT to SAT: every literal changes its sign, and so do models, there and back.
#
# A complete example of a reduction for hbkit in shell.  `sh flip.sh <file` does it once; `sh flip.sh serve` is asked
# again and again.

# Lines of numbers, "v" before them perhaps, change their signs; all others stay.
flip () {
  sed '/^[psc]/!{ s/-\{0,1\}[1-9][0-9]*/-&/g; s/--//g; }'
}

# A request is a line with the verb; files, each after a line `ROLE LINES`; and a line `end`.  The first file is the
# one to be flipped: the source, or the solution.
serve () {
  while read -r verb options; do
    case $verb in reduce) makes=target ;; lift) makes=lifted ;; *) makes=extracted ;; esac
    first=yes
    while read -r role lines && [ "$role" != end ]; do
      [ $first = no ] || echo "$makes $lines"
      while [ "$lines" -gt 0 ]; do
        IFS= read -r line
        [ $first = no ] || printf '%s\n' "$line" | flip
        lines=$((lines - 1))
      done
      first=no
    done
    echo end
  done
}

if [ "${1-}" = serve ]; then serve; else flip; fi
