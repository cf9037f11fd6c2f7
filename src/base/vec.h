/* One growable array for all types.
 *
 *     VEC (hb_id) queue = VEC_EMPTY;
 *     vec_push (queue, 7);
 *     for (size_t i = 0; i < queue.size; i++) use (queue.data[i]);
 *     vec_free (queue);
 *
 * The elements lie in `data[0 .. size - 1]`; they move when the vector grows, so keep indices, not
 * pointers.  The idea of one tiny typed vector is kissat's and CaDiCaL's. */
#ifndef HBKIT_VEC_H
#define HBKIT_VEC_H

#include "base/assert.h"
#include "base/memory.h"

#define VEC(TYPE)                                                                                  \
  struct                                                                                           \
  {                                                                                                \
    TYPE *data;                                                                                    \
    size_t size, capacity;                                                                         \
  }

#define VEC_EMPTY                                                                                  \
  {                                                                                                \
    NULL, 0, 0                                                                                     \
  }

/* Under AddressSanitizer vectors of fewer elements have no room beyond them: so it notices what is read there. */
#if defined __SANITIZE_ADDRESS__
#define VEC_EXACT 1000
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define VEC_EXACT 1000
#endif
#endif
#ifndef VEC_EXACT
#define VEC_EXACT 0
#endif

/* Makes room for at least N elements. */
#define vec_reserve(V, N)                                                                          \
  do                                                                                               \
    {                                                                                              \
      size_t vec_wanted = (N);                                                                     \
      if (vec_wanted > (V).capacity)                                                               \
        {                                                                                          \
          size_t vec_twice = vec_wanted + 1 > VEC_EXACT ? 2 * (V).capacity : 0;                    \
          (V).capacity = vec_wanted > vec_twice ? vec_wanted : vec_twice;                          \
          if ((V).capacity < 8 && !VEC_EXACT)                                                      \
            (V).capacity = 8;                                                                      \
          (V).data = hb_realloc ((V).data, (V).capacity, sizeof *(V).data);                        \
        }                                                                                          \
    }                                                                                              \
  while (0)

#define vec_push(V, ELEMENT)                                                                       \
  do                                                                                               \
    {                                                                                              \
      if ((V).size == (V).capacity)                                                                \
        vec_reserve (V, (V).size + 1);                                                             \
      HB_ASSERT ((V).size < (V).capacity);                                                         \
      (V).data[(V).size++] = (ELEMENT);                                                            \
    }                                                                                              \
  while (0)

/* Makes V hold exactly N elements, new ones being VALUE. */
#define vec_resize(V, N, VALUE)                                                                    \
  do                                                                                               \
    {                                                                                              \
      size_t vec_goal = (N);                                                                       \
      vec_reserve (V, vec_goal);                                                                   \
      while ((V).size < vec_goal)                                                                  \
        (V).data[(V).size++] = (VALUE);                                                            \
      (V).size = vec_goal;                                                                         \
    }                                                                                              \
  while (0)

/* Gives back what V has beyond its elements. */
#define vec_trim(V)                                                                                \
  do                                                                                               \
    {                                                                                              \
      HB_ASSERT ((V).size <= (V).capacity);                                                        \
      (V).capacity = (V).size;                                                                     \
      (V).data = hb_realloc ((V).data, (V).capacity, sizeof *(V).data);                            \
    }                                                                                              \
  while (0)

#define vec_pop(V) (HB_ASSERT ((V).size), (V).data[--(V).size])
#define vec_top(V) (*(HB_ASSERT ((V).size), (V).data + (V).size - 1))
#define vec_clear(V) ((void)((V).size = 0))

/* The address of element I, or of the place behind the last; nothing is added to a NULL. */
#define vec_from(V, I) ((V).data ? (V).data + (I) : (V).data)

#define vec_free(V)                                                                                \
  do                                                                                               \
    {                                                                                              \
      hb_free ((V).data);                                                                          \
      (V).data = NULL;                                                                             \
      (V).size = (V).capacity = 0;                                                                 \
    }                                                                                              \
  while (0)

#endif
