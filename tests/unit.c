/* See unit.h. */
#include "unit.h"

#include "base/vec.h"

#include <unistd.h>

static VEC (struct CMUnitTest) cases = VEC_EMPTY;
static char scratch[] = "/tmp/hbkit-test-XXXXXX";
static bool has_scratch;

void
unit_case (const char *name, CMUnitTestFunction function)
{
  struct CMUnitTest one = { .name = name, .test_func = function };
  vec_push (cases, one);
}

const char *
unit_scratch (void)
{
  int file = has_scratch ? -1 : mkstemp (scratch);
  if (!has_scratch)
    has_scratch = file >= 0 && close (file) == 0;
  assert_true (has_scratch);
  return scratch;
}

hb_output *
unit_output (hb_diag *diag)
{
  unlink (unit_scratch ());
  hb_output *output = hb_output_open (unit_scratch (), diag);
  assert_non_null (output);
  return output;
}

char *
unit_read (const char *path)
{
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  VEC (char) text = VEC_EMPTY;
  for (int c = getc (file); c != EOF; c = getc (file))
    vec_push (text, (char)c);
  vec_push (text, '\0');
  fclose (file);
  return text.data;
}

void
unit_write (const char *path, const char *text)
{
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  fputs (text, file);
  fclose (file);
}

int
unit_run (void)
{
  int failed = _cmocka_run_group_tests ("cases", cases.data, cases.size, NULL, NULL);
  vec_free (cases);
  if (has_scratch)
    unlink (scratch);
  return failed;
}

int __attribute__ ((weak)) main (void) { return unit_run (); }
