/* From what a `.trace` file says to a trace: decides what the file leaves open.
 *
 * - pb: post(h, m) posts the message m of handler h.  Ids belong to their handler; one that stands on
 *   several is told as HANDLER:ID.
 * - rf: a read takes its value from the one write of that variable with that value.
 * - co: the union of the chains, which must be total.
 *
 * The options say the rest (prototype.h, doc/import.md).  Names that `.edt` cannot have are changed
 * byte by byte into ~XX. */
#include "prototype_private.h"

#include "buffer.h"
#include "edt_words.h"
#include "linear.h"

struct teller
{
  struct prototype *file;
  const hb_input *input;
  const struct hb_prototype_options *options;
  hb_notes *notes;
  hb_diag *diag;
  hb_names *places; /* (handler, id) -> message, both as bytes */
  hb_names *writes; /* (variable, value) -> `write_events` */
  VEC (hb_id) write_events;
  hb_id *numbers; /* event of the file -> event of the trace, or HB_NONE */
  hb_names *handlers, *messages, *variables; /* the names in the trace */
  VEC (hb_id) handler_name, variable_name;   /* numbers of the file -> of the trace */
  size_t renamed, clashes;
};

static struct hb_place
place_of (const struct teller *teller, struct spot spot, char **text)
{
  struct hb_place place
      = { .file = hb_input_name (teller->input), .line = spot.line, .column = spot.column };
  *text = hb_input_reread (place.file, spot.line);
  place.text = *text;
  place.length = *text ? strlen (*text) : 0;
  return place;
}

#define complain(TELLER, SPOT, ...)                                                                \
  do                                                                                               \
    {                                                                                              \
      char *complain_text;                                                                         \
      struct hb_place complain_place = place_of (TELLER, SPOT, &complain_text);                    \
      hb_error ((TELLER)->diag, &complain_place, __VA_ARGS__);                                     \
      hb_free (complain_text);                                                                     \
    }                                                                                              \
  while (0)

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

/* --- what is there ------------------------------------------------------------------------------ */

/* Numbers in `places` are numbers of messages: each message is in it once. */
static void
index_messages (struct teller *teller)
{
  struct prototype *file = teller->file;
  char buffer[48];
  for (hb_id m = 0; m < file->messages.size && !hb_diag_full (teller->diag); m++)
    {
      struct prototype_message *message = &file->messages.data[m];
      hb_id known = intern_pair (teller->places, message->handler, message->id);
      if (known == m)
        continue;
      const char *id = hb_names_text (file->ids, message->id);
      complain (teller, message->spot,
                "message '%s' stands on handler '%s' already, in line %u; expected each id once",
                hb_shown (hb_span (id), buffer),
                hb_names_text (file->handler_names, message->handler),
                file->messages.data[known].spot.line);
      return;
    }
}

static void
index_writes (struct teller *teller)
{
  struct prototype *file = teller->file;
  char one[48], two[48];
  for (hb_id e = 0; e < file->events.size && !hb_diag_full (teller->diag); e++)
    {
      struct prototype_event *event = &file->events.data[e];
      if (event->kind != HB_WRITE)
        continue;
      hb_id number = intern_pair (teller->writes, event->one, event->two);
      if (number == teller->write_events.size)
        vec_push (teller->write_events, e);
      else
        complain (
            teller, event->spot,
            "variable '%s' gets the value '%s' already in line %u; expected another value for "
            "each of its writes, since a value names its write",
            hb_shown (hb_span (hb_names_text (file->variables, event->one)), one),
            hb_shown (hb_span (hb_names_text (file->values, event->two)), two),
            file->events.data[teller->write_events.data[number]].spot.line);
    }
}

/* The write of that variable with that value, in the file's numbers, or HB_NONE. */
static hb_id
find_write (const struct teller *teller, hb_id variable, hb_id value)
{
  hb_id number = find_pair (teller->writes, variable, value);
  return number == HB_NONE ? HB_NONE : teller->write_events.data[number];
}

/* --- who posts what ----------------------------------------------------------------------------- */

/* The only message of that id on any handler; HB_NONE if there is none.  A second one is an error. */
static hb_id
only_message (struct teller *teller, hb_id id, struct spot spot)
{
  struct prototype *file = teller->file;
  hb_id found = HB_NONE;
  for (hb_id m = 0; m < file->messages.size; m++)
    if (file->messages.data[m].id == id)
      {
        if (found != HB_NONE)
          complain (teller, spot,
                    "messages of this id stand on handlers '%s' and '%s'; expected "
                    "post(handler, message)",
                    hb_names_text (file->handler_names, file->messages.data[found].handler),
                    hb_names_text (file->handler_names, file->messages.data[m].handler));
        found = m;
      }
  return found;
}

/* The message on HANDLER that has no block, as one that does nothing. */
static hb_id
add_missing (struct teller *teller, const struct prototype_event *post)
{
  struct prototype_message message = { .id = post->two,
                                       .handler = post->one,
                                       .first = (hb_id)teller->file->events.size,
                                       .post = HB_NONE,
                                       .spot = post->spot };
  intern_pair (teller->places, post->one, post->two);
  vec_push (teller->file->messages, message);
  return (hb_id)teller->file->messages.size - 1;
}

/* The message that the post E posts; HB_NONE: the post is to be dropped. */
static hb_id
posted_by (struct teller *teller, hb_id e, size_t *missing)
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

static void
resolve_posts (struct teller *teller)
{
  struct prototype *file = teller->file;
  char buffer[48];
  size_t missing = 0;
  for (hb_id e = 0; e < file->events.size && !hb_diag_full (teller->diag); e++)
    {
      if (file->events.data[e].kind != HB_POST)
        continue;
      hb_id m = posted_by (teller, e, &missing);
      struct prototype_event *post = &file->events.data[e];
      if (m == HB_NONE)
        {
          post->kind = HB_GET; /* left out */
          continue;
        }
      struct prototype_message *message = &file->messages.data[m];
      if (message->post != HB_NONE)
        complain (teller, post->spot,
                  "message '%s' is posted already in line %u; expected one post for each message",
                  hb_shown (hb_span (hb_names_text (file->ids, message->id)), buffer),
                  file->events.data[message->post].spot.line);
      message->post = e;
      message->kind = HB_POSTED;
      post->one = m; /* from here on the message */
    }
  if (missing)
    hb_note (teller->notes,
             teller->options->missing == HB_MISSING_DROP
                 ? "dropped %zu posts whose message has no block"
                 : "added %zu empty messages: they are posted and have no block",
             missing);
}

/* --- messages that nobody posts ----------------------------------------------------------------- */

/* Is ID one of the words of the option? */
static bool
is_initial_id (const struct teller *teller, hb_id id)
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
split_off (struct teller *teller, hb_id m)
{
  struct prototype *file = teller->file;
  struct prototype_message *message = &file->messages.data[m];
  char *name = hb_format ("%s:%s", hb_names_text (file->handler_names, message->handler),
                          hb_names_text (file->ids, message->id));
  hb_id h = hb_names_intern (file->handler_names, name, strlen (name));
  hb_free (name);
  struct prototype_handler new = { .initial = m, .last = HB_NONE, .opened = true };
  if (h < file->handlers.size)
    {
      complain (teller, message->spot,
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
resolve_unposted (struct teller *teller)
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
    hb_note (teller->notes, "took %zu messages that nobody posts as initial ones", initial);
  if (external)
    hb_note (teller->notes, "took %zu messages that nobody posts as external ones", external);
  if (teller->options->split && on_folded)
    file->handlers.data[folded].opened
        = false; /* it stays only for messages that are posted to it */
  if (teller->options->split && on_folded)
    hb_note (teller->notes, "gave %zu messages of handler h-1 handlers of their own", on_folded);
  else if (on_folded > 1)
    hb_note (teller->notes,
             "handler h-1 has %zu messages that nobody posts: they may be threads, "
             "which --threads split tells apart",
             on_folded);
}

/* --- names -------------------------------------------------------------------------------------- */

/* The name in the alphabet of `.edt`, as it is if it can be. */
static void
clean (hb_buffer *to, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (hb_name_bytes[(unsigned char)text[i]] && (text[i] != ':' || i + 1 < length))
      hb_buffer_add (to, "%c", text[i]);
    else
      hb_buffer_add (to, "~%02X", (unsigned char)text[i]);
}

/* A number in NAMES of its own for the name; a twin gets a number behind it. */
static hb_id
own_name (struct teller *teller, hb_names *names, const char *text, size_t length)
{
  hb_buffer name = VEC_EMPTY;
  hb_id before = hb_names_count (names);
  if (hb_name_is_legal (text, length))
    {
      hb_id legal = hb_names_intern (names, text, length);
      if (legal == before)
        return legal;
    }
  clean (&name, text, length);
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
name_all (struct teller *teller, hb_names *from, hb_names *to, hb_id count)
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
name_messages (struct teller *teller)
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
name_things (struct teller *teller)
{
  struct prototype *file = teller->file;
  name_all (teller, file->handler_names, teller->handlers, hb_names_count (file->handler_names));
  name_all (teller, file->variables, teller->variables, hb_names_count (file->variables));
  name_messages (teller);
  if (teller->renamed)
    hb_note (teller->notes, "changed %zu names that .edt cannot have", teller->renamed);
  if (teller->clashes)
    hb_note (teller->notes,
             "named %zu messages HANDLER:ID, because their ids stand on several handlers",
             teller->clashes);
}

/* --- the telling -------------------------------------------------------------------------------- */

static struct hb_span
text_of (const hb_names *names, hb_id number)
{
  return (struct hb_span){ hb_names_text (names, number), hb_names_length (names, number) };
}

/* Is the event of the file told?  Dropped posts are not, nor, if so wanted, reads of no write. */
static bool
is_told (const struct teller *teller, const struct prototype_event *event)
{
  return event->kind != HB_GET
         && (event->kind != HB_READ || !teller->options->drop_reads
             || find_write (teller, event->one, event->two) != HB_NONE);
}

/* Links each handler's messages; the order of the file comes out when they are put in front of one
 * another from the last to the first. */
static hb_id *
link_messages (struct prototype *file)
{
  hb_id *next = hb_calloc (file->messages.size, sizeof *next);
  for (hb_id m = (hb_id)file->messages.size; m-- > 0;)
    {
      struct prototype_handler *handler = &file->handlers.data[file->messages.data[m].handler];
      next[m] = handler->last;
      handler->last = m;
      handler->count++;
    }
  return next;
}

/* Numbers the events as the builder will. */
static void
number_events (struct teller *teller, const hb_id *next)
{
  struct prototype *file = teller->file;
  hb_id number = 0;
  size_t dropped = 0, initial = 0;
  teller->numbers = hb_realloc (NULL, file->events.size + 1, sizeof *teller->numbers);
  for (size_t i = 0; i < file->order.size; i++)
    for (hb_id m = file->handlers.data[file->order.data[i]].last; m != HB_NONE; m = next[m])
      {
        const struct prototype_message *message = &file->messages.data[m];
        number += message->kind == HB_POSTED;
        for (hb_id e = message->first; e < message->first + message->count; e++)
          {
            const struct prototype_event *event = &file->events.data[e];
            bool is_read = event->kind == HB_READ;
            bool unwritten = is_read && find_write (teller, event->one, event->two) == HB_NONE;
            dropped += unwritten && teller->options->drop_reads;
            initial += unwritten && !teller->options->drop_reads;
            teller->numbers[e] = is_told (teller, event) ? number++ : HB_NONE;
          }
      }
  if (dropped)
    hb_note (teller->notes, "dropped %zu reads of values that nobody writes", dropped);
  if (initial)
    hb_note (teller->notes,
             "took %zu reads of values that nobody writes as reads of the initial value", initial);
}

static struct hb_place
place_in_file (const struct teller *teller, struct spot spot)
{
  return (struct hb_place){ .file = hb_input_name (teller->input),
                            .line = spot.line,
                            .column = spot.column };
}

static void
tell_event (struct teller *teller, hb_builder *builder, const struct prototype_event *event)
{
  struct prototype *file = teller->file;
  builder->place = place_in_file (teller, event->spot);
  if (event->kind == HB_POST)
    {
      hb_builder_post (builder, hb_span (NULL),
                       text_of (teller->messages, file->messages.data[event->one].name));
      return;
    }
  struct hb_span variable = text_of (teller->variables, teller->variable_name.data[event->one]);
  if (event->kind == HB_WRITE)
    {
      struct hb_span value = text_of (file->values, event->two);
      if (hb_value_is_legal (value.text, value.length))
        hb_builder_write (builder, hb_span (NULL), variable, value);
      else
        {
          hb_buffer legal = VEC_EMPTY;
          clean (&legal, value.text, value.length);
          hb_builder_write (builder, hb_span (NULL), variable,
                            (struct hb_span){ legal.data, legal.size });
          vec_free (legal);
        }
      return;
    }
  hb_id write = find_write (teller, event->one, event->two);
  hb_builder_read_event (builder, variable, write == HB_NONE ? HB_NONE : teller->numbers[write]);
}

static void
tell_messages (struct teller *teller, hb_builder *builder, const hb_id *next)
{
  struct prototype *file = teller->file;
  for (size_t i = 0; i < file->order.size; i++)
    {
      hb_id h = file->order.data[i];
      if (!file->handlers.data[h].opened && !file->handlers.data[h].count)
        continue; /* only dropped posts go there */
      hb_builder_handler (builder, text_of (teller->handlers, teller->handler_name.data[h]), -1);
      for (hb_id m = file->handlers.data[h].last; m != HB_NONE; m = next[m])
        {
          const struct prototype_message *message = &file->messages.data[m];
          builder->place = place_in_file (teller, message->spot);
          hb_builder_message (builder, (enum hb_message_kind)message->kind,
                              message->kind == HB_INITIAL
                                  ? hb_span (NULL)
                                  : text_of (teller->messages, message->name));
          for (hb_id e = message->first; e < message->first + message->count; e++)
            if (is_told (teller, &file->events.data[e]))
              tell_event (teller, builder, &file->events.data[e]);
        }
    }
}

/* --- coherence ---------------------------------------------------------------------------------- */

/* The writes of each variable, in the order of the file, and the edges of its chains. */
struct coherence
{
  hb_id *first;       /* variable -> its first write in `writes`; one more entry for the end */
  hb_id *writes;      /* events of the file */
  hb_id *rank;        /* event of the file -> its place among the writes of its variable */
  size_t *edges_at;   /* variable -> its first edge in `edges`, likewise */
  hb_id *edges;       /* pairs of ranks */
  struct spot *spots; /* where a variable's first chain starts */
};

static void
gather_writes (const struct teller *teller, struct coherence *co)
{
  const struct prototype *file = teller->file;
  hb_id variables = hb_names_count (file->variables);
  co->first = hb_calloc (variables + 1, sizeof *co->first);
  co->rank = hb_realloc (NULL, file->events.size + 1, sizeof *co->rank);
  for (size_t e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == HB_WRITE)
      co->rank[e] = co->first[file->events.data[e].one + 1]++;
  for (hb_id v = 0; v < variables; v++)
    co->first[v + 1] += co->first[v];
  co->writes = hb_calloc (co->first[variables] + (size_t)1, sizeof *co->writes);
  for (hb_id e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == HB_WRITE)
      co->writes[co->first[file->events.data[e].one] + co->rank[e]] = e;
}

/* The write that a member of a chain names, or HB_NONE after an error. */
static hb_id
member (struct teller *teller, const struct prototype_write *write)
{
  char one[48], two[48];
  hb_id e = find_write (teller, write->variable, write->value);
  if (e == HB_NONE)
    complain (teller, write->spot,
              "no write of '%s' with the value '%s' in this file; expected one",
              hb_shown (hb_span (hb_names_text (teller->file->variables, write->variable)), one),
              hb_shown (hb_span (hb_names_text (teller->file->values, write->value)), two));
  return e;
}

static void
gather_edges (struct teller *teller, struct coherence *co)
{
  const struct prototype *file = teller->file;
  hb_id variables = hb_names_count (file->variables), previous = HB_NONE;
  co->edges_at = hb_calloc (variables + (size_t)1, sizeof *co->edges_at);
  co->spots = hb_calloc (variables, sizeof *co->spots);
  for (size_t i = 0; i < file->chains.size; i++)
    co->edges_at[file->chains.data[i].variable + 1] += !file->chains.data[i].starts;
  for (hb_id v = 0; v < variables; v++)
    co->edges_at[v + 1] += co->edges_at[v];
  size_t *at = hb_calloc (variables + (size_t)1, sizeof *at);
  memcpy (at, co->edges_at, variables * sizeof *at);
  co->edges = hb_calloc (2 * co->edges_at[variables] + 1, sizeof *co->edges);
  for (size_t i = 0; i < file->chains.size && !hb_diag_full (teller->diag); i++)
    {
      const struct prototype_write *write = &file->chains.data[i];
      hb_id e = member (teller, write);
      if (e == HB_NONE)
        continue;
      if (!co->spots[write->variable].line)
        co->spots[write->variable] = write->spot;
      if (!write->starts && previous != HB_NONE)
        {
          size_t edge = 2 * at[write->variable]++;
          co->edges[edge] = co->rank[previous];
          co->edges[edge + 1] = co->rank[e];
        }
      previous = e;
    }
  hb_free (at);
}

/* Orders the writes of V into ORDER (ranks); true if the chains left some of it open. */
static bool
order_variable (struct teller *teller, const struct coherence *co, hb_id v, hb_id *order)
{
  const struct prototype *file = teller->file;
  char one[48], two[48], name[48];
  hb_id pair[2];
  enum hb_linear result
      = hb_linear_order (co->first[v + 1] - co->first[v], co->edges + 2 * co->edges_at[v],
                         co->edges_at[v + 1] - co->edges_at[v], order, pair);
  if (result == HB_LINEAR || (result == HB_PARTIAL && teller->options->complete_co))
    return result == HB_PARTIAL;
  const struct prototype_event *a = &file->events.data[co->writes[co->first[v] + pair[0]]];
  const struct prototype_event *b = &file->events.data[co->writes[co->first[v] + pair[1]]];
  struct spot spot = co->spots[v].line ? co->spots[v] : b->spot;
  hb_shown (hb_span (hb_names_text (file->values, a->two)), one);
  hb_shown (hb_span (hb_names_text (file->values, b->two)), two);
  hb_shown (hb_span (hb_names_text (file->variables, v)), name);
  if (result == HB_PARTIAL)
    complain (teller, spot,
              "the chains leave write(%s,%s) and write(%s,%s) without order; expected a total "
              "order, or --co complete for one that the chains allow",
              name, one, name, two);
  else
    complain (teller, spot,
              "the chains put write(%s,%s) before write(%s,%s) and the other way round; expected "
              "an order",
              name, one, name, two);
  return false;
}

static void
tell_co (struct teller *teller, hb_builder *builder)
{
  const struct prototype *file = teller->file;
  struct coherence co = { 0 };
  size_t completed = 0;
  gather_writes (teller, &co);
  gather_edges (teller, &co);
  for (hb_id v = 0; v < hb_names_count (file->variables) && !hb_diag_full (teller->diag); v++)
    {
      hb_id count = co.first[v + 1] - co.first[v];
      if (count < 2 && co.edges_at[v + 1] == co.edges_at[v])
        continue;
      hb_id *order = hb_calloc (count, sizeof *order);
      completed += order_variable (teller, &co, v, order);
      if (!hb_diag_errors (teller->diag))
        {
          builder->class->chain_start (builder, 'c',
                                       text_of (teller->variables, teller->variable_name.data[v]));
          for (hb_id i = 0; i < count; i++)
            hb_builder_chain_event (builder, teller->numbers[co.writes[co.first[v] + order[i]]]);
        }
      hb_free (order);
    }
  if (completed)
    hb_note (teller->notes,
             "completed the coherence order of %zu variables: INCONSISTENT may mean only that "
             "another order was the right one",
             completed);
  hb_free (co.first);
  hb_free (co.writes);
  hb_free (co.rank);
  hb_free (co.edges_at);
  hb_free (co.edges);
  hb_free (co.spots);
}

static hb_trace *
tell (struct teller *teller)
{
  hb_builder *builder = hb_builder_to_trace (teller->diag);
  hb_id *next = link_messages (teller->file);
  number_events (teller, next);
  if (teller->file->mailbox >= 0)
    builder->class->mailbox (builder, (enum hb_mailbox)teller->file->mailbox);
  tell_messages (teller, builder, next);
  tell_co (teller, builder);
  builder->class->end (builder);
  hb_free (next);
  hb_free (teller->numbers);
  return hb_builder_finish (builder);
}

hb_trace *
prototype_tell (struct prototype *file, const hb_input *input,
                const struct hb_prototype_options *options, hb_notes *notes, hb_diag *diag)
{
  struct teller teller = { .file = file,
                           .input = input,
                           .options = options,
                           .notes = notes,
                           .diag = diag,
                           .places = hb_names_new (),
                           .writes = hb_names_new (),
                           .handlers = hb_names_new (),
                           .messages = hb_names_new (),
                           .variables = hb_names_new () };
  hb_trace *trace = NULL;
  index_messages (&teller);
  index_writes (&teller);
  if (!hb_diag_errors (diag))
    resolve_posts (&teller);
  if (!hb_diag_errors (diag))
    resolve_unposted (&teller);
  if (!hb_diag_errors (diag))
    {
      name_things (&teller);
      trace = tell (&teller);
    }
  hb_names_free (teller.places);
  hb_names_free (teller.writes);
  hb_names_free (teller.handlers);
  hb_names_free (teller.messages);
  hb_names_free (teller.variables);
  vec_free (teller.write_events);
  vec_free (teller.handler_name);
  vec_free (teller.variable_name);
  return trace;
}
