/* See ledger.h.  Every row is a process of its own: this program with the row's arguments. */
#include "cmd/verify/ledger.h"

#include "cmd/frame/files.h"
#include "cmd/verify/verdict.h"

#include "base/buffer.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_WORDS 32

/* The exit code of a row that a limit ended. */
#define INCOMPLETE_CODE 3

struct line
{
  const struct ledger_row *row;
  pid_t process; /* 0: not run, -1: done */
  FILE *file;    /* what it printed */
  double start, seconds;
  int code;              /* exit code; 128 + signal */
  char *said;            /* its last `s` line without the `s `, or the last line of all; owned */
  VEC (char *) comments; /* its `c` lines; owned */
};

static const char *
paper_of (const struct ledger_row *row)
{
  return row->paper ? row->paper : "ed-consistency";
}

static const char *
command_of (const struct cli *cli, const struct ledger_row *row)
{
  return cli_flag (cli, "quick") ? row->quick : row->full;
}

/* --- processes ---------------------------------------------------------------------------------- */

/* In the child: becomes hbkit with the words of COMMAND, counterexamples going to KEEP. */
static void
become (const char *command, char *keep, FILE *file)
{
  static char name[] = "hbkit", option[] = "--keep";
  char *words[MOST_WORDS + 4] = { name };
  char *text = hb_copy_text (command);
  int count = 1;
  for (char *word = strtok (text, " "); word && count < MOST_WORDS; word = strtok (NULL, " "))
    words[count++] = word;
  words[count++] = option;
  words[count] = keep;
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  dup2 (fileno (file), STDOUT_FILENO);
  dup2 (fileno (file), STDERR_FILENO);
  execv ("/proc/self/exe", words);
  _exit (127);
}

static void
start (const struct cli *cli, struct line *line, char *keep)
{
  line->file = tmpfile ();
  line->start = hb_now ();
  if (!line->file)
    hb_die ("no temporary file: %s", strerror (errno));
  fflush (stdout);
  line->process = fork ();
  if (line->process < 0)
    hb_die ("no process: %s", strerror (errno));
  if (!line->process)
    become (command_of (cli, line->row), keep, line->file);
}

/* Takes apart what the row's process printed. */
static void
read_output (struct line *line)
{
  char *text = NULL, *last = NULL;
  size_t room = 0;
  ssize_t size;
  rewind (line->file);
  while ((size = getline (&text, &room, line->file)) > 0)
    {
      if (text[size - 1] == '\n')
        text[size - 1] = 0;
      if (!strncmp (text, "s ", 2))
        {
          hb_free (line->said);
          line->said = hb_copy_text (text + 2);
        }
      if (!strncmp (text, "c ", 2))
        vec_push (line->comments, hb_copy_text (text + 2));
      hb_free (last);
      last = hb_copy_text (text);
    }
  free (text);
  if (!line->said)
    line->said = hb_copy_text (last ? last : "nothing");
  hb_free (last);
  fclose (line->file);
}

/* Takes in the rows that have ended. */
static void
collect (struct line *lines, size_t count)
{
  int status;
  for (size_t i = 0; i < count; i++)
    if (lines[i].process > 0 && waitpid (lines[i].process, &status, WNOHANG) == lines[i].process)
      {
        lines[i].process = -1;
        lines[i].seconds = hb_now () - lines[i].start;
        lines[i].code = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
        read_output (&lines[i]);
      }
}

static size_t
at_work (const struct line *lines, size_t count)
{
  size_t running = 0;
  for (size_t i = 0; i < count; i++)
    running += lines[i].process > 0;
  return running;
}

/* What has not ended is not waited for: it is as if it had not been started. */
static void
give_up (struct line *lines, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (lines[i].process > 0)
      {
        kill (lines[i].process, SIGKILL);
        waitpid (lines[i].process, NULL, 0);
        fclose (lines[i].file);
        lines[i].process = 0;
      }
}

/* False if an interrupt or --timeout came first. */
static bool
run_rows (struct cli *cli, struct line *lines, size_t count, char *keep)
{
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  uint64_t jobs = cli_unsigned (cli, "jobs", 1);
  size_t started = 0, running = 0;
  if (!jobs)
    cli_usage_error (cli, "--jobs takes a number from 1");
  cli_interrupts_are_graceful (true);
  while ((started < count || running) && !hb_limits_check (&limits))
    {
      while (started < count && running < jobs)
        {
          start (cli, &lines[started++], keep);
          running++;
        }
      const struct timespec moment = { .tv_nsec = 10000000 };
      nanosleep (&moment, NULL);
      collect (lines, count);
      running = at_work (lines, count);
      size_t done = started - running;
      cli_progress (cli, (double)done / (double)count, "%zu of %zu rows", done, count);
    }
  give_up (lines, count);
  cli_interrupts_are_graceful (false);
  cli_progress_end ();
  return started == count && !running;
}

/* --- the table ---------------------------------------------------------------------------------- */

/* Some rows are claims that do not hold, as expected. */
static const char *
ledger_word (enum verify_verdict verdict)
{
  return verdict == VERIFY_HOLDS ? "AS EXPECTED" : verify_verdict_name (verdict);
}

static void
print_table (const struct cli *cli, const struct line *lines, size_t count)
{
  printf ("%-14s %-20s %-9s %7s  %s\n", "claim", "verdict", "came out", "seconds", "what it says");
  for (size_t i = 0; i < count; i++)
    {
      const struct line *line = &lines[i];
      const struct ledger_row *row = line->row;
      printf ("%-14s %-20s %-9s %7.1f  %s\n", row->claim, row->verdict,
              !line->process                  ? "-"
              : line->code == INCOMPLETE_CODE ? "unfinished"
              : line->code                    ? "NOT SO"
                                              : "so",
              line->seconds, row->states);
      if (row->remark)
        printf ("%54s%s\n", "", row->remark);
      if (line->process && (cli->verbosity > 0 || line->code))
        {
          printf ("%54shbkit %s: %s\n", "", command_of (cli, row), line->said);
          for (size_t k = 0; k < line->comments.size; k++)
            printf ("%54s%s\n", "", line->comments.data[k]);
        }
    }
}

static void
put_line (struct cli *cli, hb_json *json, const struct line *line)
{
  const struct ledger_row *row = line->row;
  hb_json_open_object (json);
  hb_json_member_string (json, "paper", paper_of (row));
  hb_json_member_string (json, "claim", row->claim);
  hb_json_member_string (json, "states", row->states);
  hb_json_member_string (json, "verdict", row->verdict);
  hb_json_member_string (json, "remark", row->remark);
  hb_json_member_string (json, "command", command_of (cli, row));
  hb_json_key (json, "as_expected");
  if (line->process && line->code != INCOMPLETE_CODE)
    hb_json_bool (json, !line->code);
  else
    hb_json_null (json); /* it was not run to the end */
  hb_json_member_signed (json, "exit_code", line->code);
  hb_json_member_string (json, "said", line->said);
  hb_json_member_array (json, "comments");
  for (size_t i = 0; i < line->comments.size; i++)
    hb_json_string (json, line->comments.data[i]);
  hb_json_close (json);
  hb_json_member_double (json, "seconds", line->seconds, 3);
  hb_json_close (json);
}

static void
print_json (struct cli *cli, const struct line *lines, size_t count, enum verify_verdict verdict)
{
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "quick", cli_flag (cli, "quick"));
  hb_json_member_string (json, "verdict", ledger_word (verdict));
  hb_json_member_bool (json, "as_expected", verdict == VERIFY_HOLDS);
  hb_json_member_array (json, "rows");
  for (size_t i = 0; i < count; i++)
    put_line (cli, json, &lines[i]);
  hb_json_close (json);
  if (!hb_json_commit (json))
    cli_fail (cli);
}

static void
remove_folder (const char *folder)
{
  DIR *open = opendir (folder);
  struct dirent *entry;
  while (open && (entry = readdir (open)))
    {
      char *path = hb_format ("%s/%s", folder, entry->d_name);
      unlink (path); /* "." and ".." stay */
      hb_free (path);
    }
  if (open)
    closedir (open);
  rmdir (folder);
}

int
ledger_run (struct cli *cli)
{
  const char *wanted = cli_text (cli, "keep", NULL);
  char *keep = wanted ? hb_copy_text (wanted) : hb_temporary_folder ("ledger", cli->diag);
  if (!keep)
    return 2;
  const char *paper = cli_text (cli, "paper", NULL);
  cli_choice (cli, "paper", 0); /* another word ends here: of a paper without rows all would hold */
  size_t count = 0, all = 0, bad = 0;
  while (ledger_rows[all].claim)
    all++;
  struct line *lines = hb_calloc (all, sizeof *lines);
  for (size_t i = 0; i < all; i++)
    if (!paper || !strcmp (paper, paper_of (&ledger_rows[i])))
      lines[count++].row = &ledger_rows[i];
  bool whole = run_rows (cli, lines, count, keep);
  for (size_t i = 0; i < count; i++)
    {
      bool unfinished = lines[i].code == INCOMPLETE_CODE;
      whole = whole && !unfinished;
      bad += lines[i].code && !unfinished;
    }
  enum verify_verdict verdict = bad ? VERIFY_FAILS : whole ? VERIFY_HOLDS : VERIFY_INCOMPLETE;
  if (cli_flag (cli, "json"))
    print_json (cli, lines, count, verdict);
  else
    {
      print_table (cli, lines, count);
      if (bad)
        printf ("c counterexamples are kept in %s\n", keep);
      if (!whole)
        puts ("c stopped before the end");
      printf ("s %s\n", ledger_word (verdict));
    }
  for (size_t i = 0; i < count; i++)
    {
      hb_free (lines[i].said);
      for (size_t k = 0; k < lines[i].comments.size; k++)
        hb_free (lines[i].comments.data[k]);
      vec_free (lines[i].comments);
    }
  hb_free (lines);
  if (!wanted && !bad)
    remove_folder (keep);
  hb_free (keep);
  return hb_diag_errors (cli->diag) ? cli_fail (cli) : verify_verdict_code (verdict);
}
