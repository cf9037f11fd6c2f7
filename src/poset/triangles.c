/* Systems of triangles as posets; see sources.h.
 *
 *     System 1:
 *       Triangles: [(1, 2, 3), (1, 4, 5)]
 *       Bare Edges: [(2, 4)]
 *       Dimension: 4
 *       Realizer:
 *         [[6], [1], [1, 6], ...]        a schedule a line
 *
 * A face is the set of its vertices, one bit each. */
#include "poset/sources.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

typedef VEC (uint32_t) faces;

bool
hb_is_triangles (const char *text, size_t length)
{
  static const char mark[] = "Triangles: [";
  for (size_t i = 0; i + sizeof mark <= length; i++)
    if (text[i] == 'T' && !memcmp (text + i, mark, sizeof mark - 1))
      return true;
  return false;
}

/* All groups of numbers in brackets OPEN on the line, as sets; numbers from 1 to 31. */
static void
read_faces (const char *line, size_t length, char open, faces *list)
{
  for (size_t i = 0; i < length; i++)
    {
      if (line[i] != open || i + 1 == length || line[i + 1] < '0' || line[i + 1] > '9')
        continue;
      uint32_t face = 0;
      for (i++; i < length && line[i] != ')' && line[i] != ']'; i++)
        if (line[i] >= '0' && line[i] <= '9')
          {
            unsigned number = 0;
            for (; i < length && line[i] >= '0' && line[i] <= '9'; i++)
              number = number < 1000 ? 10 * number + (unsigned)(line[i] - '0') : number;
            face |= number && number < 32 ? (uint32_t)1 << number : 0;
            i--;
          }
      if (face)
        vec_push (*list, face);
    }
}

/* The line is about KEY; its rest. */
static const char *
about (const char *line, size_t *length, const char *key)
{
  size_t blank = 0, size = strlen (key);
  while (blank < *length && line[blank] == ' ')
    blank++;
  if (*length - blank < size || memcmp (line + blank, key, size))
    return NULL;
  *length -= blank + size;
  return line + blank + size;
}

static char *
face_name (uint32_t face)
{
  hb_buffer text = VEC_EMPTY;
  for (int v = 1; v < 32; v++)
    if (face >> v & 1)
      hb_buffer_add (&text, text.size ? "-%d" : "%d", v);
  return hb_buffer_take (&text);
}

static int
compare_faces (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  int p = __builtin_popcount (x), q = __builtin_popcount (y);
  return p != q ? p - q : (x > y) - (x < y);
}

/* Adds what is in the faces: vertices, edges of triangles; sorts, drops double ones. */
static void
complete (faces *list)
{
  size_t given = list->size, kept = 0;
  for (size_t i = 0; i < given; i++)
    for (uint32_t face = list->data[i], part = (face - 1) & face; part; part = (part - 1) & face)
      vec_push (*list, part);
  if (list->size)
    qsort (list->data, list->size, sizeof *list->data, compare_faces);
  for (size_t i = 0; i < list->size; i++)
    if (!i || list->data[i] != list->data[i - 1])
      list->data[kept++] = list->data[i];
  list->size = kept;
}

static hb_poset *
poset_of (const faces *list, hb_diag *diag)
{
  hb_names *names = hb_names_new ();
  VEC (hb_id) edges = VEC_EMPTY;
  for (hb_id i = 0; i < list->size; i++)
    {
      char *name = face_name (list->data[i]);
      hb_names_intern (names, name, strlen (name));
      hb_free (name);
      for (hb_id j = 0; j < list->size; j++)
        if (i != j && !(list->data[i] & ~list->data[j]))
          {
            vec_push (edges, i);
            vec_push (edges, j);
          }
    }
  hb_poset *poset = hb_poset_of_edges (names, (hb_id)list->size, edges.data, edges.size / 2, diag);
  vec_free (edges);
  return poset;
}

/* The realizer's line as a schedule; false if it is none of all faces, each once. */
static bool
add_order (const char *line, size_t length, const hb_poset *poset, hb_schedules *family)
{
  faces list = VEC_EMPTY;
  read_faces (line, length, '[', &list);
  bool good = list.size == poset->count;
  bool *met = hb_calloc (poset->count, sizeof *met);
  hb_id *order = good ? hb_schedules_add (family) : NULL;
  for (size_t i = 0; i < list.size && good; i++)
    {
      char *name = face_name (list.data[i]);
      order[i] = hb_poset_find (poset, name, strlen (name));
      good = order[i] != HB_NONE && !met[order[i]];
      if (good)
        met[order[i]] = true;
      hb_free (name);
    }
  hb_free (met);
  vec_free (list);
  return good;
}

/* What has been read of a system. */
struct system
{
  faces list;
  hb_poset *poset; /* NULL up to the realizer */
  hb_schedules *realizer;
};

/* A line of the system. */
static void
read_line (struct system *system, const char *line, size_t length, const hb_input *input,
           hb_diag *diag)
{
  const char *rest;
  size_t left;
  struct hb_place place = hb_input_place (input, 1);
  if ((left = length, rest = about (line, &left, "Triangles:"))
      || (left = length, rest = about (line, &left, "Bare Edges:")))
    read_faces (rest, left, '(', &system->list);
  else if ((left = length, about (line, &left, "Realizer:")))
    {
      if (system->poset)
        {
          hb_error (diag, &place, "this system has a realizer already");
          return;
        }
      complete (&system->list);
      system->poset = poset_of (&system->list, diag);
      system->realizer = system->poset ? hb_schedules_new (system->poset->count) : NULL;
    }
  else if (system->poset && (left = length, about (line, &left, "[["))
           && !add_order (line, length, system->poset, system->realizer))
    hb_error (diag, &place, "the realizer's line does not have all faces of the system");
}

hb_poset *
hb_poset_of_triangles (hb_input *input, size_t number, hb_schedules **realizer, hb_diag *diag)
{
  const char *line, *rest;
  size_t length, left, errors = hb_diag_errors (diag), known = 0;
  bool inside = false;
  struct system system = { .list = VEC_EMPTY };
  while (hb_diag_errors (diag) == errors && hb_input_line (input, &line, &length))
    {
      left = length;
      if ((rest = about (line, &left, "System ")))
        {
          size_t next = (size_t)strtoul (rest, NULL, 10);
          known = next > known ? next : known;
          if (inside)
            break;
          inside = next == number;
        }
      else if (inside)
        read_line (&system, line, length, input, diag);
    }
  if (!system.poset && system.list.size && hb_diag_errors (diag) == errors)
    {
      complete (&system.list);
      system.poset = poset_of (&system.list, diag);
    }
  else if (!system.poset && hb_diag_errors (diag) == errors)
    hb_error (diag, NULL, "%s has no system %zu; expected a number from 1 to %zu",
              hb_input_name (input), number, known);
  vec_free (system.list);
  bool good = hb_diag_errors (diag) == errors;
  if (!good)
    {
      hb_poset_free (system.poset);
      hb_schedules_free (system.realizer);
      system = (struct system){ .poset = NULL };
    }
  *realizer = system.realizer;
  return system.poset;
}
