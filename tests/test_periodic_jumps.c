/* Jumps in the bodies of periodic programs: goto, break, continue, return, and cases within other statements; and pointers,
 * into structs, too.  What random functions return is what the C compiler's program says, and nothing else, by the solver, in
 * a run, and with a proof. */
#include "unit.h"

#include "base/buffer.h"
#include "base/rng.h"
#include "c_compiler.h"
#include "periodic/decide.h"
#include "periodic_proofs.h"
#include "text_damage.h"

#define INPUTS 8
#define FUNCTIONS 40

/* A function that is being written. */
struct draft
{
  hb_buffer *text;
  struct hb_rng *rng;
  int loops[8], loop_depth, next_loop; /* the loops around, by number */
  struct
  {
    int label, loops[8], depth;
  } gotos[16]; /* whose labels are still to come, and the loops around them */
  int goto_count, next_label;
  int cases; /* of the innermost switch: values that are taken, one bit each; -1: no case can stand here */
  bool has_default, breaks, helper;
};

static void statement (struct draft *d, int depth);

static void
condition (struct draft *d)
{
  static const char *const all[]
      = { "in & 1", "in & 2", "in & 4", "h & 1", "h & 2", "in > h", "in & 1 && h & 1", "in < 5" };
  hb_buffer_add (d->text, "%s", all[hb_rng_below (d->rng, sizeof all / sizeof *all)]);
}

/* A label for a goto of before, if one may stand here: a loop is entered from above alone. */
static void
label (struct draft *d)
{
  if (!d->goto_count)
    return;
  int i = (int)hb_rng_below (d->rng, (uint64_t)d->goto_count);
  if (d->gotos[i].depth < d->loop_depth
      || memcmp (d->gotos[i].loops, d->loops, (size_t)d->loop_depth * sizeof *d->loops))
    return;
  hb_buffer_add (d->text, "L%d: ", d->gotos[i].label);
  d->gotos[i] = d->gotos[--d->goto_count];
}

static void
jump (struct draft *d)
{
  switch (hb_rng_below (d->rng, 6))
    {
    case 0:
      hb_buffer_add (d->text, "%s;\n", d->loop_depth ? "continue" : d->breaks ? "break" : "");
      return;
    case 1:
      hb_buffer_add (d->text, "%s;\n", d->breaks ? "break" : "");
      return;
    case 2:
      hb_buffer_add (d->text, "return h + %u;\n", (unsigned)hb_rng_below (d->rng, 4));
      return;
    default:
      if (d->goto_count < 16)
        {
          memcpy (d->gotos[d->goto_count].loops, d->loops, sizeof d->loops);
          d->gotos[d->goto_count].depth = d->loop_depth;
          d->gotos[d->goto_count++].label = d->next_label;
          hb_buffer_add (d->text, "goto L%d;\n", d->next_label++);
        }
      else
        hb_buffer_add (d->text, ";\n");
    }
}

static void
block (struct draft *d, int depth)
{
  hb_buffer_add (d->text, "{\n");
  for (uint64_t count = 1 + hb_rng_below (d->rng, 3); count--;)
    statement (d, depth - 1);
  label (d);
  hb_buffer_add (d->text, ";\n}\n");
}

static void
loop (struct draft *d, int depth)
{
  int number = d->next_loop++, cases = d->cases;
  bool breaks = d->breaks;
  d->cases = -1;
  d->breaks = true;
  bool after = hb_rng_coin (d->rng);
  hb_buffer_add (d->text, "i%d = 0;\n", number);
  if (after)
    hb_buffer_add (d->text, "do\n");
  else
    hb_buffer_add (d->text, "for (; i%d < 2; i%d++)\n", number, number);
  d->loops[d->loop_depth++] = number;
  block (d, depth);
  d->loop_depth--;
  if (after)
    hb_buffer_add (d->text, "while (++i%d < 2);\n", number);
  d->cases = cases;
  d->breaks = breaks;
}

static void
choose (struct draft *d, int depth)
{
  int cases = d->cases;
  bool has_default = d->has_default, breaks = d->breaks;
  d->cases = 0;
  d->has_default = false;
  d->breaks = true;
  hb_buffer_add (d->text, "switch (%s)\n", hb_rng_coin (d->rng) ? "in & 3" : "(in + h) & 3");
  block (d, depth);
  d->cases = cases;
  d->has_default = has_default;
  d->breaks = breaks;
}

/* Something about places. */
static void
place (struct draft *d)
{
  static const char *const all[] = {
    "{ unsigned char *p = s.a + 1; *p = h; p[-(int)(in & 1)] += in; }\n",
    "{ struct s *q = t + 1; q->k ^= h; q[-(int)(in & 1)].z[1] = h; }\n",
    "h ^= t[in & 1].k + t[h & 1].a[1] + s.z[1];\n",
    "{ unsigned short *p = g.z; p[h & 1] ^= in; h += *p; }\n",
    "set (&t[1].z[1], h);\n",
    "set (in & 1 ? s.z : s.z, h + 1);\n",
    "{ struct s *q = &g; void *v = q; q = v; t[in & 1] = *q; q->a[in >> 1 & 1]++; }\n",
    "{ unsigned char *p = g.a, *e = p + 2; for (; p != e; p++) h ^= *p; }\n",
    "{ unsigned short *p = t[1].z, *e = p + 2; while (p < e) h += *p++ + (unsigned)(e - p); }\n",
    "{ struct s *q = t + (h & 1 ? 1 : 1); h ^= (unsigned)(q - t) + (q >= t) + (&t[2] <= q); }\n",
    "{ unsigned short *p = in & 1 ? s.z : &t[1].z[1]; *p ^= h; h += p[0]; }\n",
    "set (&g.z[h & 1], in); h ^= g.z[in & 1];\n",
    "{ struct s *q = &t[h & 1]; q->a[in & 1] = h; q->k += q->a[1]; h ^= t[in & 1].k; }\n",
    "t[in & 1].z[h & 1] ^= in; h += t[h & 1].z[in >> 1 & 1];\n",
    "{ unsigned short *p = find (g.z, h & 3); if (p) *p += 3; else h++; h ^= g.z[1]; }\n",
    "{ unsigned char *p = s.a; if (in & 2) p++; else *p = h; h += *p + (p == s.a) + (p - s.a); }\n",
    "{ unsigned short *p = fixed[in & 1]; *p = h; h += p == fixed[h & 1] && fixed[2] != p; }\n",
    "{ struct s *p = 0, *q = in & 4 ? &g : p; if (in & 4) q->k += h; h += q == 0; if (q) h ^= "
    "q->k; }\n",
    "{ unsigned char *p = &t[in & 1].a[1]; if (h & 1) p = &s.a[in >> 1 & 1]; *p ^= 5; h += *p; }\n",
    "{ const struct s *q = t; while (q < &t[2] && !(q->k & 1)) q++; h += (unsigned)(q - t); }\n",
    "*fixed[1] ^= h; h += fixed[0] == g.z && fixed[2] == 0;\n"
  };
  hb_buffer_add (d->text, "%s", all[hb_rng_below (d->rng, sizeof all / sizeof *all)]);
}

static void
statement (struct draft *d, int depth)
{
  int value = (int)hb_rng_below (d->rng, 4);
  if (d->cases >= 0 && hb_rng_below (d->rng, 3))
    {
      if (!(d->cases >> value & 1))
        hb_buffer_add (d->text, "case %d: ", value);
      else if (!d->has_default)
        hb_buffer_add (d->text, "default: ");
      d->has_default |= d->cases >> value & 1;
      d->cases |= 1 << value;
    }
  if (!hb_rng_below (d->rng, 3))
    label (d);
  uint64_t kind = depth > 0 ? hb_rng_below (d->rng, 13) : 9 + hb_rng_below (d->rng, 4);
  if (kind < 5)
    {
      hb_buffer_add (d->text, "if (");
      condition (d);
      hb_buffer_add (d->text, ")\n");
      block (d, depth);
      if (kind < 3)
        {
          hb_buffer_add (d->text, "else\n");
          block (d, depth);
        }
    }
  else if (kind < 7)
    choose (d, depth);
  else if (kind == 7 && d->loop_depth < 2 && d->next_loop < 8)
    loop (d, depth);
  else if (kind == 8 && !d->helper)
    {
      hb_buffer_add (d->text, "h ^= (");
      condition (d);
      hb_buffer_add (d->text, ") && help%d (h) & 1;\n", d->next_label % 2);
    }
  else if (kind == 12)
    place (d);
  else if (kind < 11)
    hb_buffer_add (d->text, "h = h * 2 + %u;\n", (unsigned)hb_rng_below (d->rng, 3));
  else
    {
      hb_buffer_add (d->text, "if (");
      condition (d);
      hb_buffer_add (d->text, ") ");
      jump (d);
    }
}

static void
function (hb_buffer *text, struct hb_rng *rng, bool helper, const char *name, int number)
{
  struct draft d = { .text = text, .rng = rng, .cases = -1, .helper = helper };
  hb_buffer_add (text, "unsigned %s%d (unsigned in)\n{\nunsigned h = 0", name, number);
  for (int i = 0; i < 8; i++)
    hb_buffer_add (text, ", i%d", i);
  hb_buffer_add (text, ";\nstruct s s = { { 1, 2 } }, t[2] = { [1] = { .k = 3 } };\n%s",
                 helper ? "" : "g = s;\n");
  for (int i = 0; i < (helper ? 2 : 4); i++)
    statement (&d, helper ? 2 : 3);
  while (d.goto_count)
    label (&d);
  hb_buffer_add (text, "return h;\n}\n");
}

/* What the compiled program PATH prints of the functions in TEXT: COUNT of them with all inputs. */
static void
run (const char *text, int count, const char *path, unsigned values[][INPUTS])
{
  char *source = hb_format (
      "%s\nint printf (const char *, ...);\nint main (void) { for (int i = 0; i < %d; i++) "
      "for (unsigned in = 0; in < %d; in++) printf (\"%%u\\n\", all[i] (in)); return 0; }\n",
      text, count, INPUTS);
  unit_write (path, source);
  char *command = hb_format ("gcc -w -x c -o %s.out %s && %s.out >%s", path, path, path, path);
  if (system (command))
    fail_msg ("the compiler refuses this:\n%s", source);
  hb_free (command);
  command = hb_format ("%s.out", path);
  remove (command);
  hb_free (command);
  FILE *file = fopen (path, "r");
  for (int i = 0; i < count * INPUTS; i++)
    assert_int_equal (fscanf (file, "%u", &values[i / INPUTS][i % INPUTS]), 1);
  fclose (file);
  hb_free (source);
}

/* The answer about the function of TEXT: does it return these VALUES?  By the solver, and by the checker's formula. */
static void
compare (const char *text, const unsigned *values, int answer)
{
  hb_buffer all = VEC_EMPTY;
  hb_buffer_add (&all,
                 "%s\nHB_TASK (t, 1, 10, 2, 0)\nvoid t (void)\n{\nunsigned in = nondet_u8 () & "
                 "%d;\nunsigned h = f0 (in);\nassert (h == (",
                 text, INPUTS - 1);
  for (int i = 0; i + 1 < INPUTS; i++)
    hb_buffer_add (&all, "in == %d ? %uu : ", i, values[i]);
  hb_buffer_add (&all, "%uu));\n}\n", values[INPUTS - 1]);
  vec_push (all, '\0');
  hb_diag *diag = hb_diag_new ();
  hb_periodic_program *program = hb_periodic_read_text ("t.c", all.data, strlen (all.data), diag);
  if (!program)
    fail_msg ("%s\n%s", hb_diag_first (diag), all.data);
  struct hb_periodic_options options
      = { .time = 10, .departure = HB_DEPARTURE_DEADLINE, .wants_run = true };
  struct hb_periodic_result result;
  bool good = hb_periodic_decide (program, &options, &result, diag);
  if (!good || (int)result.answer != answer)
    {
      fputs (all.data, stderr);
      fail_msg ("%d, not %d: %s", good ? (int)result.answer : 0, answer,
                good ? "" : hb_diag_first (diag));
    }
  hb_periodic_result_free (&result);
  hb_periodic_free (program);
  static const struct hb_claim claim
      = { .time = 10, .departure = "deadline", .semantics = "arrival", .unroll = 5 };
  hb_c_unit *unit = periodic_unit (all.data, diag);
  struct hb_certified_periodic found = { .good = true };
  int proved = periodic_prove (unit, &claim, diag, &found);
  if (proved != answer || !found.good)
    {
      fputs (all.data, stderr);
      fail_msg ("the prover: %d, not %d: %s", proved, answer,
                hb_diag_errors (diag) ? hb_diag_first (diag) : "");
    }
  hb_c_free (unit);
  hb_diag_free (diag);
  vec_free (all);
}

TEST (as_the_compiler)
{
  if (!c_compiler ())
    skip ();
  struct hb_rng rng = hb_rng_seeded (27);
  for (size_t rounds = fuzz_rounds (2); rounds--;)
    {
      static unsigned values[FUNCTIONS][INPUTS];
      hb_buffer texts[FUNCTIONS] = { 0 }, helpers = VEC_EMPTY, program = VEC_EMPTY;
      hb_buffer_add (&helpers,
                     "struct s { unsigned char a[2]; unsigned k; unsigned short z[2]; } "
                     "g;\nunsigned short *const fixed[3] = { g.z, &g.z[1] };\n"
                     "void set (unsigned short *p, unsigned h) { *p = h; }\n"
                     "unsigned short *find (unsigned short *p, unsigned h)\n{\nfor (int i = "
                     "0; i < 2; i++)\nif ((p[i] & 3) == h)\nreturn &p[i];\nreturn 0;\n}\n");
      function (&helpers, &rng, true, "help", 0);
      function (&helpers, &rng, true, "help", 1);
      vec_push (helpers, '\0');
      hb_buffer_add (&program, "%s", helpers.data);
      for (int i = 0; i < FUNCTIONS; i++)
        {
          struct hb_rng same = rng;
          function (&program, &same, false, "f", i);
          function (&texts[i], &rng, false, "f", 0);
          vec_push (texts[i], '\0');
        }
      hb_buffer_add (&program, "unsigned (*all[]) (unsigned) = { f0");
      for (int i = 1; i < FUNCTIONS; i++)
        hb_buffer_add (&program, ", f%d", i);
      hb_buffer_add (&program, " };\n");
      vec_push (program, '\0');
      run (program.data, FUNCTIONS, unit_scratch (), values);
      for (int i = 0; i < FUNCTIONS; i++)
        {
          char *text = hb_format ("%s%s", helpers.data, texts[i].data);
          compare (text, values[i], 20);
          values[i][hb_rng_below (&rng, INPUTS)] ^= 1u << hb_rng_below (&rng, 3);
          compare (text, values[i], 10);
          hb_free (text);
          vec_free (texts[i]);
        }
      vec_free (helpers);
      vec_free (program);
    }
}
