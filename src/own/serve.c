/* See serve.h.
 *
 *        request --> FIFO "in"  --> standard input
 *          reply <-- FIFO "out" <-- standard output          in a folder of the process's own
 *
 * so that base/child.h, which starts programs on files, starts this one, too, and looks after its limits.  The
 * process lives until the `.reduction` file is closed, it breaks, or this process is a forked one, which
 * starts its own. */
#include "own/serve.h"

#include "own/parts.h"
#include "own/words.h"

#include "base/buffer.h"
#include "base/child.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that a reply may have. */
#define MOST_REPLIED ((size_t)256 << 20)

#define INPUT "in"
#define OUTPUT "out"
#define ERRORS "stderr"

static const char closed[] = "closed its output before it answered";

struct own_peer
{
  pid_t owner; /* the process that started it */
  struct hb_child child;
  char *folder;
  int to, from;
  hb_buffer line; /* what was read, `at` being the first byte that was not used */
  size_t at;
  bool answered; /* something, before */
};

/* --- starting and ending -------------------------------------------------------------------------- */

static int
open_fifo (const char *folder, const char *name, int how, bool make)
{
  char *path = hb_format ("%s/%s", folder, name);
  int file = make && mkfifo (path, 0600) ? -1 : open (path, how | O_CLOEXEC);
  hb_free (path);
  return file;
}

void
own_server_stop (struct own_server *server)
{
  struct own_peer *peer = server->peer;
  if (!peer)
    return;
  if (peer->to >= 0)
    close (peer->to);
  if (peer->from >= 0)
    close (peer->from);
  /* A forked process leaves what it did not start. */
  if (peer->owner == getpid ())
    {
      if (peer->child.process > 0)
        hb_child_kill (&peer->child);
      hb_temporary_remove (peer->folder);
    }
  else
    hb_free (peer->folder);
  vec_free (peer->line);
  hb_free (peer);
  server->peer = NULL;
}

/* Both ends of both FIFOs are open while the process starts, so that nobody waits for anybody; then those
 * that are the process's are closed, so that its end is seen. */
static bool
start (hb_own *own, const struct own_call *call, struct own_peer *peer, hb_diag *diag)
{
  int in = open_fifo (peer->folder, INPUT, O_RDWR, true);
  int out = open_fifo (peer->folder, OUTPUT, O_RDWR, true);
  struct hb_child_limits limits = { .memory = own->memory };
  struct hb_child_start what
      = { .folder = peer->folder, .input = INPUT, .output = OUTPUT, .errors = ERRORS };
  hb_diag *trouble = hb_diag_new ();
  what.arguments = own_call_words (own, call);
  what.program = what.arguments[0];
  bool good = in >= 0 && out >= 0 && hb_child_start (&peer->child, &what, &limits, trouble);
  if (good)
    {
      peer->to = open_fifo (peer->folder, INPUT, O_WRONLY | O_NONBLOCK, false);
      peer->from = open_fifo (peer->folder, OUTPUT, O_RDONLY | O_NONBLOCK, false);
      good = peer->to >= 0 && peer->from >= 0;
    }
  const char *why = hb_diag_first (trouble);
  if (!good)
    own_fault (own, call, NULL, diag, "cannot be run: %s", why ? why : strerror (errno));
  if (in >= 0)
    close (in);
  if (out >= 0)
    close (out);
  own_words_free ((char **)what.arguments);
  hb_diag_free (trouble);
  return good;
}

static bool
be_there (hb_own *own, const struct own_call *call, hb_diag *diag)
{
  struct own_server *server = call->server;
  if (server->peer && server->peer->owner != getpid ())
    own_server_stop (server);
  if (server->peer)
    return true;
  char *folder = hb_temporary_folder ("own", diag);
  if (!folder)
    return false;
  server->peer = hb_calloc (1, sizeof *server->peer);
  *server->peer = (struct own_peer){ .owner = getpid (), .folder = folder, .to = -1, .from = -1 };
  if (start (own, call, server->peer, diag))
    return true;
  own_server_stop (server);
  return false;
}

/* --- the process is broken ------------------------------------------------------------------------ */

/* What the process has said on standard error, zero-terminated; new. */
static char *
errors_of (const struct own_peer *peer)
{
  char *path = hb_format ("%s/%s", peer->folder, ERRORS);
  char *text = hb_calloc (65536, 1);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read (file, text, 65535) < 0)
    *text = '\0';
  if (file >= 0)
    close (file);
  hb_free (path);
  return text;
}

/* The process has broken WHAT, and is ended. */
static bool
broken (hb_own *own, const struct own_call *call, struct own_reply *reply, hb_diag *diag,
        const char *what)
{
  struct own_peer *peer = call->server->peer;
  bool over = hb_child_over (&peer->child);
  /* Its output ends a moment before it does. */
  for (int i = 0; i < 50 && !over && what == closed; i++)
    {
      hb_child_wait (0.01);
      over = hb_child_over (&peer->child);
    }
  if (!reply->errors)
    reply->errors = errors_of (peer);
  if (over && peer->child.end == HB_CHILD_CRASHED)
    own_fault (own, call, reply, diag, "crashed: %s", strsignal (peer->child.code));
  else if (over && peer->child.end == HB_CHILD_MEMORY)
    own_fault (own, call, reply, diag, "wanted more than %llu MB of memory",
               (unsigned long long)(own->memory >> 20));
  else if (over)
    own_fault (own, call, reply, diag, "ended with exit code %d before it answered",
               peer->child.code);
  else
    own_fault (own, call, reply, diag, "%s", what);
  own_server_stop (call->server);
  return false;
}

/* --- lines ---------------------------------------------------------------------------------------- */

/* Waits until FILE is ready; false when time is up or a limit was hit, and WHY (borrowed) says which. */
static bool
wait_for (const hb_own *own, int file, short events, double deadline, const char **why)
{
  struct pollfd wanted = { .fd = file, .events = events };
  for (;;)
    {
      int ready = poll (&wanted, 1, 50);
      if (ready > 0)
        return true;
      *why = NULL; /* stopped */
      if (hb_interrupted () || hb_limits_check (own->limits))
        return false;
      *why = "did not answer in time";
      if (hb_now () > deadline)
        return false;
    }
}

static bool
send (const hb_own *own, struct own_peer *peer, const char *text, size_t length, double deadline,
      const char **why)
{
  while (length)
    {
      ssize_t sent = write (peer->to, text, length);
      if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        {
          if (!wait_for (own, peer->to, POLLOUT, deadline, why))
            return false;
          continue;
        }
      *why = "does not read its input";
      if (sent < 0)
        return false;
      text += sent;
      length -= (size_t)sent;
    }
  return true;
}

/* The next line, without its end, zero-terminated, *LENGTH bytes; borrowed until the next one. */
static char *
next_line (const hb_own *own, struct own_peer *peer, double deadline, size_t *length,
           const char **why)
{
  size_t looked = peer->at;
  for (;;)
    {
      char *end = peer->line.size > looked
                      ? memchr (peer->line.data + looked, '\n', peer->line.size - looked)
                      : NULL;
      if (end)
        {
          char *line = peer->line.data + peer->at;
          *end = '\0';
          *length = (size_t)(end - line);
          peer->at += *length + 1;
          return line;
        }
      if (peer->at)
        {
          memmove (peer->line.data, peer->line.data + peer->at, peer->line.size - peer->at);
          peer->line.size -= peer->at;
          peer->at = 0;
        }
      looked = peer->line.size;
      *why = "answers without end";
      if (looked > MOST_REPLIED)
        return NULL;
      vec_reserve (peer->line, looked + 65536);
      ssize_t got = read (peer->from, peer->line.data + looked, 65536);
      if (got > 0)
        peer->line.size += (size_t)got;
      else if (got < 0 && (errno == EAGAIN || errno == EINTR))
        {
          if (!wait_for (own, peer->from, POLLIN, deadline, why))
            return NULL;
        }
      else
        {
          *why = closed;
          return NULL;
        }
    }
}

/* --- a request and its reply ---------------------------------------------------------------------- */

/* The COUNT lines of a file into TEXT. */
static bool
take_lines (const hb_own *own, struct own_peer *peer, unsigned long long count, double deadline,
            hb_output *text, const char **why)
{
  size_t length;
  for (; count; count--)
    {
      const char *line = next_line (own, peer, deadline, &length, why);
      if (!line)
        return false;
      hb_put_bytes (text, line, length);
      hb_put_char (text, '\n');
    }
  return true;
}

/* Is LINE "ROLE N"? */
static bool
is_file (const char *line, const char *role, unsigned long long *count)
{
  size_t length = role ? strlen (role) : 0;
  char end;
  return role && !strncmp (line, role, length) && line[length] == ' ' && line[length + 1] >= '0'
         && line[length + 1] <= '9' && sscanf (line + length, " %llu%c", count, &end) == 1;
}

/* Has PEER written behind its last answer? */
static bool
has_said_more (const struct own_peer *peer)
{
  struct pollfd from = { .fd = peer->from, .events = POLLIN };
  return peer->answered
         && (peer->line.size > peer->at || (poll (&from, 1, 0) > 0 && from.revents & POLLIN));
}

/* The lines to `end`.  NULL as *WHY: stopped. */
static bool
take_reply (const hb_own *own, const struct own_call *call, double deadline, hb_output *text,
            char **complaint, const char **why)
{
  struct own_peer *peer = call->server->peer;
  const char *role = call->product ? call->product : "solution";
  unsigned long long count;
  size_t length;
  bool answered = false;
  for (;;)
    {
      const char *line = next_line (own, peer, deadline, &length, why);
      if (!line)
        return false;
      if (!strcmp (line, "end"))
        return true;
      *why = "answers what is no answer";
      if (is_file (line, role, &count))
        {
          if (!take_lines (own, peer, count, deadline, text, why))
            return false;
        }
      else if (!strncmp (line, "error ", 6))
        {
          *complaint = hb_copy_text (line + 6);
          *why = "reports an error";
          return false;
        }
      else if (!call->product && !strncmp (line, "answer ", 7) && !answered)
        {
          answered = true;
          hb_putf (text, "%s\n", line + 7);
        }
      else
        {
          *complaint = hb_format ("%s (expected '%s LINES'%s or 'end')", line, role,
                                  call->product ? "" : ", 'answer yes', 'answer no'");
          return false;
        }
    }
}

bool
own_serve (hb_own *own, const struct own_call *call, const struct own_request *request,
           struct own_reply *reply, hb_diag *diag)
{
  if (!be_there (own, call, diag))
    return false;
  if (has_said_more (call->server->peer))
    return broken (own, call, reply, diag, "went on behind 'end', where nothing was asked");
  double deadline = hb_now () + own->seconds;
  const char *why = NULL;
  /* Whoever closes its input is told of by the write that fails. */
  struct sigaction ignored = { .sa_handler = SIG_IGN }, before;
  sigaction (SIGPIPE, &ignored, &before);
  hb_output *text = hb_output_to_memory ();
  bool good = send (own, call->server->peer, request->text, request->length, deadline, &why)
              && take_reply (own, call, deadline, text, &reply->errors, &why);
  sigaction (SIGPIPE, &before, NULL);
  reply->text = hb_output_text (text, &reply->length);
  if (good)
    {
      call->server->peer->answered = true;
      return true;
    }
  if (why)
    return broken (own, call, reply, diag, why);
  hb_error (diag, NULL, "stopped");
  own_server_stop (call->server);
  return false;
}
