/* <hbkit/file.h> as a stranger uses it. */
#include <hbkit/file.h>

#include "check.h"

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  for (int packed = 0; packed < 3; packed++)
    {
      static const char *const names[] = { "f.txt", "f.txt.gz", "f.txt.xz" };
      hb_output *output = hb_output_open (names[packed], diag);
      hb_put (output, "one ");
      hb_put_bytes (output, "twox", 3);
      hb_put_char (output, '\n');
      hb_put_number (output, 18446744073709551615u);
      hb_putf (output, " %s\n", "three");
      CHECK (hb_output_commit (output));
      hb_input *input = hb_input_open (names[packed], diag);
      const char *line;
      size_t length;
      CHECK (hb_input_line (input, &line, &length) && length == 7 && !memcmp (line, "one two", 7));
      CHECK (hb_input_line (input, &line, &length) && length == 26);
      CHECK (hb_input_line_number (input) == 2 && hb_input_place (input, 4).column == 4);
      CHECK (!strcmp (hb_input_name (input), names[packed]));
      CHECK (!hb_input_line (input, &line, &length) && !hb_input_failed (input));
      hb_input_close (input);
    }
  CHECK (!hb_input_open ("nothing-here", diag) && hb_diag_errors (diag) == 1);
  CHECK (!hb_output_open ("no-folder/f", diag) && hb_diag_errors (diag) == 2);

  hb_output *old = hb_output_open ("f.txt", diag);
  hb_put (old, "lost");
  hb_output_discard (old);
  hb_input *input = hb_input_open ("f.txt", diag);
  const char *line;
  size_t length, size;
  CHECK (hb_input_line (input, &line, &length) && length == 7);
  hb_input_close (input);

  hb_output *memory = hb_output_to_memory ();
  for (int i = 0; i < 100000; i++)
    hb_putf (memory, "%d\n", i % 10);
  char *text = hb_output_text (memory, &size);
  CHECK (size == 200000 && strlen (text) == size && text[size - 2] == '9');
  input = hb_input_of_bytes ("memory", text, size, diag);
  size_t lines = 0;
  while (hb_input_line (input, &line, &length))
    lines++;
  CHECK (lines == 100000);
  hb_input_close (input);
  hb_free (text);
  hb_diag_free (diag);
  return 0;
}
