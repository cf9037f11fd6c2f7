/* The `.reduction` file: reading it.  doc/formats.md has the format.
 *
 *     reduction 1
 *     name  is-vc
 *     from  independent-set                a problem of hbkit, or one of this file
 *     to    vertex-cover
 *     reduce   python3 reduce.py {source} {target}
 *     lift     python3 lift.py
 *     extract  python3 extract.py
 *     size vertices = vertices
 *     ablate no-complement  python3 reduce.py --keep {source} {target}
 *
 *     problem independent-set
 *       instances graph
 *       decide python3 brute.py
 *       check  python3 check.py {instance} {solution}
 *     end */
#include "own/parts.h"
#include "own/problem_lines.h"
#include "own/serve.h"

#include "base/buffer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where the file says nothing: seconds for a call, bytes of memory for a command. */
#define SECONDS 10
#define MEMORY ((uint64_t)2 << 30)

struct reading
{
  hb_own *own;
  struct own_problem *problem; /* within `problem` ... `end`, or NULL */
  hb_input *input;
  hb_diag *diag;
  const char *line; /* zero-terminated, owned */
  const char *word; /* the line's first one, at which errors point */
};

static struct hb_place
place_at (const struct reading *x, const char *at)
{
  struct hb_place place = hb_input_place (x->input, (size_t)(at - x->line) + 1);
  place.file = x->own->path;
  place.text = x->line;
  place.length = strlen (x->line);
  return place;
}

static bool fail (const struct reading *x, const char *at, const char *format, ...)
    HB_PRINTF (3, 4);

static bool
fail (const struct reading *x, const char *at, const char *format, ...)
{
  struct hb_place place = place_at (x, at);
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  hb_error (x->diag, &place, "%s", text);
  hb_free (text);
  return false;
}

/* --- values --------------------------------------------------------------------------------------- */

/* The SIZE bytes at AT as a name, which becomes part of file names. */
static bool
take_name_of (const struct reading *x, const char *at, size_t size, char **name)
{
  size_t length = strspn (at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
  if (*name)
    return fail (x, x->word, "a second '%.*s'", (int)strcspn (x->word, " \t"), x->word);
  if (!length || length < size || *at == '.' || *at == '-')
    return fail (x, at + length, "expected a name of letters, digits, '_', '-' and '.'");
  *name = hb_copy_bytes (at, size);
  return true;
}

static bool
take_name (const struct reading *x, const char *at, char **name)
{
  return take_name_of (x, at, strlen (at), name);
}

static bool
take_text (const struct reading *x, const char *at, char **text)
{
  if (*text)
    return fail (x, x->word, "a second '%.*s'", (int)strcspn (x->word, " \t"), x->word);
  if (!*at)
    return fail (x, at, "expected a text");
  *text = hb_copy_text (at);
  return true;
}

static bool
take_command (const struct reading *x, const char *at, struct own_command *command)
{
  struct hb_place place = place_at (x, at);
  if (command->line)
    return fail (x, x->word, "a second '%.*s'; the first one is on line %zu",
                 (int)strcspn (x->word, " \t"), x->word, command->line);
  return own_command_read (command, at, strlen (at), x->own->folder, &place, x->diag);
}

/* "NUMBER" with one of the UNITS ("KMG") or without. */
static bool
take_number (const struct reading *x, const char *at, const char *units, double *value)
{
  char *end;
  *value = strtod (at, &end);
  const char *unit = *end ? strchr (units, toupper ((unsigned char)*end)) : NULL;
  for (const char *u = units; unit && u <= unit; u++)
    *value *= 1024;
  if (!isdigit ((unsigned char)*at) || (*end && (!unit || end[1])) || !(*value > 0)
      || *value > 1e15)
    return fail (x, at, "expected a number above 0%s", *units ? ", as 500M or 2G" : "");
  return true;
}

static bool
take_size (const struct reading *x, const char *at)
{
  size_t length = strcspn (at, " \t=");
  const char *equals = at + length + strspn (at + length, " \t");
  if (!length || *equals != '=')
    return fail (x, equals, "expected 'size MEASURE = FORMULA'");
  for (size_t i = 0; i < x->own->sizes.size; i++)
    if (strlen (x->own->sizes.data[i].measure) == length
        && !strncmp (x->own->sizes.data[i].measure, at, length))
      return fail (x, at, "a second 'size %s'", x->own->sizes.data[i].measure);
  const char *formula = equals + 1 + strspn (equals + 1, " \t");
  struct hb_place place = place_at (x, formula);
  struct own_size size = { .measure = hb_copy_bytes (at, length),
                           .formula = hb_copy_text (formula),
                           .place = { x->own->path, place.line, place.column, NULL, 0 } };
  vec_push (x->own->sizes, size);
  return true;
}

static bool
take_damage (const struct reading *x, const char *at)
{
  size_t length = strcspn (at, " \t");
  const char *command = at + length + strspn (at + length, " \t");
  struct own_damage damage = { .name = NULL };
  bool good = true;
  if (!take_name_of (x, at, length, &damage.name))
    return false;
  for (size_t i = 0; good && i < x->own->damages.size; i++)
    if (!strcmp (x->own->damages.data[i].name, damage.name))
      good = fail (x, at, "a second ablation '%s'", damage.name);
  good = good && take_command (x, command, &damage.command);
  vec_push (x->own->damages, damage);
  return good;
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* The kinds of instances, and whose they are. */
static const struct
{
  const char *kind, *problem; /* NULL: lines of text */
} kinds[] = { { "lines", NULL },
              { "cnf", "sat" },
              { "graph", "3-colouring" },
              { "graph-and-bound", "clique" },
              { "digraph", "hamiltonian-cycle" },
              { "trace", "ed-consistency" },
              { "poset", "order-dimension" } };

static bool
take_kind (const struct reading *x, const char *at)
{
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp (at, kinds[i].kind))
      {
        x->problem->base = kinds[i].problem ? hb_problem_find (kinds[i].problem) : NULL;
        return true;
      }
  hb_buffer known = VEC_EMPTY;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    hb_buffer_add (&known, "%s%s", i ? ", " : "", kinds[i].kind);
  char *list = hb_buffer_take (&known);
  fail (x, at, "no kind of instances '%s'; expected one of %s", at, list);
  hb_free (list);
  return false;
}

static bool
take_decider (const struct reading *x, const char *at)
{
  struct own_decider *decider = hb_calloc (1, sizeof *decider);
  vec_push (x->problem->deciders, decider);
  return take_command (x, at, &decider->command);
}

static bool
is (const struct reading *x, const char *word)
{
  size_t length = strcspn (x->word, " \t");
  return length == strlen (word) && !strncmp (x->word, word, length);
}

static bool
problem_line (struct reading *x, const char *rest)
{
  struct own_problem *p = x->problem;
  if (is (x, "end"))
    {
      if (p->yes && p->no && !strcasecmp (p->yes, p->no))
        return fail (x, x->word, "expected other words for 'yes' and 'no', not '%s' for both",
                     p->yes);
      x->problem = NULL;
      return !*rest || fail (x, rest, "expected the end of the line");
    }
  if (is (x, "question"))
    return take_text (x, rest, &p->question);
  if (is (x, "instances"))
    return take_kind (x, rest);
  if (is (x, "yes"))
    return take_name (x, rest, &p->yes);
  if (is (x, "no"))
    return take_name (x, rest, &p->no);
  if (is (x, "decide"))
    return take_decider (x, rest);
  if (is (x, "check"))
    return take_command (x, rest, &p->check);
  if (is (x, "generate"))
    return take_command (x, rest, &p->generate);
  if (is (x, "enumerate"))
    return take_command (x, rest, &p->enumerate);
  if (is (x, "serve"))
    return take_command (x, rest, &p->server.command);
  return fail (x, x->word,
               "expected question, instances, yes, no, decide, check, generate, enumerate, serve "
               "or end");
}

static bool
begin_problem (struct reading *x, const char *rest)
{
  struct own_problem *problem = hb_calloc (1, sizeof *problem);
  problem->own = x->own;
  problem->line = hb_input_line_number (x->input);
  vec_push (x->own->problems, problem);
  x->problem = problem;
  if (!take_name (x, rest, &problem->name))
    return false;
  for (size_t i = 0; i + 1 < x->own->problems.size; i++)
    {
      const char *other = x->own->problems.data[i]->name; /* NULL: it was no name */
      if (other && !strcmp (other, problem->name))
        return fail (x, rest, "a second problem '%s'", problem->name);
    }
  return true;
}

static bool
take_problem (const struct reading *x, const char *at, char **name, struct hb_place *place)
{
  *place = (struct hb_place){ .file = x->own->path, .line = hb_input_line_number (x->input) };
  return take_name (x, at, name);
}

static bool
file_line (struct reading *x, const char *rest)
{
  hb_own *own = x->own;
  double number = 0;
  bool good;
  if (is (x, "name"))
    return take_name (x, rest, &own->name);
  if (is (x, "from"))
    return take_problem (x, rest, &own->from, &own->from_place);
  if (is (x, "to"))
    return take_problem (x, rest, &own->to, &own->to_place);
  if (is (x, "reduce"))
    return take_command (x, rest, &own->verbs[OWN_REDUCE]);
  if (is (x, "lift"))
    return take_command (x, rest, &own->verbs[OWN_LIFT]);
  if (is (x, "extract"))
    return take_command (x, rest, &own->verbs[OWN_EXTRACT]);
  if (is (x, "serve"))
    return take_command (x, rest, &own->server.command);
  if (is (x, "size"))
    return take_size (x, rest);
  if (is (x, "ablate"))
    return take_damage (x, rest);
  if (is (x, "problem"))
    return begin_problem (x, rest);
  if (is (x, "time"))
    {
      good = take_number (x, rest, "", &number);
      own->seconds = good ? number : own->seconds;
      return good;
    }
  if (is (x, "memory"))
    {
      good = take_number (x, rest, "KMG", &number);
      own->memory = good ? (uint64_t)number : own->memory;
      return good;
    }
  return fail (x, x->word,
               "expected name, from, to, reduce, lift, extract, serve, size, ablate, time, memory "
               "or problem");
}

/* --- the file ------------------------------------------------------------------------------------- */

static bool
read_line (struct reading *x, bool *begun)
{
  x->word = x->line + strspn (x->line, " \t");
  const char *rest = x->word + strcspn (x->word, " \t");
  rest += strspn (rest, " \t");
  if (!*x->word || *x->word == '#')
    return true;
  if (!*begun)
    {
      *begun = is (x, "reduction") && !strcmp (rest, "1");
      return *begun || fail (x, x->word, "expected 'reduction 1' as the first line");
    }
  return x->problem ? problem_line (x, rest) : file_line (x, rest);
}

static bool
read_lines (struct reading *x)
{
  const char *line;
  size_t length;
  bool begun = false;
  while (hb_input_line (x->input, &line, &length) && !hb_diag_full (x->diag))
    {
      while (length && isspace ((unsigned char)line[length - 1]))
        length--;
      char *text = hb_copy_bytes (line, length);
      x->line = text;
      if (strlen (text) < length)
        fail (x, text + strlen (text), "a zero byte; this is no text");
      else
        read_line (x, &begun);
      hb_free (text);
      if (!begun && hb_diag_errors (x->diag))
        return false;
    }
  struct hb_place whole = { .file = x->own->path };
  if (!begun && !hb_diag_errors (x->diag))
    hb_error (x->diag, &whole, "empty; expected 'reduction 1' as the first line");
  return !hb_input_failed (x->input) && !hb_diag_errors (x->diag);
}

/* Uses `serve`, and there is none? */
static void
check_served (const hb_own *own, const struct own_command *command, const struct own_server *server,
              hb_diag *diag)
{
  struct hb_place place = { .file = own->path, .line = command->line };
  if (command->line && command->served && !server->command.line && !own->server.command.line)
    hb_error (diag, &place, "there is no 'serve COMMAND' to be asked");
}

static void
check_whole (const struct reading *x)
{
  const hb_own *own = x->own;
  struct hb_place whole = { .file = own->path };
  const struct
  {
    const char *word;
    bool there;
  } needed[] = { { "name", own->name },
                 { "from", own->from },
                 { "to", own->to },
                 { "reduce", own->verbs[OWN_REDUCE].line } };
  if (x->problem)
    hb_error (x->diag, &whole, "problem %s is not ended; expected 'end'",
              x->problem->name ? x->problem->name : "");
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (!needed[i].there)
      hb_error (x->diag, &whole, "no '%s' in this file", needed[i].word);
  for (size_t i = 0; i < OWN_VERBS; i++)
    check_served (own, &own->verbs[i], &own->server, x->diag);
  for (size_t i = 0; i < own->damages.size; i++)
    check_served (own, &own->damages.data[i].command, &own->server, x->diag);
  for (size_t i = 0; i < own->problems.size; i++)
    {
      const struct own_problem *p = own->problems.data[i];
      check_served (own, &p->check, &p->server, x->diag);
      check_served (own, &p->generate, &p->server, x->diag);
      check_served (own, &p->enumerate, &p->server, x->diag);
      for (size_t j = 0; j < p->deciders.size; j++)
        check_served (own, &p->deciders.data[j]->command, &p->server, x->diag);
    }
}

/* The folder that PATH lies in, as an absolute name; new. */
static char *
folder_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  char *folder = slash ? hb_copy_bytes (path, slash == path ? 1 : (size_t)(slash - path))
                       : hb_copy_text (".");
  char *absolute = realpath (folder, NULL);
  char *copy = hb_copy_text (absolute ? absolute : folder);
  free (absolute);
  hb_free (folder);
  return copy;
}

static bool
finish (hb_own *own, hb_diag *diag)
{
  bool good = true;
  for (size_t i = 0; i < own->problems.size; i++)
    {
      struct own_problem *p = own->problems.data[i];
      p->yes = p->yes ? p->yes : hb_copy_text ("YES");
      p->no = p->no ? p->no : hb_copy_text ("NO");
      good = own_problem_finish (p, diag) && good;
    }
  return good && own_reduction_finish (own, diag);
}

hb_own *
hb_own_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return NULL;
  hb_own *own = hb_calloc (1, sizeof *own);
  *own = (hb_own){ .path = hb_copy_text (path),
                   .folder = folder_of (path),
                   .seconds = SECONDS,
                   .memory = MEMORY,
                   .memo = own_memo_new () };
  struct reading reading = { .own = own, .input = input, .diag = diag };
  size_t before = hb_diag_errors (diag);
  bool good = read_lines (&reading);
  if (good)
    check_whole (&reading);
  hb_input_close (input);
  if (good && hb_diag_errors (diag) == before && finish (own, diag))
    return own;
  hb_own_free (own);
  return NULL;
}
