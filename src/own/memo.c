/* See memo.h.  A table without chains: of two calls that meet in one place the later one stays. */
#include "own/memo.h"

#include "base/memory.h"

#include <string.h>

#define PLACES 512

/* Bytes of a request, and of a reply, that are worth their place. */
#define MOST_KEPT 16384

struct own_memo
{
  struct place
  {
    struct own_request request; /* its text NULL: nobody is here */
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
  own_request_free (&place->request);
  own_reply_free (&place->reply);
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
index_of (const struct own_request *request)
{
  uint64_t hash = UINT64_C (14695981039346656037);
  for (size_t i = 0; i < request->length; i++)
    hash = (hash ^ (unsigned char)request->text[i]) * UINT64_C (1099511628211);
  return (size_t)(hash >> 32) % PLACES;
}

static void
copy_reply (struct own_reply *to, const struct own_reply *from)
{
  *to = *from;
  to->text = from->text ? hb_copy_bytes (from->text, from->length) : NULL;
  to->errors = hb_copy_text (from->errors);
}

bool
own_memo_find (const struct own_memo *memo, const struct own_request *request,
               struct own_reply *reply)
{
  if (request->length > MOST_KEPT)
    return false;
  const struct place *place = &memo->places[index_of (request)];
  if (!place->request.text || place->request.command != request->command
      || place->request.length != request->length
      || memcmp (place->request.text, request->text, request->length) != 0)
    return false;
  copy_reply (reply, &place->reply);
  return true;
}

void
own_memo_add (struct own_memo *memo, const struct own_request *request,
              const struct own_reply *reply)
{
  if (request->length > MOST_KEPT || reply->length > MOST_KEPT)
    return;
  struct place *place = &memo->places[index_of (request)];
  clear (place);
  place->request = *request;
  place->request.text = hb_copy_bytes (request->text, request->length);
  copy_reply (&place->reply, reply);
}
