# by-hall.awk: the share of lines that were run, a row a hall, by the table of src/README.md and in its order.
#
#     awk -f by-hall.awk src/README.md coverage/files.csv              what gcovr --csv wrote
#     awk -f by-hall.awk -v root=FOLDER src/README.md hbkit.info       what lcov --capture wrote, of sources in FOLDER
#
# A file counts for the longest listed hall that it lies in; what lies in none (tests, headers of the system) is left
# out.  Exits with 1 if there is no line to count.

# Rows of the table: | floor | `hall/` | ... |
FNR == NR {
  if ($0 ~ /^\| [0-9]+ \| `[a-z\/]+\/` \|/) {
    split($0, cell, " *\\| *"); hall = cell[3]; gsub(/`/, "", hall); sub(/\/$/, "", hall)
    name[++halls] = hall; listed[hall] = 1
  }
  next
}

# lcov: SF:FILE, then DA:LINE,TIMES for each of its lines.
/^SF:/ { file = substr($0, 4); if (index(file, root "/") == 1) file = substr(file, length(root) + 2); next }
/^DA:/ { split(substr($0, 4), part, ","); count(file, 1, part[2] > 0); next }

# gcovr: file, lines, lines run, ...; its first row names the columns.
split($0, column, ",") > 3 && column[2] ~ /^[0-9]+$/ { count(column[1], column[2], column[3]) }

function count(path, more, run) {
  while (sub(/\/[^\/]*$/, "", path))
    if (path in listed) { lines[path] += more; covered[path] += run; all += more; all_covered += run; return }
}
function row(hall, total, part) { printf "%-18s %6d lines  %5.1f %%\n", hall, total, 100 * part / total }

END {
  if (!all) { print "by-hall: no line of any hall was counted" >"/dev/stderr"; exit 1 }
  for (i = 1; i <= halls; i++) if (lines[name[i]]) row(name[i], lines[name[i]], covered[name[i]])
  row("all", all, all_covered)
}
