/* Values of a `.trace` file: each names one write of its variable.
 *
 * Writes, reads and members of chains are sorted by variable first; the values of one variable then need
 * nothing but an array over all values, of which a small part is in use at a time:
 *
 *     variable x   writes 1 2 4   reads 2 1 9   members 2 1 4
 *     owner        value 1 -> its write, 2 -> its write, 4 -> its write; 9: nobody's for x */
#include "import/prototype_private.h"

#include "format/edt_words.h"

struct access
{
  hb_id value;
  hb_id index; /* of the event, or of the member */
};

/* Accesses of one kind, sorted by variable: those of v are list[first[v]] .. list[first[v + 1] - 1]. */
struct sorted
{
  size_t *first;
  struct access *list;
};

/* Who has a value of the variable at hand. */
struct owner
{
  hb_id variable; /* the last one that wrote the value, plus 1 */
  hb_id write;
};

static void
add (struct sorted *sorted, size_t *at, hb_id variable, hb_id value, size_t index)
{
  sorted->list[sorted->first[variable] + at[variable]++] = (struct access){ value, (hb_id)index };
}

static void
sum_up (struct sorted *sorted, hb_id variables)
{
  for (hb_id v = 0; v < variables; v++)
    sorted->first[v + 1] += sorted->first[v];
  sorted->list = hb_calloc (sorted->first[variables], sizeof *sorted->list);
}

/* The events of that KIND. */
static struct sorted
sort_events (const struct prototype *file, enum hb_event_kind kind)
{
  hb_id variables = hb_names_count (file->variables);
  struct sorted sorted = { hb_calloc (variables + (size_t)1, sizeof *sorted.first), NULL };
  size_t *at = hb_calloc (variables, sizeof *at);
  for (size_t e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == kind)
      sorted.first[file->events.data[e].one + 1]++;
  sum_up (&sorted, variables);
  for (size_t e = 0; e < file->events.size; e++)
    if (file->events.data[e].kind == kind)
      add (&sorted, at, file->events.data[e].one, file->events.data[e].two, e);
  hb_free (at);
  return sorted;
}

static struct sorted
sort_members (const struct prototype *file)
{
  hb_id variables = hb_names_count (file->variables);
  struct sorted sorted = { hb_calloc (variables + (size_t)1, sizeof *sorted.first), NULL };
  size_t *at = hb_calloc (variables, sizeof *at);
  for (size_t i = 0; i < file->chains.size; i++)
    sorted.first[file->chains.data[i].variable + 1]++;
  sum_up (&sorted, variables);
  for (size_t i = 0; i < file->chains.size; i++)
    add (&sorted, at, file->chains.data[i].variable, file->chains.data[i].value, i);
  hb_free (at);
  return sorted;
}

static void
free_sorted (struct sorted *sorted)
{
  hb_free (sorted->first);
  hb_free (sorted->list);
}

static void
complain_of_twin (struct prototype_teller *teller, hb_id e, hb_id twin)
{
  const struct prototype *file = teller->file;
  const struct prototype_event *event = &file->events.data[e];
  char one[48], two[48];
  prototype_complain (teller, event->spot,
                      "variable '%s' gets the value '%s' already in line %u; expected another "
                      "value for each of its "
                      "writes, since a value names its write",
                      hb_shown (hb_span (hb_names_text (file->variables, event->one)), one),
                      hb_shown (hb_span (hb_names_text (file->values, event->two)), two),
                      file->events.data[twin].spot.line);
}

/* The write of V with that value, or HB_NONE. */
static hb_id
owner_of (const struct owner *owners, hb_id v, hb_id value)
{
  return owners[value].variable == v + 1 ? owners[value].write : HB_NONE;
}

void
prototype_resolve_values (struct prototype_teller *teller)
{
  struct prototype *file = teller->file;
  struct sorted writes = sort_events (file, HB_WRITE), reads = sort_events (file, HB_READ);
  struct sorted members = sort_members (file);
  struct owner *owners = hb_calloc (hb_names_count (file->values), sizeof *owners);
  for (hb_id v = 0; v < hb_names_count (file->variables) && !hb_diag_full (teller->diag); v++)
    {
      for (size_t i = writes.first[v]; i < writes.first[v + 1]; i++)
        {
          struct access write = writes.list[i];
          hb_id twin = owner_of (owners, v, write.value);
          if (twin != HB_NONE)
            complain_of_twin (teller, write.index, twin);
          owners[write.value] = (struct owner){ v + 1, write.index };
        }
      for (size_t i = reads.first[v]; i < reads.first[v + 1]; i++)
        file->events.data[reads.list[i].index].two = owner_of (owners, v, reads.list[i].value);
      for (size_t i = members.first[v]; i < members.first[v + 1]; i++)
        file->chains.data[members.list[i].index].write
            = owner_of (owners, v, members.list[i].value);
    }
  free_sorted (&writes);
  free_sorted (&reads);
  free_sorted (&members);
  hb_free (owners);
}
