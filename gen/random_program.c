/* Random programs: handlers h1, h2, ... that all have registers a and b, messages m1, m2, ... that
 * may run on any of them, variables x1, x2, ...
 *
 * Messages are made from the last to the first, and each knows how many messages all in all one run
 * of a later one posts, so that the bound on the whole program holds whatever branches are taken.
 */
#include "gen/random_program.h"

#include "base/buffer.h"
#include "trace/trace.h"

struct author
{
  const struct hb_program_shape *shape;
  struct hb_rng *rng;
  hb_id *weight; /* of message m: itself and what its posts lead to */
  hb_id next;    /* the first message that may be posted */
  hb_id left;    /* posts that this message may lead to */
  bool priorities;
};

struct hb_program_shape
hb_program_defaults (void)
{
  return (struct hb_program_shape){ .handlers = 3,
                                    .messages = 3,
                                    .variables = 2,
                                    .statements = 4,
                                    .posted = 4,
                                    .mailbox = HB_QUEUE,
                                    .posts = 0.3,
                                    .reads = 0.3,
                                    .writes = 0.3,
                                    .blocks = 0.1 };
}

static hb_id
draw (struct author *author, hb_id bound)
{
  return (hb_id)hb_rng_below (author->rng, bound);
}

static const char *
any_register (struct author *author)
{
  return hb_rng_coin (author->rng) ? "a" : "b";
}

static void
add_value (struct author *author, hb_buffer *text)
{
  hb_id which = draw (author, 4);
  const char *name = any_register (author);
  hb_id number = draw (author, 3);
  if (which < 2)
    hb_buffer_add (text, "%u", number + 1);
  else if (which == 2)
    hb_buffer_add (text, "%s", name);
  else
    hb_buffer_add (text, "%s + %u", name, number);
}

/* False if there is none that fits. */
static bool
add_post (struct author *author, hb_buffer *text)
{
  const struct hb_program_shape *shape = author->shape;
  if (author->next >= shape->messages)
    return false;
  hb_id message = author->next + draw (author, shape->messages - author->next);
  hb_id handler = draw (author, shape->handlers);
  if (author->weight[message] > author->left)
    return false;
  author->left -= author->weight[message];
  hb_buffer_add (text, "post(h%u, m%u", handler + 1, message + 1);
  if (author->priorities && hb_rng_coin (author->rng))
    hb_buffer_add (text, ", %u", draw (author, 3));
  hb_buffer_add (text, ")\n");
  return true;
}

static void
add_access (struct author *author, hb_buffer *text, bool write)
{
  hb_id x = draw (author, author->shape->variables);
  if (!write)
    {
      hb_buffer_add (text, "%s = x%u\n", any_register (author), x + 1);
      return;
    }
  hb_buffer_add (text, "x%u = ", x + 1);
  add_value (author, text);
  hb_buffer_add (text, "\n");
}

static void add_statement (struct author *author, hb_buffer *text, unsigned depth, bool may_post);

static void
add_inner (struct author *author, hb_buffer *text, unsigned depth, bool may_post)
{
  hb_buffer_add (text, "%*s", (int)(2 * depth + 2), "");
  add_statement (author, text, depth + 1, may_post);
}

/* In a loop nothing is posted. */
static void
add_block (struct author *author, hb_buffer *text, unsigned depth, bool may_post)
{
  if (depth > 3)
    {
      add_access (author, text, hb_rng_coin (author->rng));
      return;
    }
  bool loop = hb_rng_coin (author->rng);
  if (loop)
    hb_buffer_add (text, "repeat 2 {\n");
  else
    {
      const char *name = any_register (author);
      hb_buffer_add (text, "if %s == %u {\n", name, draw (author, 3));
    }
  add_inner (author, text, depth, may_post && !loop);
  if (!loop && hb_rng_coin (author->rng))
    {
      hb_buffer_add (text, "%*s} else {\n", (int)(2 * depth), "");
      add_inner (author, text, depth, may_post);
    }
  hb_buffer_add (text, "%*s}\n", (int)(2 * depth), "");
}

static void
add_statement (struct author *author, hb_buffer *text, unsigned depth, bool may_post)
{
  const struct hb_program_shape *s = author->shape;
  double all = s->posts + s->reads + s->writes + s->blocks + s->awaits + s->asserts;
  double drawn = hb_rng_unit (author->rng) * all;
  if ((drawn -= s->posts) < 0)
    {
      if (!may_post || !add_post (author, text))
        hb_buffer_add (text, "skip\n");
    }
  else if ((drawn -= s->blocks) < 0)
    add_block (author, text, depth, may_post);
  else if ((drawn -= s->asserts) < 0)
    {
      const char *name = any_register (author);
      hb_buffer_add (text, "assert %s != %u\n", name, draw (author, 4));
    }
  else if (!s->variables)
    hb_buffer_add (text, "skip\n");
  else if ((drawn -= s->awaits) < 0)
    {
      hb_id x = draw (author, s->variables);
      hb_buffer_add (text, "await x%u >= %u\n", x + 1, draw (author, 3));
    }
  else
    add_access (author, text, (drawn -= s->reads) >= 0);
}

/* The statements of a message that may lead to BUDGET posts; how many it leads to is given back.
 * New. */
static char *
body (struct author *author, hb_id next, hb_id budget, hb_id *used)
{
  hb_buffer text = VEC_EMPTY;
  hb_id statements = author->shape->statements;
  hb_id count = statements ? 1 + draw (author, statements) : 0;
  author->next = next;
  author->left = budget;
  while (count--)
    {
      hb_buffer_add (&text, "    ");
      add_statement (author, &text, 2, true);
    }
  *used = budget - author->left;
  return hb_buffer_take (&text);
}

static void
add_sections (struct author *author, hb_buffer *text)
{
  const struct hb_program_shape *shape = author->shape;
  if (shape->mailbox > 0)
    hb_buffer_add (text, "mailbox %s\n\n", hb_mailbox_name ((enum hb_mailbox)shape->mailbox));
  hb_buffer_add (text, "vars\n ");
  for (hb_id x = 0; x < shape->variables; x++)
    hb_buffer_add (text, " x%u", x + 1);
  hb_buffer_add (text, "\n\nhandlers\n");
  for (hb_id h = 0; h < shape->handlers; h++)
    {
      hb_buffer_add (text, "  h%u regs a b", h + 1);
      if (shape->mailbox < 0)
        hb_buffer_add (text, " mailbox %s",
                       hb_mailbox_name ((enum hb_mailbox)draw (author, HB_MAILBOXES)));
      hb_buffer_add (text, "\n");
    }
  hb_buffer_add (text, "\nmsgs\n");
}

char *
hb_program_random (const struct hb_program_shape *shape, struct hb_rng *rng)
{
  struct author author = { .shape = shape, .rng = rng };
  hb_id messages = shape->messages, handlers = shape->handlers, left = shape->posted;
  hb_buffer text = VEC_EMPTY;
  char **bodies = hb_calloc (messages, sizeof *bodies);
  author.weight = hb_calloc (messages, sizeof (hb_id));
  author.priorities = shape->mailbox < 0 || shape->mailbox == HB_PRIORITY;
  add_sections (&author, &text);
  for (hb_id m = messages; m-- > 0;)
    {
      hb_id used;
      bodies[m] = body (&author, m + 1, shape->posted / 2, &used);
      author.weight[m] = used + 1;
    }
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id used;
      char *initial = body (&author, 0, left, &used);
      left -= used;
      hb_buffer_add (&text, "%s  h%u {\n%s  }\n", h ? "\n" : "", h + 1, initial);
      hb_free (initial);
    }
  for (hb_id m = 0; m < messages; m++)
    {
      hb_buffer_add (&text, "\n  m%u {\n%s  }\n", m + 1, bodies[m]);
      hb_free (bodies[m]);
    }
  hb_free (bodies);
  hb_free (author.weight);
  return hb_buffer_take (&text);
}
