# tables.awk: results.csv as two tables in Markdown.
#
# The first is about hbkit's default engine: pairs of messages of one handler in all, pairs that the engine
# named, cycles that it learned; the engine's own time (without reading), the processor time of the whole
# process, its peak memory, the engine's time per event, and the process's processor time as a multiple of
# one pass over the trace (hbkit fmt: read it, write it).
#
# The second has processor seconds of the whole process for each peer, and how many times that of hbkit it is.
# >: ran out of time; large: the export refuses so many pairs; refused: the engine does, or gave up early;
# -: not asked, as it did not finish this trace shuffled, or a smaller one of the family.
BEGIN { FS = ","; row = 0 }

NR == 1 { next }

{
  key = $2 "," $3
  if (!(key in seen)) { seen[key] = 1; keys[++row] = key }
  title[key] = $2 ($3 == "shuffled" ? ", shuffled" : "")
  sizes[key] = number($4) " | " number($5) " | " number($7)
  if ($9 == "cds") {
    cds[key] = $12
    own[key] = sizes[key] " | " ($10 == "ok" ? "" : $10 " ") number($16) " | " number($15) " | " \
      seconds($11) " | " seconds($12) " | " sprintf("%.1f", $14 * 1024 / 1e6) " | " \
      ($11 == "" ? "" : sprintf("%.0f", $11 * 1e9 / $4)) " | " ratio($12, $17)
  } else {
    if (!($9 in known)) { known[$9] = 1; solver[++solvers] = $9 }
    cell[key, $9] = peer($10, $12, cds[key])
  }
}

# 12345678 as 12,345,678.
function number(n,    text) {
  for (text = ""; length(n) > 3; n = substr(n, 1, length(n) - 3))
    text = "," substr(n, length(n) - 2) text
  return n text
}

function seconds(s) {
  return s == "" ? "" : s < 0.01 ? sprintf("%.4f", s) : s < 1 ? sprintf("%.3f", s) : s < 10 ? sprintf("%.2f", s) : sprintf("%.1f", s)
}

# A / B, both measured to the millisecond.
function ratio(a, b) {
  if (a == "" || b == "") return ""
  b = b < 0.001 ? 0.001 : b
  return a / b < 10 ? sprintf("%.1f", a / b) : number(sprintf("%.0f", a / b))
}

function peer(status, cpu, mine) {
  if (status == "skipped") return "-"
  if (status == "toolarge") return "large"
  if (status == "timeout") return "> " limit " (> " ratio(limit, mine) "x)"
  if (status != "ok") return status
  return seconds(cpu) " (" ratio(cpu, mine) "x)"
}

END {
  print "| trace | events | messages | pairs | named | conflicts | engine s | process s | MB | ns/event | passes |"
  print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
  for (i = 1; i <= row; i++) print "| " title[keys[i]] " | " own[keys[i]] " |"
  if (!solvers) exit
  print ""
  line = "| trace | hbkit |"
  rule = "| --- | ---: |"
  for (s = 1; s <= solvers; s++) { line = line " " solver[s] " |"; rule = rule " ---: |" }
  print line
  print rule
  for (i = 1; i <= row; i++) {
    line = "| " title[keys[i]] " | " seconds(cds[keys[i]]) " |"
    for (s = 1; s <= solvers; s++) line = line " " cell[keys[i], solver[s]] " |"
    print line
  }
}
