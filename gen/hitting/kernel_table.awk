# kernel_table.awk: files kernel-D-K.sched (data/hitting/) as the entries of the table in kernel_table.c: schedule after
# schedule, a letter a node, A .. Z, a .. for nodes 0 .. 25, 26 ..
function flush_entry() { if (open) printf "  },\n" }
FNR == 1 {
  flush_entry()
  name = FILENAME
  sub(/.*kernel-/, "", name)
  sub(/\.sched$/, "", name)
  split(name, part, "-")
  printf "  { %d, %d,\n", part[1], part[2]
  open = 1
}
$1 == "order" {
  printf "    \""
  for (i = 2; i <= NF; i++)
    printf "%s", substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", $i + 1, 1)
  printf "\"\n"
}
END { flush_entry() }
