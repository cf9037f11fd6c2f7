/* See memo.h.  A table without chains: of two calls that meet in one place the later one stays. */
#include "own/memo.h"

#include "base/memory.h"
#include "own/serve.h"

#include <string.h>

#define PLACES 512

/* Bytes of a request, and of a reply, that are worth their place. */
#define MOST_KEPT 16384

struct own_memo
{
  struct place
  {
    const struct own_command *command;
    char *request; /* with the verb and the files, as a server gets it; NULL: nobody is here */
    size_t length;
    struct own_reply reply;
  } places[PLACES];
};

struct own_memo *
own_memo_new (void)
{
  return hb_calloc (1, sizeof (struct own_memo));
}

static void
clear (struct place *place)
{
  hb_free (place->request);
  own_reply_free (&place->reply);
  *place = (struct place){ .request = NULL };
}

void
own_memo_free (struct own_memo *memo)
{
  for (size_t i = 0; memo && i < PLACES; i++)
    clear (&memo->places[i]);
  hb_free (memo);
}

/* FNV-1a. */
static size_t
index_of (const char *request, size_t length)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)request[i]) * UINT64_C (1099511628211);
  return (size_t)(hash >> 32) % PLACES;
}

static bool
is_small (const struct own_call *call)
{
  size_t sum = 0;
  for (size_t i = 0; i < call->file_count; i++)
    sum += call->files[i].size;
  return sum <= MOST_KEPT;
}

static void
copy_reply (struct own_reply *to, const struct own_reply *from)
{
  *to = *from;
  to->text = from->text ? hb_copy_bytes (from->text, from->length) : NULL;
  to->errors = hb_copy_text (from->errors);
}

bool
own_memo_find (const struct own_memo *memo, const struct own_call *call, struct own_reply *reply)
{
  if (!is_small (call))
    return false;
  size_t length;
  char *request = own_server_request (call, &length);
  const struct place *place = &memo->places[index_of (request, length)];
  bool found = place->request && place->command == call->command && place->length == length
               && !memcmp (place->request, request, length);
  if (found)
    copy_reply (reply, &place->reply);
  hb_free (request);
  return found;
}

void
own_memo_add (struct own_memo *memo, const struct own_call *call, const struct own_reply *reply)
{
  if (!is_small (call) || reply->length > MOST_KEPT)
    return;
  size_t length;
  char *request = own_server_request (call, &length);
  struct place *place = &memo->places[index_of (request, length)];
  clear (place);
  place->command = call->command;
  place->request = request;
  place->length = length;
  copy_reply (&place->reply, reply);
}
