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
  bool said, twice, by_solver; /* a verdict was read; two that differ; as `s` line */
  hb_buffer rest;
};

/* Does LINE begin with WORD, and is that all of the word?  Its length, else 0. */
static size_t
begins_with (const char *line, size_t length, const char *word)
{
  size_t size = word ? strlen (word) : 0;
  return size && size <= length && !strncasecmp (line, word, size)
                 && (size == length || isspace ((unsigned char)line[size]))
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

static void
take_line (struct reading *x, const char *line, size_t length)
{
  size_t size;
  while (length && isspace ((unsigned char)line[length - 1]))
    length--;
  bool is_solver = length > 1 && line[1] == ' ';
  if (is_solver && line[0] == 's')
    {
      enum hb_answer answer = verdict_at (x->problem, line + 2, length - 2, &size);
      if (size)
        take_verdict (x, answer);
      x->by_solver = x->by_solver || size;
    }
  else if (is_solver && line[0] == 'v')
    hb_buffer_add (&x->rest, "%.*s\n", (int)(length - 2), line + 2);
  else if (!x->said)
    {
      enum hb_answer answer = verdict_at (x->problem, line, length, &size);
      if (!size)
        return;
      take_verdict (x, answer);
      while (size < length && isspace ((unsigned char)line[size]))
        size++;
      if (size < length)
        hb_buffer_add (&x->rest, "%.*s\n", (int)(length - size), line + size);
    }
  else if (!x->by_solver && length)
    {
      enum hb_answer answer = verdict_at (x->problem, line, length, &size);
      if (size == length)
        take_verdict (x, answer);
      hb_buffer_add (&x->rest, "%.*s\n", (int)length, line);
    }
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
}

/* Do word and exit code say the same?  What is wrong, or NULL. */
static const char *
contradiction (const struct reading *x, int code, bool codes)
{
  enum hb_answer by_code = code == 10 || (codes && !code) ? HB_YES
                           : code == 20 || code == 1      ? HB_NO
                                                          : HB_OPEN;
  if (x->twice)
    return "gave two verdicts";
  if (x->said && code > 0 && by_code != x->answer && (by_code || x->answer))
    return by_code ? "gave one verdict by word and another by exit code" : NULL;
  if (x->said && codes && !code && x->answer != HB_YES)
    return "refused by word, and accepted by exit code 0";
  return NULL;
}

/* A served command has no exit code. */
#define NO_CODE (-1)

enum hb_answer
own_answer (const struct own_problem *problem, const struct own_call *call,
            const struct own_reply *reply, bool codes, char **rest, hb_diag *diag)
{
  struct reading x = { .problem = problem };
  take_lines (&x, reply->text);
  const char *wrong = contradiction (&x, reply->code, codes && reply->code != NO_CODE);
  /* Who ends with 1 and a complaint has crashed, as Python does. */
  bool complains = reply->errors && *reply->errors;
  bool spoken = x.said || reply->code == 10 || reply->code == 20
                || (codes && (reply->code == 0 || (reply->code == 1 && !complains)));
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
