/* Files of reductions that are brought: what is read of each line, and each line wrong once. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "own/parts.h"
#include "small_traces.h"
#include "text_changes.h"

static void
tell_command (hb_buffer *told, const char *verb, const struct own_command *command)
{
  if (command->line)
    hb_buffer_add (told, "  %s: %s (line %zu%s)\n", verb, command->name, command->line,
                   command->served ? ", served" : "");
}

static void
tell_problem (hb_buffer *told, const struct own_problem *p)
{
  hb_buffer_add (told, "problem %s, line %zu, of %s: %s? %s/%s\n", p->name, p->line,
                 p->base ? p->base->name : "lines", p->question ? p->question : "", p->yes, p->no);
  for (size_t i = 0; i < p->deciders.size; i++)
    tell_command (told, "decide", &p->deciders.data[i]->command);
  tell_command (told, "check", &p->check);
  tell_command (told, "generate", &p->generate);
  tell_command (told, "enumerate", &p->enumerate);
  tell_command (told, "serve", &p->server.command);
}

/* All that was read; new. */
static char *
told_of (const hb_own *own)
{
  hb_buffer told = VEC_EMPTY;
  hb_buffer_add (&told, "%s: %s (line %zu) to %s (line %zu); %g s, %llu bytes\n", own->name,
                 own->from, own->from_place.line, own->to, own->to_place.line, own->seconds,
                 (unsigned long long)own->memory);
  tell_command (&told, "reduce", &own->verbs[OWN_REDUCE]);
  tell_command (&told, "lift", &own->verbs[OWN_LIFT]);
  tell_command (&told, "extract", &own->verbs[OWN_EXTRACT]);
  tell_command (&told, "serve", &own->server.command);
  for (size_t i = 0; i < own->sizes.size; i++)
    hb_buffer_add (&told, "  size %s: %s (%zu:%zu)\n", own->sizes.data[i].measure,
                   own->sizes.data[i].formula, own->sizes.data[i].place.line,
                   own->sizes.data[i].place.column);
  for (size_t i = 0; i < own->damages.size; i++)
    tell_command (&told, own->damages.data[i].name, &own->damages.data[i].command);
  for (size_t i = 0; i < own->problems.size; i++)
    tell_problem (&told, own->problems.data[i]);
  return hb_buffer_take (&told);
}

/* TOLD (may be NULL): new. */
static bool
is_read (const char *text, size_t size, char **why, char **told)
{
  hb_diag *diag = hb_diag_new ();
  FILE *file = fopen (unit_scratch (), "wb");
  assert_non_null (file);
  assert_true (fwrite (text, 1, size, file) == size && !fclose (file));
  hb_own *own = hb_own_read (unit_scratch (), diag);
  bool is = own;
  assert_true (is == !hb_diag_errors (diag));
  *why = text_of_diag (diag);
  if (told)
    *told = own ? told_of (own) : hb_copy_text (*why);
  hb_own_free (own);
  hb_diag_free (diag);
  return is;
}

static bool
is_file (const void *about, const char *text, char **why)
{
  (void)about;
  return is_read (text, strlen (text), why, NULL);
}

static void
expect_told (const char *text, const char *expected)
{
  char *why, *told;
  if (!is_read (text, strlen (text), &why, &told) || strcmp (told, expected) != 0)
    fail_msg ("%s\nis read as\n%s", text, told);
  hb_free (why);
  hb_free (told);
}

static const char small[] = "reduction 1\nname n\nfrom sat\nto sat\nreduce cat\n",
                  large[] = "# a comment\n\n \t reduction \t 1 \t\n"
                            "name a-Z_0.9\nfrom\tpick  \n  to clique\nreduce cat {source}\n"
                            "lift cat -n\nextract serve\nserve cat -v\n"
                            "size vertices = lines\nsize edges=  lines * 2\n"
                            "ablate half cat -h\nablate  whole   cat -w\n"
                            "time 2.5\nmemory 500K\n"
                            "problem pick\n  question what is it, now\n  instances lines\n"
                            "  yes Y\n  no N\n  decide cat -1\n  decide cat -2\n"
                            "  check cat -c\n  generate cat -g\n  enumerate cat -e\nend\n"
                            "problem other\n instances cnf\n decide serve\n serve cat -s\nend\n"
                            "# the end\n";

TEST (what_is_read)
{
  expect_told (small, "n: sat (line 3) to sat (line 4); 10 s, 2147483648 bytes\n"
                      "  reduce: cat (line 5)\n");
  expect_told (large, "a-Z_0.9: pick (line 5) to clique (line 6); 2.5 s, 512000 bytes\n"
                      "  reduce: cat {source} (line 7)\n"
                      "  lift: cat -n (line 8)\n"
                      "  extract: serve (line 9, served)\n"
                      "  serve: cat -v (line 10)\n"
                      "  size vertices: lines (11:17)\n"
                      "  size edges: lines * 2 (12:14)\n"
                      "  half: cat -h (line 13)\n"
                      "  whole: cat -w (line 14)\n"
                      "problem pick, line 17, of lines: what is it, now? Y/N\n"
                      "  decide: cat -1 (line 22)\n"
                      "  decide: cat -2 (line 23)\n"
                      "  check: cat -c (line 24)\n"
                      "  generate: cat -g (line 25)\n"
                      "  enumerate: cat -e (line 26)\n"
                      "problem other, line 28, of sat: ? YES/NO\n"
                      "  decide: serve (line 30, served)\n"
                      "  serve: cat -s (line 31)\n");
}

TEST (kinds)
{
  static const char *const kinds[][2]
      = { { "lines", "lines" },          { "cnf", "sat" },
          { "graph", "3-colouring" },    { "graph-and-bound", "clique" },
          { "trace", "ed-consistency" }, { "digraph", "hamiltonian-cycle" },
          { "poset", "order-dimension" } };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      char *text = hb_format ("%sproblem p\ninstances %s\ndecide cat\nend\n", small, kinds[i][0]);
      char *told = hb_format ("n: sat (line 3) to sat (line 4); 10 s, 2147483648 bytes\n"
                              "  reduce: cat (line 5)\n"
                              "problem p, line 6, of %s: ? YES/NO\n  decide: cat (line 8)\n",
                              kinds[i][1]);
      expect_told (text, told);
      hb_free (text);
      hb_free (told);
    }
}

TEST (numbers)
{
  static const struct
  {
    const char *lines, *are;
  } numbers[] = { { "memory 3", "10 s, 3 bytes" },
                  { "memory 3k", "10 s, 3072 bytes" },
                  { "memory 3M", "10 s, 3145728 bytes" },
                  { "memory 1.5g", "10 s, 1610612736 bytes" },
                  { "memory 1e15", "10 s, 1000000000000000 bytes" },
                  { "time 0.001", "0.001 s, 2147483648 bytes" },
                  { "time 1e3", "1000 s, 2147483648 bytes" } };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      char *text = hb_format ("%s%s\n", small, numbers[i].lines);
      char *told = hb_format ("n: sat (line 3) to sat (line 4); %s\n  reduce: cat (line 5)\n",
                              numbers[i].are);
      expect_told (text, told);
      hb_free (text);
      hb_free (told);
    }
  EXPECT_OF_CHANGES (
      is_file, NULL, small, { "from", "time 0\nfrom", "3:6: error: expected a number above 0\n" },
      { "from", "time -1\nfrom", "3:6: error: expected a number above 0\n" },
      { "from", "time +1\nfrom", "expected a number above 0\n" },
      { "from", "time inf\nfrom", "expected a number above 0\n" },
      { "from", "time 1K\nfrom", "expected a number above 0\n" },
      { "from", "time 1 1\nfrom", "expected a number above 0\n" },
      { "from", "time 1e16\nfrom", "expected a number above 0\n" },
      { "from", "time\nfrom", "expected a number above 0\n" },
      { "from", "memory 1X\nfrom", "3:8: error: expected a number above 0, as 500M or 2G" },
      { "from", "memory 1KK\nfrom", "as 500M or 2G" },
      { "from", "memory 0K\nfrom", "as 500M or 2G" }, { "from", "memory K\nfrom", "as 500M or 2G" },
      { "from", "memory 1000000G\nfrom", "as 500M or 2G" });
}

TEST (lines_of_the_file)
{
  EXPECT_OF_CHANGES (
      is_file, NULL, small,
      { "reduction 1", "reduction 2", ":1:1: error: expected 'reduction 1' as the first line" },
      { "reduction 1", " reduction 1 1", ":1:2: error: expected 'reduction 1'" },
      { "reduction 1", "reductions 1", "expected 'reduction 1'" },
      { "reduction 1", "reductio 1", "expected 'reduction 1'" },
      { "reduction 1", "reduction", "expected 'reduction 1'" },
      { "reduction 1\n", "", "expected 'reduction 1'" },
      { small, "", "empty; expected 'reduction 1' as the first line" },
      { small, "# reduction 1\n\n", "empty; expected 'reduction 1' as the first line" },
      { "name n", "nam n", "2:1: error: expected name, from, to, reduce, lift" },
      { "name n", "  names n", "2:3: error: expected name, from, to, reduce, lift" },
      { "name n", "end", "expected name, from, to, reduce, lift" },
      { "name n", "name n #", "name of" },
      { "name n", "name", "2:5: error: expected a name of letters, digits" },
      { "name n", "name n/m", "2:7: error: expected a name of letters, digits" },
      { "name n", "name .n", "expected a name of letters, digits" },
      { "name n", "name -n", "expected a name of letters, digits" },
      { "name n", "name n m", "2:7: error: expected a name of letters, digits" },
      { "name n", "name n\n name m", "3:2: error: a second 'name'\n" },
      { "name n\n", "", "no 'name' in this file" }, { "from sat\n", "", "no 'from' in this file" },
      { "to sat\n", "", "no 'to' in this file" },
      { "reduce cat\n", "", "no 'reduce' in this file" },
      { "from sat", "from sat\nfrom sat", "4:1: error: a second 'from'\n" },
      { "to sat", "to sat\nto\tsat", "5:1: error: a second 'to'\n" },
      { "from sat", "from nothing-of-this", "nothing-of-this" },
      { "from sat", "from sat/", "3:9: error: expected a name" },
      { "reduce cat", "reduce cat\nreduce cat -n",
        "a second 'reduce'; the first one is on line 5" },
      { "reduce cat", "reduce", "expected a command" },
      { "reduce cat", "reduce 'cat", "5:8: error: this quote is not closed" },
      { "reduce cat", "reduce serve", "there is no 'serve COMMAND' to be asked" },
      { "reduce cat", "reduce serve\nserve cat", NULL },
      { "reduce cat", "reduce cat\nlift serve",
        ":6:1: error: there is no 'serve COMMAND' to be asked" },
      { "reduce cat", "reduce cat\nextract serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "reduce cat", "reduce cat\nablate a serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "reduce cat", "reduce cat\nserve cat\nserve cat", "a second 'serve'" });
}

TEST (sizes_and_ablations)
{
  EXPECT_OF_CHANGES (
      is_file, NULL, small, { "reduce cat", "reduce cat\nsize variables = variables", NULL },
      { "reduce cat", "reduce cat\nsize variables\t=variables", NULL },
      { "reduce cat", "reduce cat\nsize variables",
        "6:15: error: expected 'size MEASURE = FORMULA'" },
      { "reduce cat", "reduce cat\nsize = 3", "6:6: error: expected 'size MEASURE = FORMULA'" },
      { "reduce cat", "reduce cat\nsize", "6:5: error: expected 'size MEASURE = FORMULA'" },
      { "reduce cat", "reduce cat\nsize variables variables",
        "6:16: error: expected 'size MEASURE" },
      { "reduce cat", "reduce cat\nsize variables =   )", "6:20: error: " },
      { "reduce cat", "reduce cat\nablate", "6:7: error: expected a name" },
      { "reduce cat", "reduce cat\nablate a", "6:9: error: expected a command" },
      { "reduce cat", "reduce cat\nablate a/b cat", ":6:9: error: expected a name" },
      { "reduce cat", "reduce cat\nablate a cat\nablate b cat\nablate a cat -n",
        "8:8: error: a second ablation 'a'" },
      { "reduce cat", "reduce cat\nablate a cat\nablate b cat\nablate b cat -n",
        "8:8: error: a second ablation 'b'" });
}

TEST (lines_of_a_problem)
{
  static const char text[] = "reduction 1\nname n\nproblem p\n  instances cnf\n"
                             "  decide cat\nend\nfrom p\nto p\nreduce cat\n";
  EXPECT_OF_CHANGES (
      is_file, NULL, text, { "problem p", "problem", "3:8: error: expected a name" },
      { "problem p", "problem q\ndecide cat\nend\nproblem p", NULL },
      { "problem p", "problem q\ndecide cat\nend\nproblem p/", "6:10: error: expected a name" },
      { "problem p", "problem p\ndecide cat\nend\nproblem p", "6:9: error: a second problem 'p'" },
      { "problem p", "problem q\ndecide cat\nend\nproblem p\ndecide cat\nend\nproblem p",
        "9:9: error: a second problem 'p'" },
      { "cnf", "dnf",
        "4:13: error: no kind of instances 'dnf'; expected one of lines, cnf, graph, "
        "graph-and-bound, digraph, trace, poset\n" },
      { "cnf", "cnf cnf", "no kind of instances 'cnf cnf'" }, { "  instances cnf\n", "", NULL },
      { "instances cnf", "question", "expected a text" },
      { "instances cnf", "question a\nquestion b", "5:1: error: a second 'question'\n" },
      { "instances cnf", "yes a b", "expected a name" },
      { "instances cnf", "no a b", "expected a name" },
      { "instances cnf", "yes a\nyes a", "a second 'yes'" },
      { "instances cnf", "no a\nno a", "a second 'no'" },
      { "instances cnf", "check cat\ncheck cat", "a second 'check'; the first one is on line 4" },
      { "instances cnf", "name m", "4:3: error: expected question, instances, yes, no, decide" },
      { "decide cat", "decide", "expected a command" },
      { "  decide cat\n", "", "problem p has no 'decide'" },
      { "end", "end p", "6:5: error: expected the end of the line" },
      { "end\n", "", "6:1: error: expected question, instances" },
      { "end\nfrom p\nto p\nreduce cat\n", "", "problem p is not ended; expected 'end'" },
      { "p\n", "/\n", "3:9: error: expected a name" },
      { "decide cat", "decide serve", ":5:1: error: there is no 'serve COMMAND' to be asked" },
      { "decide cat", "decide cat\ndecide serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "decide cat", "decide serve\nserve cat", NULL },
      { "decide cat", "decide cat\ncheck serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "decide cat", "decide cat\ngenerate serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "decide cat", "decide cat\nenumerate serve", ":6:1: error: there is no 'serve COMMAND'" },
      { "decide cat\nend", "decide serve\nend\nserve cat", NULL });
}

/* Everything wrong is told at once, but behind what is no such file at all nothing is. */
TEST (all_errors)
{
  char *why;
  assert_false (is_file (NULL, "reduction 1\nnam n\nfro m\n", &why));
  assert_non_null (strstr (why, ":2:1: error"));
  assert_non_null (strstr (why, ":3:1: error"));
  assert_null (strstr (why, "in this file"));
  hb_free (why);
  assert_false (is_file (NULL, "reduction 2\nnam n\n", &why));
  assert_null (strstr (why, ":2:"));
  assert_null (strstr (why, "in this file"));
  hb_free (why);
  assert_false (is_file (NULL, "# a\nreduction 2\nnam n\n", &why));
  assert_null (strstr (why, ":3:"));
  assert_null (strstr (why, "in this file"));
  hb_free (why);
  static const char zero[] = "reduction 1\nname n\nfrom sat\nto\0sat\nreduce cat\n";
  assert_false (is_read (zero, sizeof zero - 1, &why, NULL));
  assert_non_null (strstr (why, ":4:3: error: a zero byte; this is no text"));
  assert_null (strstr (why, "in this file"));
  hb_free (why);
  static const char early[] = "\0\nreduction 2\n";
  assert_false (is_read (early, sizeof early - 1, &why, NULL));
  assert_non_null (strstr (why, ":1:1: error: a zero byte; this is no text"));
  assert_null (strstr (why, ":2:"));
  hb_free (why);
}

/* Commands are looked for beside the file, by the absolute name of its folder. */
TEST (folders)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_own_read ("nowhere/own.reduction", diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_diag_free (diag);
  diag = hb_diag_new ();
  unit_write (unit_scratch (), small);
  hb_own *own = hb_own_read (unit_scratch (), diag);
  assert_non_null (own);
  const char *slash = strrchr (unit_scratch (), '/');
  char *folder = hb_copy_bytes (unit_scratch (), (size_t)(slash - unit_scratch ()));
  char *real = realpath (folder, NULL);
  assert_string_equal (own->folder, real);
  free (real);
  hb_free (folder);
  hb_own_free (own);
  hb_diag_free (diag);
}
