# mutants.awk: the mutants of a C file, one a line: LINE COLUMN LENGTH FUNCTION REPLACEMENT, with tabs
# between; FUNCTION is - outside of all.
#
# Each changes one place: an operator of logic, comparison or arithmetic, a constant, or a jump
# (continue, break, an early return) that is left out; the classical operators of Offutt et al., "An
# experimental determination of sufficient mutant operators", TOSEM 5(2), 1996, thinned to one change
# a place.  What is no code is passed over: comments, texts, directives, declarations of constants'
# names; and the end of a list, { NULL, ... }, of which nobody reads more than that.

function mutant (at, length_, by) { printf "%d\t%d\t%d\t%s\t%s\n", NR, at, length_, within, by }

# The line with comments and texts blanked, so that columns stay.
function bare (line,    out, i, c, two)
{
  out = ""
  for (i = 1; i <= length (line); i++)
    {
      c = substr (line, i, 1)
      two = substr (line, i, 2)
      if (comment)
        {
          if (two == "*/") { comment = 0; out = out " "; i++ }
          out = out " "
        }
      else if (quote != "")
        {
          if (c == "\\") { out = out " "; i++ }
          else if (c == quote) quote = ""
          out = out " "
        }
      else if (two == "/*") { comment = 1; out = out "  "; i++ }
      else if (two == "//") break
      else if (c == "\"" || c == "'") { quote = c; out = out " " }
      else out = out c
    }
  return out
}

# Every place of TEXT in the line becomes BY.
function places (line, text, by,    from, at)
{
  for (from = 1; (at = index (substr (line, from), text)) > 0; from += at + length (text) - 1)
    mutant (from + at - 1, length (text), by)
}

# Whole words only.
function words (line, word, by,    from, at, before, after)
{
  for (from = 1; (at = index (substr (line, from), word)) > 0; from += at + length (word) - 1)
    {
      before = from + at > 2 ? substr (line, from + at - 2, 1) : " "
      after = substr (line, from + at - 1 + length (word), 1)
      if (before !~ /[A-Za-z0-9_.]/ && after !~ /[A-Za-z0-9_.]/)
        mutant (from + at - 1, length (word), by)
    }
}

function numbers (line,    from, number, at)
{
  for (from = 1; match (substr (line, from), /[0-9][0-9A-Za-z_.]*/); from = at + length (number))
    {
      at = from + RSTART - 1
      number = substr (line, at, RLENGTH)
      if (number ~ /^[0-9]+$/ && substr (" " line, at, 1) !~ /[A-Za-z0-9_.]/)
        mutant (at, length (number), number == "1" ? "0" : number + 1)
    }
}

# `!` before something, but not `!=`.
function negations (line,    i)
{
  for (i = 1; i <= length (line); i++)
    if (substr (line, i, 1) == "!" && substr (line, i + 1, 1) != "=")
      mutant (i, 1, "")
}

function jump (line, what,    at)
{
  if (match (line, "(^|[ {])" what ";"))
    {
      at = RSTART + (substr (line, RSTART, 1) ~ /[ {]/)
      mutant (at, RLENGTH - (at - RSTART), ";")
    }
}

{ code[NR] = /^#/ || directive ? "" : bare ($0); directive = (/^#/ || directive) && /\\$/ }

END {
  last = NR
  within = "-"
  for (n = 1; n <= last; n++)
    {
      NR = n
      line = code[n]
      if (line !~ /[^ ]/ || line ~ /^ *\{ NULL,[^{}]*\},? *$/)
        continue
      if (line ~ /^[a-z_][a-z0-9_]* \(/) # a function's name stands at the left edge
        within = substr (line, 1, index (line, " ") - 1)
      else if (code[n - 1] ~ /^}/)
        within = "-"
      places (line, " && ", " || ")
      places (line, " || ", " && ")
      places (line, " == ", " != ")
      places (line, " != ", " == ")
      places (line, " < ", " <= ")
      places (line, " <= ", " < ")
      places (line, " > ", " >= ")
      places (line, " >= ", " > ")
      places (line, " + ", " - ")
      places (line, " - ", " + ")
      places (line, " * ", " + ")
      places (line, " / ", " * ")
      places (line, " % ", " / ")
      places (line, " & ", " | ")
      places (line, " | ", " & ")
      places (line, " ^ ", " | ")
      places (line, " << ", " >> ")
      places (line, " >> ", " << ")
      places (line, " += ", " -= ")
      places (line, " -= ", " += ")
      places (line, " &= ", " |= ")
      places (line, " |= ", " &= ")
      words (line, "true", "false")
      words (line, "false", "true")
      numbers (line)
      negations (line)
      jump (line, "continue")
      jump (line, "break")
      # A return with code behind it in its function.
      if (code[n + 1] !~ /^}/ && line ~ /;[ ]*$/)
        jump (line, "return( [^;]*)?")
    }
}
