/* Deciding what a `.trace` file leaves open.
 *
 * - pb: post(h, m) posts the message m of handler h.  Ids belong to their handler; one that stands on
 *   several is told as HANDLER:ID.
 * - Messages that nobody posts are initial or external ones; posts of messages without a block are
 *   dropped, or the messages are empty.
 * - Names that `.edt` cannot have are changed byte by byte into ~XX.
 *
 * The options are in prototype.h, reasons in doc/import.md. */
#include "import/prototype_private.h"

#include "format/edt_words.h"

#include "base/plural.h"

/* The number of a pair of numbers in NAMES; new ones are one more than all before. */
static hb_id
intern_pair (hb_names *names, hb_id one, hb_id two)
{
  const hb_id pair[2] = { one, two };
  return hb_names_intern (names, (const char *)pair, sizeof pair);
}

static hb_id
find_pair (const hb_names *names, hb_id one, hb_id two)
{
  const hb_id pair[2] = { one, two };
  return hb_names_find (names, (const char *)pair, sizeof pair);
}

/* --- what is there --- */

/* Message M has ID. */
static void
note_id (struct prototype_teller *teller, hb_id id, hb_id m)
{
  while (teller->by_id.size <= id)
    vec_push (teller->by_id, ((struct prototype_places){ HB_NONE, HB_NONE }));
  struct prototype_places *places = &teller->by_id.data[id];
  if (places->first == HB_NONE)
    places->first = m;
  else if (places->second == HB_NONE)
    places->second = m;
}

/* Numbers in `places` are numbers of messages: each message is in it once. */
static void
index_messages (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  char buffer[48];
  for (hb_id m = 0; m < file->messages.size && !hb_diag_full (teller->diag); m++)
    {
      struct prototype_message *message = &file->messages.data[m];
      hb_id known = intern_pair (teller->places, message->handler, message->id);
      note_id (teller, message->id, m);
      if (known == m)
        continue;
      const char *id = hb_names_text (file->ids, message->id);
      prototype_complain (
          teller, message->spot,
          "message '%s' stands on handler '%s' already, in line %u; expected each id once",
          hb_shown (hb_span (id), buffer), hb_names_text (file->handler_names, message->handler),
          file->messages.data[known].spot.line);
      return;
    }
}

/* --- who posts what --- */

/* The only message of that id on any handler; HB_NONE if there is none.  A second one is an error. */
static hb_id
only_message (struct prototype_teller *teller, hb_id id, struct spot spot)
{
  struct prototype *file = teller->file;
  if (id >= teller->by_id.size)
    return HB_NONE;
  struct prototype_places places = teller->by_id.data[id];
  if (places.second != HB_NONE)
    prototype_complain (
        teller, spot,
        "messages of this id stand on handlers '%s' and '%s'; expected post(handler, message)",
        hb_names_text (file->handler_names, file->messages.data[places.first].handler),
        hb_names_text (file->handler_names, file->messages.data[places.second].handler));
  return places.first;
}

/* The message on HANDLER that has no block, as one that does nothing. */
static hb_id
add_missing (struct prototype_teller *teller, const struct prototype_event *post)
{
  struct prototype_message message = { .id = post->two,
                                       .handler = post->one,
                                       .first = (hb_id)teller->file->events.size,
                                       .post = HB_NONE,
                                       .spot = post->spot };
  struct prototype_handler *handler = &teller->file->handlers.data[post->one];
  intern_pair (teller->places, post->one, post->two);
  if (!handler->opened)
    vec_push (teller->file->order, post->one);
  handler->opened = true;
  note_id (teller, post->two, (hb_id)teller->file->messages.size);
  vec_push (teller->file->messages, message);
  return (hb_id)teller->file->messages.size - 1;
}

/* The message that the post E posts; HB_NONE: the post is to be dropped. */
static hb_id
posted_by (struct prototype_teller *teller, hb_id e, size_t *missing)
{
  struct prototype_event *post = &teller->file->events.data[e];
  if (post->one == HB_NONE)
    {
      hb_id m = only_message (teller, post->two, post->spot);
      if (m == HB_NONE)
        hb_note (teller->notes,
                 "dropped the post in line %u, which names neither a handler nor a "
                 "message of this file",
                 post->spot.line);
      return m;
    }
  hb_id m = find_pair (teller->places, post->one, post->two);
  if (m != HB_NONE)
    return m;
  ++*missing;
  return teller->options->missing == HB_MISSING_DROP ? HB_NONE : add_missing (teller, post);
}

/* Its post says PRIORITY. */
static void
set_priority (struct prototype_teller *teller, struct prototype_message *message, int32_t priority)
{
  char buffer[48];
  if (message->has_priority && message->priority != priority)
    prototype_complain (
        teller, message->spot, "message '%s' has the priority %d elsewhere; expected it here, too",
        hb_shown (hb_span (hb_names_text (teller->file->ids, message->id)), buffer), (int)priority);
  message->has_priority = true;
  message->priority = priority;
}

static void
resolve_posts (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  char buffer[48];
  size_t missing = 0, priorities = 0;
  for (hb_id e = 0; e < file->events.size && !hb_diag_full (teller->diag); e++)
    {
      if (file->events.data[e].kind != HB_POST)
        continue;
      const struct prototype_priority *said = NULL;
      if (priorities < file->priorities.size && file->priorities.data[priorities].post == e)
        said = &file->priorities.data[priorities++];
      hb_id m = posted_by (teller, e, &missing);
      struct prototype_event *post = &file->events.data[e];
      if (m == HB_NONE)
        {
          post->kind = HB_GET; /* left out */
          continue;
        }
      struct prototype_message *message = &file->messages.data[m];
      if (message->post != HB_NONE)
        prototype_complain (
            teller, post->spot,
            "message '%s' is posted already in line %u; expected one post for each message",
            hb_shown (hb_span (hb_names_text (file->ids, message->id)), buffer),
            file->events.data[message->post].spot.line);
      if (said)
        set_priority (teller, message, said->value);
      message->post = e;
      message->kind = HB_POSTED;
      post->one = m; /* from here on the message */
    }
  if (missing)
    hb_note (
        teller->notes,
        teller->options->missing == HB_MISSING_DROP ? "dropped %s whose message has no block"
                                                    : "added %s, posted and without a block",
        hb_many (missing, teller->options->missing == HB_MISSING_DROP ? "post" : "empty message"));
}

/* --- messages that nobody posts --- */

/* Is ID one of the words of the option? */
static bool
is_initial_id (const struct prototype_teller *teller, hb_id id)
{
  const char *text = hb_names_text (teller->file->ids, id);
  size_t length = hb_names_length (teller->file->ids, id);
  for (const char *word = teller->options->initial; word && *word;)
    {
      size_t size = strcspn (word, ",");
      if (size == length && !memcmp (word, text, length))
        return true;
      word += size + (word[size] == ',');
    }
  return false;
}

/* A handler for a message of its own, after the handler that the file has it on. */
static void
split_off (struct prototype_teller *teller, hb_id m)
{
  struct prototype *file = teller->file;
  struct prototype_message *message = &file->messages.data[m];
  char *name = hb_format ("%s:%s", hb_names_text (file->handler_names, message->handler),
                          hb_names_text (file->ids, message->id));
  hb_id h = hb_names_intern (file->handler_names, name, strlen (name));
  hb_free (name);
  struct prototype_handler new = { .initial = m, .last = HB_NONE };
  if (h < file->handlers.size)
    {
      prototype_complain (teller, message->spot,
                          "no name is left for the thread of this message; expected no "
                          "handler '%s'",
                          hb_names_text (file->handler_names, h));
      return;
    }
  vec_push (file->order, h);
  vec_push (file->handlers, new);
  message->handler = h;
  message->kind = HB_INITIAL;
}

static void
resolve_unposted (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  hb_id folded = hb_names_find (file->handler_names, "h-1", 3);
  size_t initial = 0, external = 0, on_folded = 0;
  for (hb_id m = 0; m < file->messages.size; m++)
    {
      struct prototype_message *message = &file->messages.data[m];
      struct prototype_handler *handler = &file->handlers.data[message->handler];
      if (message->post != HB_NONE)
        continue;
      on_folded += message->handler == folded;
      if (teller->options->split && message->handler == folded)
        split_off (teller, m);
      else if (handler->initial == HB_NONE && is_initial_id (teller, message->id))
        {
          handler->initial = m;
          message->kind = HB_INITIAL;
          initial++;
        }
      else
        {
          message->kind = HB_EXTERNAL;
          external++;
        }
    }
  if (initial)
    hb_note (teller->notes, "took %zu message%s that nobody posts as initial ones", initial,
             HB_S (initial));
  if (external)
    hb_note (teller->notes, "took %zu message%s that nobody posts as external ones", external,
             HB_S (external));
  if (teller->options->split && on_folded)
    file->handlers.data[folded].opened
        = false; /* it stays only for messages that are posted to it */
  if (teller->options->split && on_folded)
    hb_note (teller->notes, "gave %zu message%s of handler h-1 handlers of their own", on_folded,
             HB_S (on_folded));
  else if (on_folded > 1)
    hb_note (teller->notes,
             "handler h-1 has %zu message%s that nobody posts: they may be threads, "
             "which --threads split tells apart",
             on_folded, HB_S (on_folded));
}

/* --- names --- */

void
prototype_clean (hb_buffer *to, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (hb_is_name_byte (text[i]) && (text[i] != ':' || i + 1 < length))
      hb_buffer_add (to, "%c", text[i]);
    else
      hb_buffer_add (to, "~%02X", (unsigned char)text[i]);
}

/* A number in NAMES of its own for the name; a twin gets a number behind it. */
static hb_id
own_name (struct prototype_teller *teller, hb_names *names, const char *text, size_t length)
{
  hb_buffer name = VEC_EMPTY;
  hb_id before = hb_names_count (names);
  if (hb_name_is_legal (text, length))
    {
      hb_id legal = hb_names_intern (names, text, length);
      if (legal == before)
        return legal;
    }
  prototype_clean (&name, text, length);
  teller->renamed += !hb_name_is_legal (text, length);
  hb_id number = hb_names_intern (names, name.data, name.size);
  size_t root = name.size;
  for (unsigned twin = 2; number < before; twin++)
    {
      name.size = root;
      hb_buffer_add (&name, "~%u", twin);
      number = hb_names_intern (names, name.data, name.size);
    }
  vec_free (name);
  return number;
}

static void
name_all (struct prototype_teller *teller, hb_names *from, hb_names *to, hb_id count)
{
  bool is_handler = to == teller->handlers;
  for (hb_id i = 0; i < count; i++)
    {
      hb_id name = own_name (teller, to, hb_names_text (from, i), hb_names_length (from, i));
      if (is_handler)
        vec_push (teller->handler_name, name);
      else
        vec_push (teller->variable_name, name);
    }
}

static void
name_messages (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  hb_id *uses = hb_calloc (hb_names_count (file->ids), sizeof *uses);
  for (hb_id m = 0; m < file->messages.size; m++)
    uses[file->messages.data[m].id] += file->messages.data[m].kind != HB_INITIAL;
  for (hb_id m = 0; m < file->messages.size; m++)
    {
      struct prototype_message *message = &file->messages.data[m];
      const char *id = hb_names_text (file->ids, message->id);
      if (message->kind == HB_INITIAL)
        continue;
      if (uses[message->id] == 1)
        {
          message->name
              = own_name (teller, teller->messages, id, hb_names_length (file->ids, message->id));
          continue;
        }
      char *name = hb_format ("%s:%s", hb_names_text (file->handler_names, message->handler), id);
      message->name = own_name (teller, teller->messages, name, strlen (name));
      teller->clashes++;
      hb_free (name);
    }
  hb_free (uses);
}

static void
name_things (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  name_all (teller, file->handler_names, teller->handlers, hb_names_count (file->handler_names));
  name_all (teller, file->variables, teller->variables, hb_names_count (file->variables));
  name_messages (teller);
  if (teller->renamed)
    hb_note (teller->notes, "changed %zu name%s that .edt cannot have", teller->renamed,
             HB_S (teller->renamed));
  if (teller->clashes)
    hb_note (teller->notes,
             "named %zu message%s HANDLER:ID, because their ids stand on several handlers",
             teller->clashes, HB_S (teller->clashes));
}

bool
prototype_decide (struct prototype_teller *teller)
{
  index_messages (teller);
  prototype_resolve_values (teller);
  if (!hb_diag_errors (teller->diag))
    resolve_posts (teller);
  if (!hb_diag_errors (teller->diag))
    resolve_unposted (teller);
  if (hb_diag_errors (teller->diag))
    return false;
  name_things (teller);
  return true;
}
