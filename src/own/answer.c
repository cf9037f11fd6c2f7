/* See answer.h. */
#include "own/answer.h"

#include "base/buffer.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct reading
{
  const struct own_problem *problem;
  enum hb_answer answer;
  bool served; /* only the first line is a verdict: the protocol has told them apart */
  bool said, twice, by_solver; /* a verdict was read; two that differ; as `s` line */
  hb_buffer rest;
};

/* Does LINE begin with WORD, and is that all of the word ("no", "no, vertex 3 ..", not "nobody")?  Its length, else
 * 0. */
static size_t
begins_with (const char *line, size_t length, const char *word)
{
  size_t size = word ? strlen (word) : 0;
  return size && size <= length && !strncasecmp (line, word, size)
                 && (size == length || isspace ((unsigned char)line[size])
                     || strchr (",;:.!", line[size]))
             ? size
             : 0;
}

/* The verdict that LINE begins with, *SIZE bytes of it; *SIZE is 0 if there is none. */
static enum hb_answer
verdict_at (const struct own_problem *problem, const char *line, size_t length, size_t *size)
{
  static const struct
  {
    const char *word;
    enum hb_answer answer;
  } words[] = { { "yes", HB_YES },           { "sat", HB_YES },  { "satisfiable", HB_YES },
                { "true", HB_YES },          { "no", HB_NO },    { "unsat", HB_NO },
                { "unsatisfiable", HB_NO },  { "false", HB_NO }, { "unknown", HB_OPEN },
                { "indeterminate", HB_OPEN } };
  if ((*size = begins_with (line, length, problem->yes)))
    return HB_YES;
  if ((*size = begins_with (line, length, problem->no)))
    return HB_NO;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if ((*size = begins_with (line, length, words[i].word)))
      return words[i].answer;
  return HB_OPEN;
}

static void
take_verdict (struct reading *x, enum hb_answer answer)
{
  x->twice = x->twice || (x->said && x->answer != answer);
  x->said = true;
  x->answer = answer;
}

/* The first line with a verdict says how the solution is told: behind a line `s VERDICT` as solvers do, and then the
 * lines `s` and `v` are the solution, as they are in a file; behind a plain word all that follows is. */
static void
take_line (struct reading *x, const char *line, size_t length)
{
  size_t size;
  while (length && isspace ((unsigned char)line[length - 1]))
    length--;
  bool is_status = length > 1 && line[0] == 's' && line[1] == ' ';
  bool is_value = length && line[0] == 'v' && (length == 1 || line[1] == ' ');
  bool by_word = x->said && !x->by_solver;
  size_t skipped = is_status ? 2 : 0;
  if (x->served && x->said)
    {
      hb_buffer_add (&x->rest, "%.*s\n", (int)length, line);
      return;
    }
  enum hb_answer answer = verdict_at (x->problem, line + skipped, length - skipped, &size);
  if (is_status && size)
    {
      x->by_solver = x->by_solver || !x->said;
      take_verdict (x, answer);
    }
  if (by_word || is_value || (is_status && size))
    hb_buffer_add (&x->rest, "%.*s\n", (int)length, line);
  else if (!x->said && size)
    {
      take_verdict (x, answer);
      size += strspn (line + size, ",;:.!");
      while (size < length && isspace ((unsigned char)line[size]))
        size++;
      if (size < length)
        hb_buffer_add (&x->rest, "%.*s\n", (int)(length - size), line + size);
    }
}

/* A verdict by word, and then another one, which is all that follows. */
static void
look_for_another (struct reading *x)
{
  size_t length = x->rest.size && x->rest.data[x->rest.size - 1] == '\n' ? x->rest.size - 1 : 0,
         size;
  if (!x->said || x->by_solver || x->served || !length || memchr (x->rest.data, '\n', length))
    return;
  enum hb_answer answer = verdict_at (x->problem, x->rest.data, length, &size);
  if (size == length)
    take_verdict (x, answer);
}

static void
take_lines (struct reading *x, const char *text)
{
  hb_buffer_add (&x->rest, "%s", "");
  while (text && *text)
    {
      size_t length = strcspn (text, "\n");
      take_line (x, text, length);
      text += length + (text[length] == '\n');
    }
  look_for_another (x);
}

/* A served command has no exit code. */
#define NO_CODE (-1)

/* Do word and exit code say the same?  What is wrong, or NULL.  0 says no more than that the command ran. */
static const char *
contradiction (const struct reading *x, int code)
{
  enum hb_answer by_code = code == 10 ? HB_YES : code == 20 || code == 1 ? HB_NO : HB_OPEN;
  if (x->twice)
    return "gave two verdicts";
  if (x->said && by_code && by_code != x->answer)
    return "gave one verdict by word and another by exit code";
  return NULL;
}

enum hb_answer
own_answer (const struct own_problem *problem, const struct own_call *call,
            const struct own_reply *reply, bool codes, char **rest, hb_diag *diag)
{
  struct reading x = { .problem = problem, .served = reply->code == NO_CODE };
  take_lines (&x, reply->text);
  const char *wrong = contradiction (&x, reply->code);
  /* Who ends with 1 and a complaint has crashed, as Python does; who ends with 0 and words that are no verdict may
   * have refused in words of its own. */
  bool complains = reply->errors && *reply->errors;
  bool spoken
      = x.said || reply->code == 10 || reply->code == 20
        || (codes && ((reply->code == 0 && !reply->length) || (reply->code == 1 && !complains)));
  *rest = NULL;
  if (wrong)
    own_fault (problem->own, call, reply, diag, "%s", wrong);
  else if ((reply->code > 1 || (reply->code == 1 && !x.said && complains)) && reply->code != 10
           && reply->code != 20)
    own_fault (problem->own, call, reply, diag, "ended with exit code %d", reply->code);
  else if (!spoken && !reply->length)
    own_fault (problem->own, call, reply, diag,
               "printed nothing; expected 's %s', 's %s', or yes or no", problem->yes, problem->no);
  else if (!spoken)
    own_fault (problem->own, call, reply, diag,
               "gave no verdict; expected 's %s', 's %s', or yes or no", problem->yes, problem->no);
  else
    {
      if (!x.said)
        x.answer = reply->code == 10 || reply->code == 0 ? HB_YES : HB_NO;
      *rest = hb_buffer_take (&x.rest);
      return x.answer;
    }
  vec_free (x.rest);
  return HB_OPEN;
}
