/* Any program that reads DIMACS on standard input, behind solver.h.  Its answer is what it prints, or the exit
 * status 10 or 20 of the competitions:
 *
 *     s SATISFIABLE           SATISFIABLE           SAT         exit status 10
 *     v 1 -2 3 0              v 1 -2 3 0            1 -2 3 0
 *
 * (the same with UN), the middle columns being how MiniSat says it.  Answers that contradict one another are
 * none.  Satisfiable without a model is only its word (`hb_solver_word`): nobody could go on with it.
 *
 * Incremental calls run it on the whole formula anew, assumptions become unit clauses.  The program
 * cannot say which assumptions a contradiction needed, so all of them count as failed.
 *
 *     formula --> unlinked temporary file --stdin--> sh -c COMMAND --stdout--> pipe --> answer, model
 *
 * The program is not trusted: a model is checked before it counts, what is printed is bounded, the memory of
 * each of its processes by the search's own limit, and none of its process group outlives the call. */
#include "sat/solver_ops.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct state
{
  char *command;
  hb_cnf *cnf;
  VEC (int) assumptions;
  VEC (signed char) model;
  bool asked; /* the assumptions are those of a solve that is over */
  const char *complaint;
  int word;     /* 10: said satisfiable and gave no model */
  char *reason; /* why there was no answer, or NULL; owned */
};

/* What a program has said, piece by piece. */
struct said
{
  int lines, status; /* 10, 20, 0: by what it printed, by its exit status */
  bool model, twice; /* a model came; both answers came */
};

/* What a program may print beside 32 bytes for every variable. */
#define MOST_PRINTED ((size_t)64 << 20)

/* Seconds that a program may live on after its output has ended. */
#define PATIENCE 1.0

static void
command_free (void *state)
{
  struct state *s = state;
  hb_cnf_free (s->cnf);
  vec_free (s->assumptions);
  vec_free (s->model);
  hb_free (s->reason);
  hb_free (s->command);
  hb_free (s);
}

static const char *
command_signature (void *state)
{
  return ((struct state *)state)->command;
}

static void
command_add (void *state, int literal)
{
  hb_cnf_add (((struct state *)state)->cnf, literal);
}

static void
command_assume (void *state, int literal)
{
  struct state *s = state;
  if (s->asked)
    vec_clear (s->assumptions);
  s->asked = false;
  vec_push (s->assumptions, literal);
}

static void
command_phase (void *state, int literal)
{
  (void)state, (void)literal;
}

static int
most_variables (const struct state *s)
{
  int most = s->cnf->variables;
  for (size_t i = 0; i < s->assumptions.size; i++)
    if (abs (s->assumptions.data[i]) > most)
      most = abs (s->assumptions.data[i]);
  return most;
}

/* The formula with the assumptions, in a file that has no name any more; NULL if that failed. */
static FILE *
write_formula (const struct state *s)
{
  FILE *file = tmpfile ();
  if (!file)
    return NULL;
  fprintf (file, "p cnf %d %zu\n", most_variables (s), s->cnf->ends.size + s->assumptions.size);
  size_t at = 0;
  for (size_t j = 0; j < s->cnf->ends.size; j++)
    {
      while (at < s->cnf->ends.data[j])
        fprintf (file, "%d ", s->cnf->literals.data[at++]);
      fputs ("0\n", file);
    }
  for (size_t i = 0; i < s->assumptions.size; i++)
    fprintf (file, "%d 0\n", s->assumptions.data[i]);
  if (fflush (file) || fseek (file, 0, SEEK_SET))
    {
      fclose (file);
      return NULL;
    }
  return file;
}

/* Starts the command in a process group of its own, so that it can be ended with its children. */
static pid_t
start (const char *command, FILE *input, uint64_t memory, int *from)
{
  int ends[2];
  if (pipe (ends))
    return -1;
  pid_t child = fork ();
  if (!child)
    {
      setpgid (0, 0);
#ifdef __linux__
      /* Whoever kills us means the solver, too. */
      prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
      if (dup2 (fileno (input), 0) < 0 || dup2 (ends[1], 1) < 0)
        _exit (127);
      close (ends[0]), close (ends[1]);
      if (memory)
        setrlimit (RLIMIT_DATA, &(struct rlimit){ memory, memory });
      execl ("/bin/sh", "sh", "-c", command, (char *)NULL);
      _exit (127);
    }
  close (ends[1]);
  if (child < 0)
    close (ends[0]);
  *from = ends[0];
  return child;
}

struct text
{
  VEC (char) bytes;
};

/* A command, while it is listened to. */
struct talker
{
  pid_t child;
  bool over; /* it has ended, with STATUS */
  int status;
};

/* Has it ended?  What it left behind may hold its output open for ever. */
static bool
is_over (struct talker *talker)
{
  talker->over = talker->over || waitpid (talker->child, &talker->status, WNOHANG) > 0;
  return talker->over;
}

/* All that comes through FROM, with a zero byte, until that ends or TALKER has and nothing more comes; false when a
 * limit was hit before, or there is more than MOST (*TOO_MUCH). */
static bool
read_all (int from, struct talker *talker, struct hb_limits *limits, size_t most, struct text *text,
          bool *too_much)
{
  for (;;)
    {
      if (hb_limits_check (limits))
        return false;
      struct pollfd ready = { .fd = from, .events = POLLIN };
      bool was_over = talker->over; /* then all that it wrote is there */
      if (poll (&ready, 1, was_over ? 0 : 50) <= 0)
        {
          if (was_over)
            break;
          is_over (talker);
          continue;
        }
      vec_reserve (text->bytes, text->bytes.size + 65536);
      ssize_t got = read (from, text->bytes.data + text->bytes.size, 65535);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      text->bytes.size += (size_t)got;
      if ((*too_much = text->bytes.size > most))
        return false;
    }
  vec_push (text->bytes, '\0');
  return true;
}

/* Waits for TALKER, which has nothing more to say, and ends what it has left in its group.  How it ended, or -1
 * if it had to be ended. */
static int
end (struct talker *talker, bool at_once)
{
  double start = hb_now ();
  while (!at_once && !is_over (talker) && hb_now () - start < PATIENCE)
    poll (NULL, 0, 5);
  kill (-talker->child, SIGKILL);
  while (!talker->over && waitpid (talker->child, NULL, 0) < 0 && errno == EINTR)
    ;
  return talker->over ? talker->status : -1;
}

static void
take_values (struct state *s, char *at)
{
  for (;;)
    {
      char *end;
      long literal = strtol (at, &end, 10);
      if (end == at)
        return;
      at = end;
      size_t variable = (size_t)labs (literal);
      if (variable && variable < s->model.size)
        s->model.data[variable] = literal < 0 ? -1 : 1;
    }
}

/* Is the line WORD, alone or behind "s "? */
static bool
says (const char *line, const char *word)
{
  line += line[0] == 's' && line[1] == ' ' ? 2 : 0;
  size_t length = strlen (word);
  return !strncmp (line, word, length) && !line[length + strspn (line + length, " \t")];
}

/* The answer on the line, or 0. */
static int
answer_on (const char *line)
{
  if (says (line, "SATISFIABLE") || says (line, "SAT"))
    return 10;
  return says (line, "UNSATISFIABLE") || says (line, "UNSAT") ? 20 : 0;
}

static struct said
understand (struct state *s, char *text)
{
  struct said said = { .lines = 0 };
  bool bare = false; /* "SAT" alone: the model stands on the next line without "v" */
  s->model.size = 0;
  vec_resize (s->model, (size_t)most_variables (s) + 1, -1);
  for (char *rest = text, *line; (line = strtok_r (rest, "\r\n", &rest));)
    {
      int answer = answer_on (line);
      bool values = line[0] == 'v' && line[1] == ' ';
      if (answer)
        {
          said.twice |= said.lines && said.lines != answer;
          said.lines = answer;
          bare = says (line, "SAT");
        }
      else if (values || (bare && line[strspn (line, "-0123456789 ")] == '\0'))
        {
          take_values (s, values ? line + 2 : line);
          said.model = true;
        }
    }
  return said;
}

/* A model that is none would send engines astray: a wrong answer of the program is no answer. */
static bool
model_is_right (const struct state *s)
{
  for (size_t i = 0; i < s->assumptions.size; i++)
    if (s->model.data[abs (s->assumptions.data[i])] != (s->assumptions.data[i] < 0 ? -1 : 1))
      return false;
  return hb_cnf_falsified (s->cnf, s->model.data) == SIZE_MAX;
}

/* Why a program that came to an end by itself has not answered.  New. */
static char *
why_none (int status)
{
  if (status < 0)
    return hb_copy_text ("it closed its output and did not end");
  if (WIFSIGNALED (status))
    return hb_format ("ended by signal %d (%s)", WTERMSIG (status), strsignal (WTERMSIG (status)));
  int code = WEXITSTATUS (status);
  if (code > 128 && code - 128 < NSIG) /* so the shell says that a signal has ended what it ran */
    return hb_format ("exit status %d (signal %d, %s), without an answer", code, code - 128,
                      strsignal (code - 128));
  return hb_format (code == 127   ? "exit status %d (no such command), without an answer"
                    : code == 126 ? "exit status %d (cannot be run), without an answer"
                                  : "exit status %d, without an answer",
                    code);
}

/* The answer, from what was SAID; a contradiction is complained of. */
static int
judge (struct state *s, const struct said *said, int status)
{
  int answer = said->lines ? said->lines : said->status;
  if (said->twice)
    s->complaint = "says SATISFIABLE and UNSATISFIABLE";
  else if (said->lines && said->status && said->lines != said->status)
    s->complaint = "says one thing and ends with the exit status of the other";
  else if (answer == 10 && said->model && !model_is_right (s))
    s->complaint = "gave a model that does not satisfy the formula";
  else if (answer == 10 && !said->model && s->cnf->ends.size)
    {
      s->word = 10;
      s->reason = hb_copy_text ("it says SATISFIABLE and gives no model");
      return 0;
    }
  else if (!answer)
    s->reason = why_none (status);
  return s->complaint ? 0 : answer;
}

/* Runs the command on the formula in the file. */
static int
ask (struct state *s, FILE *formula, struct hb_limits *limits)
{
  int from = -1, answer = 0;
  bool too_much = false;
  struct talker talker
      = { .child = start (s->command, formula, limits ? limits->memory : 0, &from) };
  if (talker.child <= 0)
    return 0;
  struct text text = { VEC_EMPTY };
  size_t most = MOST_PRINTED + 32 * (size_t)most_variables (s);
  bool whole = read_all (from, &talker, limits, most, &text, &too_much);
  close (from);
  int status = end (&talker, !whole);
  if (whole)
    {
      struct said said = understand (s, text.bytes.data);
      int code = status >= 0 && WIFEXITED (status) ? WEXITSTATUS (status) : 0;
      said.status = code == 10 || code == 20 ? code : 0;
      answer = judge (s, &said, status);
    }
  else if (too_much)
    s->complaint = "prints without end (more than 64 MB)";
  vec_free (text.bytes);
  return answer;
}

static int
command_solve (void *state, struct hb_limits *limits)
{
  struct state *s = state;
  if (s->asked)
    vec_clear (s->assumptions);
  s->asked = true;
  s->complaint = NULL;
  s->word = 0;
  hb_free (s->reason);
  s->reason = NULL;
  FILE *formula = write_formula (s);
  if (!formula)
    return 0;
  int answer = ask (s, formula, limits);
  fclose (formula);
  return answer;
}

static int
command_word (void *state, const char **reason)
{
  struct state *s = state;
  *reason = s->reason;
  return s->word;
}

static const char *
command_complaint (void *state)
{
  return ((struct state *)state)->complaint;
}

static int
command_value (void *state, int literal)
{
  struct state *s = state;
  return (size_t)literal < s->model.size ? s->model.data[literal] : -1;
}

static bool
command_failed (void *state, int literal)
{
  struct state *s = state;
  for (size_t i = 0; i < s->assumptions.size; i++)
    if (s->assumptions.data[i] == literal)
      return true;
  return false;
}

static bool
command_proof (void *state, const char *path)
{
  (void)state, (void)path;
  return false;
}

static bool
command_conflicts (void *state, uint64_t *count)
{
  (void)state, (void)count;
  return false;
}

const struct hb_solver_ops hb_command_ops
    = { command_free,  command_signature, command_add,       command_assume,
        command_phase, command_solve,     command_value,     command_failed,
        command_proof, command_conflicts, command_complaint, command_word,
        NULL };

void *
hb_command_new (const char *command)
{
  struct state *s = hb_calloc (1, sizeof *s);
  s->command = hb_copy_text (command);
  s->cnf = hb_cnf_new (0);
  return s;
}
