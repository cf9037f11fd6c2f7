/* Fuzzing readers of proofs: certificates and cycles, each with its trace. */
#include "certificate_damage.h"
#include "certificate_oracle.h"
#include "differential.h"
#include "targets.h"

#include "base/buffer.h"
#include "engine/engine.h"
#include "format/cycle_file.h"
#include "proof/certificate.h"
#include "proof/certify.h"
#include "small_traces.h"
#include "trace/order.h"
#include "wild_traces.h"

extern const struct hb_engine hb_engine_explore;

/* A small trace, most often inconsistent.  New. */
static hb_trace *
make_wild (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (31, seed);
  struct wild_shape shape = { .messages = 6,
                              .accesses = 10,
                              .externals = 10,
                              .mailbox = seed % 2 ? -2 : 0,
                              .chains = seed % 3 == 0,
                              .interleaved = seed % 4 != 0 };
  return wild_trace (&rng, shape);
}

/* --- certificates ------------------------------------------------------------------------------- */

static const char *const certificate_words[] = { "hbcert 1",
                                                 "trace",
                                                 "consistent",
                                                 "inconsistent",
                                                 "end",
                                                 "eo",
                                                 "mo",
                                                 "run",
                                                 "cycle",
                                                 "rup",
                                                 "del",
                                                 "po",
                                                 "rf",
                                                 "co",
                                                 "fr",
                                                 "pb",
                                                 "gp",
                                                 "eo:",
                                                 "mo:",
                                                 "gp:",
                                                 "<",
                                                 "0<1",
                                                 "eo:1<0",
                                                 "mo:0<1",
                                                 "gp:1<2",
                                                 "0-3",
                                                 "0",
                                                 "1",
                                                 "2",
                                                 "3",
                                                 "4",
                                                 "5",
                                                 "18446744073709551615",
                                                 "4294967295",
                                                 "-1",
                                                 "#",
                                                 "\n",
                                                 "rup\nend\n" };

static char *
make_certificate (uint64_t seed)
{
  hb_trace *trace = make_wild (seed);
  hb_diag *diag = hb_diag_new ();
  const struct hb_engine *engines[] = { hb_engine_for (trace), hb_engine_find ("sat") };
  hb_check_result result;
  struct hb_check_options options = { 0 };
  struct hb_certificate_options minimal = { .minimal = seed % 3 == 0 };
  hb_check (engines[seed % 2], trace, &options, &result);
  struct hb_certificate certificate = hb_certificate_new (trace, &result, &minimal, diag);
  if (!certificate.text)
    hb_die ("no certificate: %s", hb_diag_first (diag));
  char *text = text_of_trace (trace, NULL);
  char *second = hb_copy_bytes (certificate.text, certificate.size);
  char *both = fuzz_two_parts (text, second);
  hb_free (text);
  hb_free (second);
  hb_certificate_free (&certificate);
  hb_check_result_free (&result);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return both;
}

/* Both parts; the verdict that is proved. */
static struct hb_certified
read_certificate (const char *data, size_t size, hb_trace **trace, const char **second,
                  hb_diag *diag)
{
  struct hb_certified certified = { .verdict = HB_UNKNOWN };
  size_t first;
  *second = fuzz_second_part (data, size, &first);
  *trace = fuzz_trace_of_bytes (data, first, diag);
  if (*trace && *second)
    {
      hb_input *input = hb_input_of_bytes ("c", *second, size - (size_t)(*second - data), diag);
      certified = hb_certify (*trace, input, diag);
      hb_input_close (input);
      fuzz_either (certified.verdict != HB_UNKNOWN, diag);
    }
  return certified;
}

/* Words with one blank between them, without comments and empty lines, as the second checker wants them.  New. */
static char *
canonical (const char *text, size_t size)
{
  hb_buffer out = VEC_EMPTY;
  for (size_t at = 0; at < size;)
    {
      const char *line = text + at, *stop = memchr (line, '\n', size - at);
      size_t length = stop ? (size_t)(stop - line) : size - at, words = 0;
      at += length + 1;
      length -= length && line[length - 1] == '\r';
      for (size_t i = 0; i < length;)
        {
          size_t from = i;
          while (i < length && line[i] != ' ' && line[i] != '\t')
            i++;
          if (i > from && line[from] == '#')
            break;
          if (i > from)
            hb_buffer_add (&out, "%s%.*s", words++ ? " " : "", (int)(i - from), line + from);
          i += i < length;
        }
      if (words)
        hb_buffer_add (&out, "\n");
    }
  return hb_buffer_take (&out);
}

/* What is proved is true: the second checker and the exhaustive search say so. */
static bool
try_certificate (const char *data, size_t size, bool checked)
{
  const char *second;
  hb_trace *trace;
  hb_diag *diag = hb_diag_new ();
  enum hb_verdict verdict = read_certificate (data, size, &trace, &second, diag).verdict;
  bool small = checked && trace && trace->messages.size <= 9 && trace->events.size <= 40;
  if (small && second && !memchr (data, 0, size))
    {
      char *plain = canonical (second, size - (size_t)(second - data));
      enum hb_verdict other = oracle_certify (trace, plain, strlen (plain), true);
      if (other != verdict)
        hb_die ("certify says %d, the second checker %d: %s\n%.*s", verdict, other,
                hb_diag_first (diag) ? hb_diag_first (diag) : "", (int)size, data);
      hb_free (plain);
    }
  if (small && verdict != HB_UNKNOWN)
    {
      struct hb_check_options options = { 0 };
      hb_check_result result;
      hb_check (&hb_engine_explore, trace, &options, &result);
      if (result.verdict != verdict)
        hb_die ("%d is proved, but exploring says %d", verdict, result.verdict);
      hb_check_result_free (&result);
    }
  hb_trace_free (trace);
  hb_diag_free (diag);
  return verdict != HB_UNKNOWN;
}

static bool
mutate_certificate (struct hb_rng *rng, struct text *text)
{
  size_t first;
  const char *second = fuzz_second_part (text->data, text->size, &first);
  if (hb_rng_below (rng, 8) == 0)
    return fuzz_mutate_part (rng, text, 0, fuzz_mutate_trace);
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = second ? fuzz_trace_of_bytes (text->data, first, diag) : NULL;
  struct lines lines = { VEC_EMPTY };
  if (trace)
    lines = lines_of (second, text->size - (size_t)(second - text->data));
  /* Such damages need lines of at least one word. */
  bool whole = lines.lines.size > 3;
  for (size_t i = 0; i < lines.lines.size; i++)
    whole = whole && lines.lines.data[i].words.size;
  if (whole && do_damage (rng, trace, &lines, (enum damage)hb_rng_below (rng, DAMAGES)))
    {
      size_t size;
      char *damaged = text_of_lines (&lines, &size);
      text_splice (text, (size_t)(second - text->data), text->size, damaged, size);
      hb_free (damaged);
    }
  else
    whole = false;
  free_lines (&lines);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return whole;
}

const struct fuzz_target fuzz_certificate = { .name = "certificate",
                                              .sources = "proof/certify proof/unit sat/rup",
                                              FUZZ_WORDS (certificate_words),
                                              .make = make_certificate,
                                              .read = try_certificate,
                                              .mutate = mutate_certificate,
                                              .rounds = 400,
                                              .fresh = 4,
                                              .least = 1,
                                              .most = 2,
                                              .least_good = 20,
                                              .most_good = 95 };

/* --- cycles ------------------------------------------------------------------------------------- */

static const char *const cycle_words[]
    = { "{",         "}",        "[",        "]",          ":",         ",",
        "\"steps\"", "\"from\"", "\"to\"",   "\"po\"",     "\"rf\"",    "\"co\"",
        "\"fr\"",    "\"pb\"",   "\"eo\"",   "\"mo\"",     "\"gp\"",    "\"m0\"",
        "\"m1\"",    "\"m2\"",   "\"m1@0\"", "\"before\"", "\"after\"", "\"relation\"",
        "null",      "0",        "\"\"" };

struct told_cycle
{
  const hb_trace *trace;
  const struct hb_cycle *cycle;
};

static void
write_cycle (hb_output *output, const void *what)
{
  const struct told_cycle *told = what;
  hb_cycle_write (output, told->trace, told->cycle);
}

static char *
make_cycle (uint64_t seed)
{
  char *both = NULL;
  for (uint64_t i = 0; !both; i++)
    {
      hb_trace *trace = make_wild (seed * 1000 + i);
      hb_check_result result;
      struct hb_check_options options = { 0 };
      hb_check (seed % 2 ? hb_engine_for (trace) : hb_engine_find ("sat"), trace, &options,
                &result);
      if (result.cycles.size)
        {
          struct told_cycle told = { trace, &result.cycles.data[seed % result.cycles.size] };
          char *first = text_of_trace (trace, NULL),
               *second = fuzz_written (write_cycle, &told, NULL);
          both = fuzz_two_parts (first, second);
          hb_free (first);
          hb_free (second);
        }
      hb_check_result_free (&result);
      hb_trace_free (trace);
    }
  return both;
}

static bool
read_cycle (const char *data, size_t size, bool checked)
{
  size_t first;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = fuzz_trace_of_bytes (data, first, diag);
  struct hb_cycle cycle = { VEC_EMPTY }, again = { VEC_EMPTY };
  bool read = false;
  if (trace && second)
    {
      const char *path = fuzz_file (second, size - (size_t)(second - data));
      read = hb_cycle_read (path, trace, &cycle, diag);
      fuzz_either (read, diag);
    }
  if (read && checked)
    {
      const char *why;
      if (!hb_cycle_holds (trace, &cycle, &why))
        hb_die ("a cycle that does not hold was read: %s", why);
      struct told_cycle told = { trace, &cycle }, told_again = { trace, &again };
      size_t length;
      char *text = fuzz_written (write_cycle, &told, &length);
      if (!hb_cycle_read (fuzz_file (text, length), trace, &again, diag))
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_cycle, &told_again, NULL));
    }
  hb_cycle_free (&cycle);
  hb_cycle_free (&again);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return read;
}

static bool
mutate_cycle (struct hb_rng *rng, struct text *text)
{
  return fuzz_mutate_part (rng, text, 0, fuzz_mutate_trace);
}

const struct fuzz_target fuzz_cycle = { .name = "cycle",
                                        .sources = "format/cycle_file trace/cycle",
                                        FUZZ_WORDS (cycle_words),
                                        .make = make_cycle,
                                        .read = read_cycle,
                                        .mutate = mutate_cycle,
                                        .rounds = 300,
                                        .fresh = 4,
                                        .least = 1,
                                        .most = 2,
                                        .least_good = 33,
                                        .most_good = 95 };
