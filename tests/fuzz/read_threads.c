/* Fuzzing what belongs to programs of threads (C): schedules, and certificates of how two versions differ. */
#include "targets.h"

#include "base/buffer.h"
#include "base/limits.h"
#include "diff/certificate.h"
#include "diff/certify.h"
#include "diff/random.h"
#include "diff/replay.h"
#include "diff/schedule.h"

#define RANK 2

/* Of each search. */
#define SECONDS 0.5
#define BYTES (UINT64_C (1) << 30)

static const char *const words[] = { "schedule threads 1",
                                     "t1",
                                     "t2",
                                     "t3",
                                     "main",
                                     "end",
                                     "0",
                                     "1",
                                     "-1",
                                     "2",
                                     "#",
                                     "\n",
                                     "int",
                                     "x",
                                     "y",
                                     "void",
                                     "if (",
                                     "else",
                                     "while (",
                                     "lock (",
                                     ");",
                                     "{",
                                     "}",
                                     "=",
                                     "+",
                                     "*",
                                     "assume (",
                                     "#define x(y) y\n",
                                     "##",
                                     "#if ",
                                     "\n#endif\n",
                                     "sizeof ",
                                     "static ",
                                     ".x = ",
                                     "[1] = ",
                                     "atomic",
                                     "hbdiff 1",
                                     "old",
                                     "new",
                                     "rank",
                                     "set",
                                     "run",
                                     "refuted",
                                     "cycle",
                                     "lemma",
                                     "facts",
                                     "rf",
                                     "so",
                                     "init",
                                     "4294967296",
                                     "99999999999999999999" };

static diff_program *
read_program (const char *data, size_t size, hb_diag *diag)
{
  struct diff_options how = { .unroll = 1 };
  return diff_read_text ("fuzzed.c", data, size, &how, diag);
}

/* --- schedules ---------------------------------------------------------------------------------- */

struct told_schedule
{
  const diff_program *program;
  const struct diff_schedule *schedule;
};

static void
write_schedule (hb_output *output, const void *what)
{
  const struct told_schedule *told = what;
  diff_schedule_write (told->program, told->schedule, NULL, output);
}

/* A walk: of the threads that can go on, any. */
static char *
make_threads (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (99, seed);
  char *text = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 6)), *second, *both;
  hb_diag *diag = hb_diag_new ();
  diff_program *program = read_program (text, strlen (text), diag);
  struct diff_search_options options = { .states = 20000 };
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  const diff_program *const versions[2] = { program, NULL };
  struct diff_scope_options all = { .all = true };
  diff_scope *scope = diff_scope_new (versions, &all, diag);
  diff_search *search = scope ? diff_search_new (program, scope, 0, &options) : NULL;
  if (search && diff_search_sets (search))
    diff_search_schedule (search, hb_rng_below (&rng, diff_search_sets (search)), &schedule);
  struct told_schedule told = { program, &schedule };
  second = fuzz_written (write_schedule, &told, NULL);
  both = fuzz_two_parts (text, second);
  diff_schedule_free (&schedule);
  diff_search_free (search);
  diff_scope_free (scope);
  diff_program_free (program);
  hb_diag_free (diag);
  hb_free (text);
  hb_free (second);
  return both;
}

static bool
read_threads (const char *data, size_t size, bool checked)
{
  size_t first, length;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  diff_program *program = read_program (data, first, diag);
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY }, again = { VEC_EMPTY, VEC_EMPTY };
  diff_lines lines = VEC_EMPTY;
  if (checked)
    fuzz_either (program, diag);
  bool read = program && second
              && diff_schedule_read (program, fuzz_file (second, size - (size_t)(second - data)),
                                     &schedule, &lines, diag);
  if (program && second && checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      struct told_schedule told = { program, &schedule }, told_again = { program, &again };
      struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      char *text = fuzz_written (write_schedule, &told, &length);
      lines.size = 0;
      if (!diff_schedule_read (program, fuzz_file (text, length), &again, &lines, diag))
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_schedule, &told_again, NULL));
      diff_replay_program (program, &schedule, &log, NULL);
      diff_log_free (&log);
    }
  vec_free (lines);
  diff_schedule_free (&schedule);
  diff_schedule_free (&again);
  diff_program_free (program);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_threads = { .name = "threads",
                                          .sources = "cfront/ diff/lower diff/graph diff/schedule",
                                          FUZZ_WORDS (words),
                                          .make = make_threads,
                                          .read = read_threads,
                                          .rounds = 300,
                                          .fresh = 4,
                                          .least = 1,
                                          .most = 2,
                                          .least_good = 10,
                                          .most_good = 95 };

/* --- certificates of a comparison --------------------------------------------------------------- */

/* What the runs of both show, by ENGINE_KIND; false if nobody knows in time. */
static bool
find_families (const diff_scope *scope, hb_id rank, const struct diff_engine_options *options,
               diff_engine *engines[2], struct diff_family families[2])
{
  bool found = true;
  hb_diag *diag = hb_diag_new ();
  for (int side = 0; side < 2; side++)
    {
      engines[side] = diff_engine_new (scope, side, options, diag);
      families[side] = (struct diff_family){ .rank = 0 };
      found = found && engines[side]
              && diff_family_find (&families[side], rank, scope->facts.size, diff_engine_ask,
                                   engines[side]);
    }
  hb_diag_free (diag);
  return found;
}

static void
free_families (diff_engine *engines[2], struct diff_family families[2])
{
  for (int side = 0; side < 2; side++)
    {
      diff_family_free (&families[side]);
      diff_engine_free (engines[side]);
    }
}

static char *
make_versions (uint64_t seed)
{
  static const struct diff_engine_options sat = { .kind = DIFF_ENGINE_SAT };
  struct hb_rng rng = hb_rng_stream (100, seed);
  for (char *all = NULL;;)
    {
      char *old = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 3)),
           *new = diff_random_version (&rng, old);
      hb_diag *diag = hb_diag_new ();
      diff_program *programs[2]
          = { read_program (old, strlen (old), diag), read_program (new, strlen (new), diag) };
      struct diff_scope_options what = { .all = true };
      const diff_program *const both[2] = { programs[0], programs[1] };
      diff_scope *scope = programs[0] && programs[1] ? diff_scope_new (both, &what, diag) : NULL;
      struct diff_claim claim = { .rank = RANK, .reading = { .unroll = 1 } };
      diff_engine *engines[2];
      struct diff_family families[2];
      if (scope && find_families (scope, RANK, &sat, engines, families))
        {
          hb_output *output = hb_output_to_memory ();
          struct diff_found found = { .families = families, .engines = engines };
          bool good = diff_certificate_write (scope, &claim, &found, NULL, output, diag);
          size_t length;
          char *certificate = hb_output_text (output, &length),
               *rest = fuzz_two_parts (new, certificate);
          all = good ? fuzz_two_parts (old, rest) : NULL;
          hb_free (rest);
          hb_free (certificate);
        }
      if (scope)
        free_families (engines, families);
      diff_scope_free (scope);
      diff_program_free (programs[0]);
      diff_program_free (programs[1]);
      hb_diag_free (diag);
      hb_free (old);
      hb_free (new);
      if (all)
        return all;
    }
}

/* Reads three parts.  *REST and *LENGTH: the third one; the programs go to files. */
static bool
versions_of (const char *data, size_t size, const char *paths[2], const char **third,
             size_t *length)
{
  size_t first, middle;
  const char *second = fuzz_second_part (data, size, &first);
  size_t rest = second ? size - (size_t)(second - data) : 0;
  *third = second ? fuzz_second_part (second, rest, &middle) : NULL;
  if (!*third)
    return false;
  paths[0] = fuzz_file_at (0, data, first);
  paths[1] = fuzz_file_at (1, second, middle);
  *length = rest - (size_t)(*third - second);
  return true;
}

/* Does the certificate say that the programs were read and compared as `make_versions` does it? */
static bool
is_ours (const char *text, size_t size, hb_id rank, const diff_scope *scope)
{
  hb_buffer start = VEC_EMPTY;
  hb_buffer_add (&start,
                 "hbdiff 1\nrank %u\nunroll 1\natomic statement\nruns blocked\ncontexts no\n"
                 "assert yes\nvariables",
                 rank);
  for (size_t v = 0; v < scope->variables.size; v++)
    hb_buffer_add (&start, " %s", scope->variables.data[v]);
  hb_buffer_add (&start, "\n");
  bool same = size >= start.size && !memcmp (text, start.data, start.size);
  vec_free (start);
  return same;
}

/* All that is certified is what the search finds. */
static void
check_versions (const char *const paths[2], const char *text, size_t size,
                const struct diff_certified *certified)
{
  static const struct diff_options how = { .unroll = 1 };
  struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
  struct diff_engine_options search = { .kind = DIFF_ENGINE_SEARCH, .limits = &limits };
  struct diff_scope_options what = { .all = true };
  diff_engine *engines[2];
  struct diff_family families[2];
  hb_diag *diag = hb_diag_new ();
  diff_program *programs[2]
      = { diff_read (paths[0], &how, diag), diff_read (paths[1], &how, diag) };
  const diff_program *const both[2] = { programs[0], programs[1] };
  bool wide = !programs[0] || !programs[1] || programs[0]->wide_choice || programs[1]->wide_choice;
  diff_scope *scope = wide ? NULL : diff_scope_new (both, &what, diag);
  bool ours = scope && is_ours (text, size, certified->rank, scope);
  bool known = ours && find_families (scope, certified->rank, &search, engines, families);
  for (int side = 0; side < 2 && known; side++)
    {
      size_t sets = 0;
      for (hb_id r = 1; r <= certified->rank; r++)
        sets += diff_family_count (&families[side], r);
      if (sets != certified->sets[side])
        hb_die ("%zu sets are certified of side %d, which has %zu", certified->sets[side], side,
                sets);
    }
  if (ours)
    free_families (engines, families);
  diff_scope_free (scope);
  diff_program_free (programs[0]);
  diff_program_free (programs[1]);
  hb_diag_free (diag);
}

static bool
read_versions (const char *data, size_t size, bool checked)
{
  const char *paths[2], *third;
  size_t length;
  if (!versions_of (data, size, paths, &third, &length))
    return false;
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("certificate", third, length, diag);
  struct diff_certified certified = diff_certify (paths, input, diag);
  hb_input_close (input);
  if (checked)
    fuzz_either (certified.verified, diag);
  if (checked && certified.verified && certified.rank <= 3 && size < 6000)
    check_versions (paths, third, length, &certified);
  hb_diag_free (diag);
  return certified.verified;
}

const struct fuzz_target fuzz_versions
    = { .name = "versions",
        .sources = "diff/certify diff/refute diff/formula diff/schedule diff/replay",
        FUZZ_WORDS (words),
        .make = make_versions,
        .read = read_versions,
        .rounds = 100,
        .fresh = 4,
        .least = 1,
        .most = 1,
        .least_good = 5,
        .most_good = 98 };
