/* See z3.h. */
#include "cmd/table/z3.h"
#include "base/path.h"

#include "base/child.h"
#include "import/encode.h"
#include "base/input.h"
#include "base/temporary.h"

#include <string.h>

bool
table_z3_open (struct table_z3 *z3, hb_diag *diag)
{
  z3->program = hb_find_program ("z3");
  z3->missing = !z3->program;
  if (z3->missing)
    return true;
  z3->folder = hb_temporary_folder ("z3", diag);
  return z3->folder;
}

void
table_z3_close (struct table_z3 *z3)
{
  hb_temporary_remove (z3->folder);
  hb_free (z3->program);
}

static bool
write_problem (const struct table_z3 *z3, const hb_trace *trace, hb_diag *diag)
{
  struct hb_encode_options options = { .form = z3->as_printed ? HB_ENCODE_SPECIAL : HB_ENCODE_IDL,
                                       .as_printed = z3->as_printed,
                                       .all_events = z3->as_printed,
                                       .most_pairs = UINT64_MAX };
  char *path = hb_format ("%s/t.smt2", z3->folder);
  hb_output *output = hb_output_open (path, diag);
  hb_free (path);
  if (output && !hb_encode (trace, &options, output, diag))
    {
      hb_output_discard (output);
      return false;
    }
  return output && hb_output_commit (output);
}

/* The first line that is an answer. */
static bool
read_answer (const struct table_z3 *z3, enum hb_verdict *verdict, hb_diag *diag)
{
  char *path = hb_format ("%s/out", z3->folder);
  hb_input *input = hb_input_open (path, diag);
  const char *line;
  size_t length;
  hb_free (path);
  while (input && *verdict == HB_UNKNOWN && hb_input_line (input, &line, &length))
    if (length == 3 && !memcmp (line, "sat", 3))
      *verdict = HB_CONSISTENT;
    else if (length == 5 && !memcmp (line, "unsat", 5))
      *verdict = HB_INCONSISTENT;
  hb_input_close (input);
  return input;
}

bool
table_z3_decide (const struct table_z3 *z3, const hb_trace *trace, double timeout,
                 enum hb_verdict *verdict, double *seconds, hb_diag *diag)
{
  char *arguments[] = { (char *)"z3", (char *)"t.smt2", NULL };
  struct hb_child_start start = { .program = z3->program,
                                  .arguments = arguments,
                                  .folder = z3->folder,
                                  .output = "out",
                                  .errors = "err" };
  struct hb_child_limits limits = { .wall = timeout };
  struct hb_child child;
  *verdict = HB_UNKNOWN;
  *seconds = 0;
  if (!write_problem (z3, trace, diag) || !hb_child_start (&child, &start, &limits, diag))
    return false;
  while (!hb_child_over (&child))
    {
      if (hb_interrupted ())
        hb_child_kill (&child);
      else
        hb_child_wait (0.05);
    }
  *seconds = child.wall;
  return child.end != HB_CHILD_EXITED || read_answer (z3, verdict, diag);
}

const char *
table_z3_form (const struct table_z3 *z3)
{
  return z3->as_printed
             ? "special relations, Algorithm 2 as printed (orders of messages and of posts "
               "not tied to each other)"
             : "integer differences, with the order of posts tied to that of messages";
}
