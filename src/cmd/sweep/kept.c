/* See kept.h. */
#include "cmd/sweep/kept.h"

#include "cmd/sweep/db.h"
#include "cmd/sweep/folder.h"

#include "base/buffer.h"
#include "base/output.h"
#include "base/path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Lines that are quoted of what differs. */
#define MOST_QUOTED 8

/* --- what the folder has ----------------------------------------------------------------------- */

static bool
is_there (const char *folder, const char *name)
{
  char *path = hb_format ("%s/%s", folder, name);
  bool there = !access (path, F_OK);
  hb_free (path);
  return there;
}

/* The text that the database says was swept last; NULL: it says none, or there is none.  New.  One that was killed may
 * have left a database without tables: they are made now. */
static char *
text_in_database (const char *folder, bool show, hb_diag *diag)
{
  char *path = hb_format ("%s/sweep.db", folder), *text = NULL;
  struct sweep_db *db = is_there (folder, "sweep.db")
                            ? sweep_db_open (path, show ? SWEEP_DB_READ : SWEEP_DB_CREATE, diag)
                            : NULL;
  if (db)
    text = sweep_db_last_spec (db, diag);
  sweep_db_close (db);
  hb_free (path);
  return text;
}

/* OLD becomes the specification of the folder; false: it has none (or an error came). */
static bool
read_old (struct sweep_spec *old, const char *folder, bool show, hb_diag *diag)
{
  size_t before = hb_diag_errors (diag);
  char *text = text_in_database (folder, show, diag);
  hb_input *input = NULL;
  if (text)
    input = hb_input_of_bytes ("the specification in the database", text, strlen (text), diag);
  else if (is_there (folder, "sweep.spec"))
    {
      char *path = hb_format ("%s/sweep.spec", folder);
      input = hb_input_open (path, diag);
      hb_free (path);
    }
  bool good = input && sweep_spec_read_input (old, input, diag) && hb_diag_errors (diag) == before;
  hb_free (text);
  return good;
}

/* --- comparing --------------------------------------------------------------------------------- */

/* Does TEXT have the line of LENGTH bytes? */
static bool
has_line (const char *text, const char *line, size_t length)
{
  for (; *text; text += strcspn (text, "\n") + 1)
    if (strcspn (text, "\n") == length && !memcmp (text, line, length))
      return true;
  return false;
}

/* Appends the lines of ONE that OTHER has not, with WHOSE in front; how many, beyond COUNT. */
static size_t
quote_lines (hb_buffer *quoted, const char *one, const char *other, const char *whose, size_t count)
{
  for (; *one; one += strcspn (one, "\n") + 1)
    {
      size_t length = strcspn (one, "\n");
      if (has_line (other, one, length))
        continue;
      const char *text = one + strspn (one, " ");
      if (count++ < MOST_QUOTED)
        hb_buffer_add (quoted, "%s%s '%.*s'", quoted->size ? ", " : "", whose,
                       (int)(length - (size_t)(text - one)), text);
    }
  return count;
}

/* Says in DIAG what differs. */
static void
tell_difference (const char *folder, const char *old, const char *text, hb_diag *diag)
{
  hb_buffer quoted = VEC_EMPTY;
  size_t count = quote_lines (&quoted, old, text, "there", 0);
  count = quote_lines (&quoted, text, old, "here", count);
  if (count > MOST_QUOTED)
    hb_buffer_add (&quoted, ", and %zu more", count - MOST_QUOTED);
  char *list = hb_buffer_take (&quoted);
  hb_error (diag, &(struct hb_place){ .file = folder },
            "is the folder of another sweep: %s; expected the same specification, another folder, "
            "--extend (to add to it) or --replace (to begin anew)",
            *list ? list : "the same lines in another order");
  hb_free (list);
}

/* --- extending --------------------------------------------------------------------------------- */

static bool
same_grid (const struct sweep_block *a, const struct sweep_block *b)
{
  if (strcmp (a->source, b->source) != 0 || a->axes.size != b->axes.size)
    return false;
  for (size_t i = 0; i < a->axes.size; i++)
    {
      const struct sweep_axis *x = &a->axes.data[i], *y = &b->axes.data[i];
      if (strcmp (x->name, y->name) != 0 || x->values.size != y->values.size)
        return false;
      for (size_t v = 0; v < x->values.size; v++)
        if (strcmp (x->values.data[v], y->values.data[v]) != 0)
          return false;
    }
  return true;
}

/* What the block says itself or by its specification. */
static uint64_t
reps_of (const struct sweep_block *block, const struct sweep_spec *spec)
{
  return block->reps ? block->reps : spec->reps;
}

/* OLD's block BLOCK goes into SPEC, which steals it, unless SPEC has that grid. */
static void
take_block (struct sweep_spec *spec, struct sweep_spec *old, struct sweep_block *block)
{
  for (size_t b = 0; b < spec->blocks.size; b++)
    if (same_grid (&spec->blocks.data[b], block))
      {
        if (reps_of (&spec->blocks.data[b], spec) < reps_of (block, old))
          spec->blocks.data[b].reps = reps_of (block, old);
        return;
      }
  struct sweep_block taken = *block;
  taken.reps = reps_of (block, old);
  if (!taken.stages && old->stages)
    taken.stages = hb_copy_text (old->stages);
  *block = (struct sweep_block){ .axes = VEC_EMPTY };
  vec_push (spec->blocks, taken);
}

static bool
take_solver (struct sweep_spec *spec, const struct sweep_solver *solver, hb_diag *diag)
{
  for (size_t s = 0; s < spec->solvers.size; s++)
    if (!strcmp (spec->solvers.data[s].name, solver->name))
      {
        if (!strcmp (spec->solvers.data[s].command, solver->command))
          return true;
        hb_error (
            diag, NULL,
            "solver '%s' is '%s' there and '%s' here; expected another name for another solver",
            solver->name, solver->command, spec->solvers.data[s].command);
        return false;
      }
  struct sweep_solver copy = { hb_copy_text (solver->name), hb_copy_text (solver->command) };
  vec_push (spec->solvers, copy);
  return true;
}

static bool
extend (struct sweep_spec *spec, struct sweep_spec *old, const char *folder, hb_diag *diag)
{
  if (spec->seed != old->seed)
    {
      hb_error (diag, &(struct hb_place){ .file = folder },
                "has seed %llu, not %llu; a sweep has one seed, expected it or another folder",
                (unsigned long long)old->seed, (unsigned long long)spec->seed);
      return false;
    }
  bool good = true;
  for (size_t s = 0; good && s < old->solvers.size; s++)
    good = take_solver (spec, &old->solvers.data[s], diag);
  for (size_t b = 0; good && b < old->blocks.size; b++)
    take_block (spec, old, &old->blocks.data[b]);
  return good;
}

/* --- replacing --------------------------------------------------------------------------------- */

/* Moves what is there to FOLDER/replaced/N. */
static bool
put_away (const char *folder, hb_diag *diag)
{
  static const char *const names[]
      = { "sweep.db", "sweep.db-wal", "sweep.db-shm", "sweep.spec", "disagreements", "shards" };
  int lock = sweep_lock (folder, diag);
  if (lock < 0)
    return false;
  char *place = NULL;
  for (unsigned n = 1; !place || !access (place, F_OK); n++)
    {
      hb_free (place);
      place = hb_format ("%s/replaced/%u", folder, n);
    }
  bool good = hb_make_folder (place, diag);
  for (size_t i = 0; good && i < sizeof names / sizeof *names; i++)
    {
      char *from = hb_format ("%s/%s", folder, names[i]),
           *to = hb_format ("%s/%s", place, names[i]);
      if (!access (from, F_OK) && rename (from, to))
        {
          hb_error (diag, &(struct hb_place){ .file = from }, "cannot be put away: %s",
                    strerror (errno));
          good = false;
        }
      hb_free (from);
      hb_free (to);
    }
  hb_free (place);
  close (lock);
  return good;
}

/* --- all of it --------------------------------------------------------------------------------- */

/* The texts are compared with OLD's limits if limits do not matter. */
static bool
agrees (struct sweep_spec *spec, const struct sweep_spec *old, const char *folder,
        enum sweep_meant meant, hb_diag *diag)
{
  struct hb_child_limits limits = spec->limits;
  if (meant == SWEEP_MEANS_LIMITS)
    spec->limits = old->limits;
  char *text = sweep_spec_text (spec), *there = sweep_spec_text (old);
  spec->limits = limits;
  bool same = !strcmp (text, there);
  if (!same)
    tell_difference (folder, there, text, diag);
  hb_free (text);
  hb_free (there);
  return same;
}

bool
sweep_kept_agrees (struct sweep_spec *spec, const char *folder, enum sweep_meant meant, bool show,
                   hb_diag *diag)
{
  size_t before = hb_diag_errors (diag);
  bool used = is_there (folder, "sweep.db") || is_there (folder, "sweep.spec");
  if (used && meant == SWEEP_REPLACES)
    return show || put_away (folder, diag);
  struct sweep_spec old = sweep_spec_new ();
  bool known = used && read_old (&old, folder, show, diag);
  bool good = hb_diag_errors (diag) == before;
  if (good && known)
    good = meant == SWEEP_EXTENDS ? extend (spec, &old, folder, diag)
                                  : agrees (spec, &old, folder, meant, diag);
  sweep_spec_free (&old);
  return good;
}

bool
sweep_kept_write (const struct sweep_spec *spec, const char *folder, hb_diag *diag)
{
  if (!hb_make_folder (folder, diag))
    return false;
  char *path = hb_format ("%s/sweep.spec", folder), *text = sweep_spec_text (spec);
  hb_output *output = hb_output_open (path, diag);
  if (output)
    hb_put (output, text);
  hb_free (path);
  hb_free (text);
  return output && hb_output_commit (output);
}
