/* Logs of Android apps and what is read of them, for the tests of their reader.
 *
 *     EXPECT_TOLD (DEFAULTS, { "W 1 x, R 2 x", "handler t1, initial, L1: write x.f, "
 *                                              "handler t2, initial, L2: read x.f L1", "!dropped" })
 *
 * A log of one line stands for as many as it has commas, which are numbered, accesses apart; W 1 x is a write
 * of thread 1 to a field f of object x, R a read; POST, CALL and RET likewise need not name their two numbers.
 * A text with line ends is a log as it is.
 *
 * What is read of it is the trace, without the lines that each has, or its errors, with commas; and the notes,
 * each between semicolons, details in brackets. */
#ifndef HBKIT_ANDROID_TOLD_H
#define HBKIT_ANDROID_TOLD_H

#include "unit.h"

#include "import/android.h"

struct android_sample
{
  const char *log, *trace; /* all of it; NULL: whatever it is */
  const char *note;        /* a part of what is said; behind '!' what is not */
};

bool android_is_told (const struct android_sample *sample,
                      const struct hb_android_options *options);

/* OPTIONS: what differs from the defaults. */
#define EXPECT_TOLD(OPTIONS, ...)                                                                  \
  do                                                                                               \
    {                                                                                              \
      static const struct android_sample samples[] = { __VA_ARGS__ };                              \
      bool all = true;                                                                             \
      for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)                                \
        all = android_is_told (&samples[i], OPTIONS) && all;                                       \
      assert_true (all);                                                                           \
    }                                                                                              \
  while (0)

#define WITH(...) (&(struct hb_android_options){ __VA_ARGS__ })
#define DEFAULTS WITH (.drop_posts = false)

#endif
