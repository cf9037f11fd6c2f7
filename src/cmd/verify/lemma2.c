/* hbkit verify lemma2: the run that the proof of Lemma 2 of the ED-consistency paper (Appendix C)
 * makes of a model.
 *
 * The proof orders the posts of hV by cells of the grid, "column wise through the post sequences",
 * and in each column by the fixed order of the rows.  A post of hV stands in the row's message on
 * hV, so hV has to run its messages in that order.  But the two rows of a variable that is marked
 * in a column come back to hV in the order that the variable's value gives them.  So, of each
 * satisfiable formula:
 *
 *     the trace of 3bisat-ed                                must be consistent
 *     the same with "eo hV" in the order of the proof       need not be: a first formula is shown
 *     the lift's order (reduce/bisat_lift.c), for a model   must run: rows as they come back
 *
 * All 3-BI-3SAT formulas up to --most-clauses and --most-variables, fewest clauses first. */
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "sat/solver.h"

#include "problem/ed.h"
#include "problem/sat.h"
#include "reduce/bisat_ed.h"
#include "reduce/reductions.h"
#include "gen/enumerate.h"

struct job
{
  struct verify_report report;
  size_t clauses; /* formulas of just so many */
  hb_cnf *shown;  /* the first formula for which the order of the proof does not run */
};

/* TRACE gets the line eo hV: column after column, the rows in their fixed order. */
static void
add_printed_order (hb_trace *trace, const struct hb_grid *grid)
{
  struct hb_chain chain = { .handler = hb_trace_find_handler (trace, hb_bisat_handlers[0]),
                            .first = (hb_id)trace->chained.size };
  for (hb_id j = 1; j <= grid->columns; j++)
    for (hb_id r = 0; r < 2 * grid->variables; r++)
      {
        hb_name name;
        int row = r % 2 ? -grid->numbers[r / 2] : grid->numbers[r / 2];
        vec_push (trace->chained, hb_trace_find_message (trace, hb_name_row (&name, row, j)));
        chain.count++;
      }
  vec_push (trace->eo, chain);
}

static void
look_at (struct job *job, const hb_cnf *cnf, const signed char *model)
{
  hb_diag *diag = hb_diag_new ();
  const struct hb_reduction *r = hb_reduction_find ("3bisat-ed");
  const hb_instance *source = (const hb_instance *)cnf;
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  hb_solution *lifted = r->lift (r, source, (const hb_solution *)model, target, diag);
  hb_trace *trace = (hb_trace *)target;
  struct hb_grid grid;
  if (!lifted || !r->to->check (r->to, target, lifted, diag))
    verify_fail (&job->report, NULL, "the repaired order of a model does not run: %s",
                 hb_diag_first (diag));
  if (verify_ask ("cds", trace, &job->report.limits) == HB_INCONSISTENT)
    verify_fail (&job->report, NULL, "the trace of a satisfiable formula is inconsistent");
  hb_grid_init (&grid, cnf);
  add_printed_order (trace, &grid);
  bool runs = verify_ask ("cds", trace, &job->report.limits) != HB_INCONSISTENT;
  verify_count (&job->report, "satisfiable formulas", 1);
  verify_count (&job->report, "of them with no run in the order of the proof", !runs);
  if (!runs && !job->shown)
    job->shown = hb_cnf_copy (cnf);
  hb_grid_free (&grid);
  r->to->free_solution (r->to, lifted);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

static bool
visit (const hb_cnf *cnf, void *context)
{
  struct job *job = context;
  if (hb_cnf_clauses (cnf) != job->clauses)
    return true;
  signed char *model = hb_calloc ((size_t)cnf->variables + 1, 1);
  if (hb_solve_cnf (cnf, "picosat", 0, NULL, model, job->report.cli->diag) == 10)
    look_at (job, cnf, model);
  hb_free (model);
  return verify_goes_on (&job->report);
}

static void
say_shown (struct job *job)
{
  if (!job->shown)
    {
      verify_missing (&job->report, "the order of the proof runs for all of these formulas");
      return;
    }
  char *text = hb_copy_text ("");
  for (size_t j = 0; j < hb_cnf_clauses (job->shown); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (job->shown, j, &size);
      for (size_t k = 0; k < size; k++)
        {
          char *more
              = hb_format ("%s%s%d%s", text, k ? " " : "(", clause[k], k + 1 == size ? ")" : "");
          hb_free (text);
          text = more;
        }
    }
  verify_say (&job->report, "the order of the proof has no run for %s, of fewest clauses", text);
  hb_free (text);
  hb_cnf_free (job->shown);
}

static int
run (struct cli *cli)
{
  struct job job = { .report = verify_report_begin (cli, "lemma2") };
  uint64_t most = cli_unsigned (cli, "most-clauses", 3);
  if (most > HB_MOST_ENUMERATED)
    cli_usage_error (cli, "--most-clauses takes at most %d", HB_MOST_ENUMERATED);
  for (job.clauses = 1; job.clauses <= most && !job.report.failure; job.clauses++)
    {
      struct hb_bounds bounds = { .variables = (int)cli_unsigned (cli, "most-variables", 6),
                                  .clauses = job.clauses,
                                  .literals = 3 * job.clauses };
      if (!hb_enumerate (&bounds, visit, &job))
        break;
    }
  say_shown (&job);
  return verify_report_end (&job.report);
}

const struct verify_subject verify_lemma2
    = { "lemma2", "Lemma 2: the order of the posts of hV, as its proof has it and as it can be",
        run, "most-clauses most-variables" };
