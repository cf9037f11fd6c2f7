/* One call of a command: files in, a file or an answer out.
 *
 * Each call has a folder of its own, in which its files lie under the names that stand for them: `{source}`
 * is `source.cnf`.  The first file goes to standard input where the command does not name it; what is made is
 * taken from standard output where the command does not name that.  A served command gets the same texts
 * through a pipe instead (serve.h). */
#ifndef HBKIT_OWN_CALL_H
#define HBKIT_OWN_CALL_H

#include "own/command.h"
#include "own/own.h"

#define OWN_MOST_FILES 3

/* `serve COMMAND`: a process that is kept alive (serve.h). */
struct own_server
{
  struct own_command command;
  struct own_peer *peer; /* NULL until it is asked first */
};

struct own_file
{
  const char *role, *suffix; /* "source", "cnf" */
  char *text; /* owned by the call; zero-terminated, ends with a newline if it is not empty */
  size_t size;
};

struct own_call
{
  const struct own_command *command;
  struct own_server *server; /* of a served command; borrowed */
  const char *verb;          /* "reduce": what the command is for */
  struct own_file files[OWN_MOST_FILES];
  size_t file_count;
  const char *product, *product_suffix; /* what it makes; NULL: an answer alone */
  const char *ablation;                 /* NULL: none */
  bool may_be_empty;                    /* what it makes is a text that may have no lines */
  bool is_drawn;                        /* `generate`, `enumerate`: by these numbers */
  uint64_t seed, size;
};

/* What is asked, all of it as one text: that which a served process gets (serve.h). */
struct own_request
{
  const struct own_command *command; /* borrowed; of another one it would be another question */
  char *text;                        /* owned, zero-terminated */
  size_t length;
};

struct own_request own_request_new (const struct own_call *call);
void own_request_free (struct own_request *request);

/* What came back. */
struct own_reply
{
  char *text; /* of the product, or all of standard output; owned, zero-terminated */
  size_t length;
  char *errors; /* what it said on standard error; owned, or NULL */
  int code;     /* exit code; -1 of a served one */
};

/* The command that runs: of a served call the server's. */
static inline const struct own_command *
own_call_command (const struct own_call *call)
{
  return call->command->served ? &call->server->command : call->command;
}

/* Adds a file to CALL. */
void own_call_add (struct own_call *call, const char *role, const char *suffix,
                   hb_output *text /* stolen, into memory */);

/* Makes CALL.  False after an error in DIAG, and a fault if the command is broken; MAY_FAIL: an exit code other than 0
 * is an answer.  REPLY is to be freed by `own_reply_free` either way. */
bool own_call (hb_own *own, const struct own_call *call, bool may_fail, struct own_reply *reply,
               hb_diag *diag);

void own_call_free (struct own_call *call);
void own_reply_free (struct own_reply *reply);

/* The CALL is broken: a fault, and an error in DIAG, which name its command.  Always false. */
bool own_fault (hb_own *own, const struct own_call *call, const struct own_reply *reply,
                hb_diag *diag, const char *format, ...) HB_PRINTF (5, 6);

#endif
