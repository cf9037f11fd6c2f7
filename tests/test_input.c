/* Files into lines: where a line ends; what lies ahead; limits, and what cannot be read. */
#include "unit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/temporary.h"
#include "small_traces.h"

/* What is read at once (input.c). */
#define BLOCK (256 * 1024)

static const char *const suffixes[] = { "", ".gz", ".xz", ".zst" };

/* A file of that name with the SIZE bytes at TEXT, packed as the suffix says.  New. */
static char *
file_of (const char *text, size_t size, const char *suffix)
{
  hb_diag *diag = hb_diag_new ();
  char *path = hb_format ("%s%s", unit_scratch (), suffix);
  hb_output *output = hb_output_open (path, diag);
  hb_put_bytes (output, text, size);
  assert_true (hb_output_commit (output));
  hb_diag_free (diag);
  return path;
}

/* --- Lines ------------------------------------------------------------------------------------- */

/* Behind a line stand an end and more that may be read (base/input.h). */
static void
assert_ended (const char *line, size_t length)
{
  char behind[8];
  memcpy (behind, line + length, sizeof behind);
  assert_true (behind[0] == '\n' || behind[0] == '\r');
  assert_true (behind[0] == '\n' || behind[1] == '\n');
}

/* The lines of INPUT (freed), each in brackets with its number; behind '!' the error.  New. */
static char *
lines_of (hb_input *input, hb_diag *diag)
{
  hb_buffer told = VEC_EMPTY;
  const char *line;
  size_t length;
  while (input && hb_input_line (input, &line, &length))
    {
      struct hb_place place = hb_input_place (input, 7);
      assert_true (place.text == line && place.length == length && place.column == 7);
      assert_int_equal (place.line, hb_input_line_number (input));
      assert_ended (line, length);
      hb_buffer_add (&told, "%zu[%.*s]", place.line, (int)length, line);
    }
  assert_true ((input && !hb_input_failed (input)) == !hb_diag_errors (diag));
  if (hb_diag_errors (diag))
    hb_buffer_add (&told, "!%s", hb_diag_first (diag));
  hb_buffer_add (&told, "%s", "");
  hb_input_close (input);
  return hb_buffer_take (&told);
}

static void
expect_lines (hb_input *input, hb_diag *diag, const char *expected)
{
  char *told = lines_of (input, diag);
  assert_string_equal (told, expected);
  hb_free (told);
  hb_diag_clear (diag);
}

TEST (lines)
{
  static const char *const texts[][2] = {
    { "", "" },
    { "\n", "1[]" },
    { "a", "1[a]" },
    { "a\n", "1[a]" },
    { "a\n\nb", "1[a]2[]3[b]" },
    { "a\r\n\r\nb\r", "1[a]2[]3[b]" },
    { "\r", "1[]" },
    { "a\rb\r\r\n", "1[a\rb\r]" },
    { "\n\na\n\n", "1[]2[]3[a]4[]" },
  };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      expect_lines (hb_input_of_bytes ("t", texts[i][0], strlen (texts[i][0]), diag), diag,
                    texts[i][1]);
      for (size_t s = 0; s < 4; s++)
        {
          char *path = file_of (texts[i][0], strlen (texts[i][0]), suffixes[s]);
          expect_lines (hb_input_open (path, diag), diag, texts[i][1]);
          if (s)
            unlink (path);
          hb_free (path);
        }
    }
  hb_diag_free (diag);
}

/* What is left behind the first line, as one text. */
TEST (lines_at_once)
{
  static const char *const texts[][2] = {
    { "", "." },
    { "a", "." },
    { "a\n\n", ".\n" },
    { "a\r\nbc\r\n\nd", ".bc\n\nd\n" },
  };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      hb_input *input = hb_input_of_bytes ("t", texts[i][0], strlen (texts[i][0]), diag);
      hb_buffer text = VEC_EMPTY;
      const char *line;
      size_t length;
      hb_input_line (input, &line, &length);
      vec_push (text, '.');
      assert_true (hb_input_lines (input, &text));
      assert_int_equal (text.size, strlen (texts[i][1]));
      assert_memory_equal (text.data, texts[i][1], text.size);
      hb_input_close (input);
      vec_free (text);
    }
  hb_buffer none = VEC_EMPTY;
  hb_input *input = hb_input_of_bytes ("t", "long", 4, diag);
  hb_input_limit_lines (input, 3);
  assert_false (hb_input_lines (input, &none));
  assert_int_equal (none.size, 0);
  hb_input_close (input);
  hb_diag_free (diag);
}

/* Lines of these lengths, around the ends of blocks. */
static hb_buffer
long_lines (const size_t *lengths, size_t count)
{
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 0; i < count; i++)
    {
      for (size_t j = 0; j < lengths[i]; j++)
        vec_push (text, (char)('a' + (i + j) % 26));
      vec_push (text, '\n');
    }
  return text;
}

TEST (blocks)
{
  static const size_t lengths[][4] = { { 3, BLOCK - 5, 0, 1 },
                                       { BLOCK - 1, 2, BLOCK - 3, 1 },
                                       { BLOCK, 0, BLOCK - 2, 4 },
                                       { 1, 3 * BLOCK, 1, 2 * BLOCK } };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (size_t s = 0; s < 4; s += 3)
      {
        hb_buffer text = long_lines (lengths[i], 4);
        char *path
            = file_of (text.data, text.size - i % 2, suffixes[s]); /* the last end may lack */
        hb_input *input = hb_input_open (path, diag);
        const char *line, *at = text.data;
        size_t length, number = 0;
        for (; hb_input_line (input, &line, &length); at += length + 1)
          {
            assert_int_equal (length, lengths[i][number++]);
            assert_memory_equal (line, at, length);
            assert_ended (line, length);
          }
        assert_int_equal (number, 4);
        assert_false (hb_input_failed (input) || hb_input_has_zero (input));
        hb_input_close (input);
        if (s)
          unlink (path);
        hb_free (path);
        vec_free (text);
      }
  hb_diag_free (diag);
}

/* A line longer than its format has is an error, before all of it is read. */
TEST (long_lines_are_errors)
{
  static const size_t limits[] = { 1, 20, BLOCK - 1, BLOCK, 2 * BLOCK + 5 };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    for (size_t more = 0; more < 3; more++)
      for (size_t cut = 0; cut < 2; cut++)
        {
          size_t lengths[2] = { limits[i], limits[i] + more };
          hb_buffer text = long_lines (lengths, 2);
          char *path = file_of (text.data, text.size - cut, "");
          hb_input *input = hb_input_open (path, diag);
          hb_input_limit_lines (input, limits[i]);
          const char *line;
          size_t length, number = 0;
          while (hb_input_line (input, &line, &length))
            number++;
          assert_int_equal (number, more ? 1 : 2);
          assert_int_equal (hb_input_failed (input), more > 0);
          assert_false (hb_input_line (input, &line, &length));
          char *told = text_of_diag (diag),
               *expected = hb_format (
                   "%s:2:%zu: error: line longer than %zu bytes; no line of this format is\n", path,
                   limits[i] + 1, limits[i]);
          assert_string_equal (told, more ? expected : "");
          hb_free (told);
          hb_free (expected);
          hb_input_close (input);
          hb_diag_clear (diag);
          vec_free (text);
          hb_free (path);
        }
  hb_diag_free (diag);
}

/* --- Limits ------------------------------------------------------------------------------------ */

TEST (sizes)
{
  static const size_t sizes[] = { 1, 10, BLOCK, BLOCK + 1, 3 * BLOCK };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (size_t s = 0; s < 4; s++)
      for (size_t more = 0; more < 2; more++)
        {
          size_t length = sizes[i] + more - 1;
          hb_buffer text = long_lines (&length, 1);
          char *path = file_of (text.data, text.size, suffixes[s]);
          hb_input_limit_size (sizes[i]);
          hb_input *input = hb_input_open (path, diag);
          const char *line;
          size_t got;
          while (input && hb_input_line (input, &line, &got))
            ;
          hb_input_limit_size (0);
          assert_true ((input && !hb_input_failed (input)) == !more);
          char *told = text_of_diag (diag),
               *expected
               = hb_format ("%s: error: has more than the %zu bytes that --max-size allows\n", path,
                            sizes[i]);
          assert_string_equal (told, more ? expected : "");
          hb_free (told);
          hb_free (expected);
          hb_input_close (input);
          hb_diag_clear (diag);
          if (s)
            unlink (path);
          hb_free (path);
          vec_free (text);
        }
  hb_diag_free (diag);
}

/* A small file that becomes huge is refused, unless it is said how large it may be. */
TEST (bombs)
{
  const size_t length = 1 << 20;
  char *line = hb_calloc (length, 1), *path = hb_format ("%s.zst", unit_scratch ());
  memset (line, '\n', length);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  for (int i = 0; i < 66; i++)
    hb_put_bytes (output, line, length);
  assert_true (hb_output_commit (output));
  for (int limited = 0; limited < 2; limited++)
    {
      hb_input_limit_size (limited ? UINT64_C (1) << 30 : 0);
      hb_input *input = hb_input_open (path, diag);
      hb_input_limit_size (0);
      assert_int_equal (hb_input_finish (input), limited);
      hb_input_close (input);
    }
  unlink (path);
  hb_free (path);
  hb_free (line);
  hb_diag_free (diag);
}

/* --- What lies ahead --------------------------------------------------------------------------- */

TEST (ahead)
{
  hb_diag *diag = hb_diag_new ();
  for (size_t s = 0; s < 4; s++)
    {
      char *path = file_of ("ab\ncd", 5, suffixes[s]);
      hb_input *input = hb_input_open (path, diag);
      const char *line;
      size_t length;
      assert_memory_equal (hb_input_peek (input, &length), "ab\ncd", 5);
      assert_int_equal (length, 5);
      assert_null (hb_input_place (input, 3).text);
      assert_true (hb_input_line (input, &line, &length));
      assert_memory_equal (hb_input_ahead (input, &length), "cd", 2);
      assert_int_equal (length, 2);
      assert_true (hb_input_line (input, &line, &length));
      hb_input_ahead (input, &length);
      assert_int_equal (length, 0);
      assert_string_equal (hb_input_name (input), path);
      hb_input_close (input);
      if (s)
        unlink (path);
      hb_free (path);
      path = file_of ("", 0, suffixes[s]);
      input = hb_input_open (path, diag);
      hb_input_peek (input, &length);
      assert_int_equal (length, 0);
      hb_input_close (input);
      if (s)
        unlink (path);
      hb_free (path);
    }
  hb_diag_free (diag);
}

/* A zero byte is seen when its block is read, wherever it stands in it. */
TEST (zeros)
{
  static const size_t places[] = { 0, 5, BLOCK - 1, BLOCK, 2 * BLOCK + 8 };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (size_t s = 0; s < 4; s += 3)
      {
        size_t length = 2 * BLOCK + 10, got;
        hb_buffer text = long_lines (&length, 1);
        text.data[places[i]] = '\0';
        char *path = file_of (text.data, text.size, suffixes[s]);
        hb_input *input = hb_input_open (path, diag);
        hb_input_peek (input, &got);
        assert_int_equal (hb_input_has_zero (input), places[i] < BLOCK);
        assert_true (hb_input_finish (input));
        assert_true (hb_input_has_zero (input));
        hb_input_close (input);
        input = hb_input_of_bytes ("t", text.data, text.size, diag);
        assert_true (hb_input_has_zero (input));
        hb_input_close (input);
        if (s)
          unlink (path);
        hb_free (path);
        vec_free (text);
      }
  hb_input *input = hb_input_of_bytes ("t", "a\n", 2, diag);
  assert_false (hb_input_has_zero (input));
  hb_input_close (input);
  hb_diag_free (diag);
}

/* Only at the end of a compressed file is it known whether it is whole. */
TEST (finish)
{
  const size_t length = 2 * BLOCK;
  hb_buffer text = long_lines (&length, 1);
  hb_diag *diag = hb_diag_new ();
  for (size_t s = 1; s < 4; s++)
    for (size_t cut = 0; cut < 2; cut++)
      {
        char *path = file_of (text.data, text.size, suffixes[s]);
        FILE *file = fopen (path, "rb");
        assert_true (!fseek (file, 0, SEEK_END) && !truncate (path, ftell (file) - (long)cut));
        fclose (file);
        hb_input *input = hb_input_open (path, diag);
        assert_int_equal (hb_input_finish (input), !cut);
        assert_int_equal (hb_input_failed (input), cut);
        const char *line;
        size_t got;
        assert_false (hb_input_line (input, &line, &got));
        assert_int_equal (hb_diag_errors (diag), cut);
        hb_input_close (input);
        hb_diag_clear (diag);
        unlink (path);
        hb_free (path);
      }
  vec_free (text);
  hb_diag_free (diag);
}

/* --- What is no file --------------------------------------------------------------------------- */

TEST (no_files)
{
  hb_diag *diag = hb_diag_new ();
  expect_lines (hb_input_open ("/no/such/file", diag), diag,
                "!cannot open: No such file or directory");
  expect_lines (hb_input_open ("/", diag), diag, "!is a directory; expected a file");
  for (size_t s = 1; s < 4; s++)
    {
      char *path = hb_format ("%s%s", unit_scratch (), suffixes[s]);
      unit_write (path, "words\n");
      expect_lines (hb_input_open (path, diag), diag,
                    "!cannot read: what its name calls compressed does not begin so");
      unlink (path);
      hb_free (path);
    }
  /* Its front cannot be read. */
  if (!access ("/proc/self/mem", R_OK))
    expect_lines (hb_input_open ("/proc/self/mem", diag), diag, "!cannot read: Input/output error");
  hb_diag_free (diag);
}

/* A file is closed, and not open in programs that are started meanwhile; standard input is neither. */
TEST (descriptors)
{
  hb_diag *diag = hb_diag_new ();
  char *path = file_of ("a\n", 2, "");
  int next = dup (STDIN_FILENO);
  close (next);
  hb_input *input = hb_input_open (path, diag);
  assert_int_equal (fcntl (next, F_GETFD), FD_CLOEXEC);
  hb_input_close (input);
  assert_int_equal (fcntl (next, F_GETFD), -1);
  input = hb_input_open ("-", diag);
  assert_non_null (input);
  hb_input_close (input);
  assert_true (fcntl (STDIN_FILENO, F_GETFD) >= 0);
  hb_free (path);
  hb_diag_free (diag);
}

/* A pipe comes in pieces, and a signal may come meanwhile. */
static int pipe_end;

static void
write_late (int signal_)
{
  (void)signal_;
  if (write (pipe_end, "b\nc", 3) == 3)
    close (pipe_end);
}

TEST (pipes)
{
  hb_diag *diag = hb_diag_new ();
  for (int late = 0; late < 2; late++)
    {
      int ends[2];
      assert_int_equal (pipe (ends), 0);
      char *path = hb_format ("/dev/fd/%d", ends[0]);
      pipe_end = ends[1];
      assert_int_equal (write (pipe_end, "a", 1), 1);
      hb_input *input = hb_input_open (path, diag);
      struct sigaction action = { .sa_handler = write_late };
      sigaction (SIGALRM, &action, NULL);
      struct itimerval soon = { .it_value = { .tv_usec = 10000 } };
      if (late)
        setitimer (ITIMER_REAL, &soon, NULL);
      else
        write_late (0);
      expect_lines (input, diag, "1[ab]2[c]");
      signal (SIGALRM, SIG_DFL);
      close (ends[0]);
      hb_free (path);
    }
  hb_diag_free (diag);
}

/* --- How far it is ----------------------------------------------------------------------------- */

static void
note_progress (void *context, const struct hb_progress *progress)
{
  if (progress)
    *(struct hb_progress *)context = *progress;
}

TEST (progress)
{
  const size_t lengths[] = { BLOCK / 2 - 1, BLOCK - 1, 5 * BLOCK / 2 - 1 };
  hb_buffer text = long_lines (lengths, 3);
  hb_diag *diag = hb_diag_new ();
  struct hb_progress told = { 0 };
  hb_progress_to (note_progress, &told);
  char *path = file_of (text.data, text.size, "");
  hb_input *input = hb_input_open (path, diag);
  const char *line;
  size_t length;
  hb_progress_want ();
  assert_true (hb_input_line (input, &line, &length));
  assert_null (told.doing);
  hb_input_tell (input, "asking", "things", 5);
  assert_string_equal (told.doing, "asking");
  assert_string_equal (told.what, path);
  assert_true (told.share == 0.125 && told.counts[1].number == 1 && told.counts[2].number == 5);
  assert_string_equal (told.counts[2].of, "things");
  hb_progress_want ();
  assert_true (hb_input_line (input, &line, &length));
  assert_string_equal (told.doing, "reading");
  assert_true (told.share == 0.125 && !told.counts[2].of && told.counts[2].number == 0);
  assert_true (hb_input_line (input, &line, &length));
  hb_input_tell (input, "asking", NULL, 0);
  assert_true (told.share == 1 && told.counts[0].number == 1 && told.counts[1].number == 3);
  hb_input_close (input);
  hb_free (path);
  path = file_of (text.data, text.size, ".gz");
  input = hb_input_open (path, diag);
  assert_true (hb_input_finish (input));
  hb_input_tell (input, "asking", NULL, 0);
  assert_true (told.share == 1);
  hb_input_close (input);
  unlink (path);
  hb_free (path);
  input = hb_input_of_bytes ("t", text.data, 1000000, diag);
  hb_input_tell (input, "asking", NULL, 0);
  assert_true (told.share == 0 && told.counts[0].number == 1);
  hb_input_close (input);
  /* How much comes by a pipe is not known. */
  int ends[2];
  assert_true (!pipe (ends) && write (ends[1], "a\nb", 3) == 3 && !close (ends[1]));
  path = hb_format ("/dev/fd/%d", ends[0]);
  input = hb_input_open (path, diag);
  assert_true (hb_input_line (input, &line, &length));
  hb_input_tell (input, "asking", NULL, 0);
  assert_true (told.share == 0 && told.counts[1].number == 1);
  hb_input_close (input);
  close (ends[0]);
  hb_free (path);
  hb_progress_to (NULL, NULL);
  vec_free (text);
  hb_diag_free (diag);
}

/* --- Again ------------------------------------------------------------------------------------- */

TEST (reread)
{
  char *path = file_of ("a\nbc\n\nd", 7, "");
  static const char *const lines[] = { NULL, "a", "bc", "", "d", NULL };
  for (size_t i = 0; i < 6; i++)
    {
      char *line = hb_input_reread (path, i);
      assert_true (!line == !lines[i] && (!line || !strcmp (line, lines[i])));
      hb_free (line);
    }
  hb_free (path);
  /* A pipe can be read once. */
  int ends[2];
  assert_true (!pipe (ends) && write (ends[1], "a\n", 2) == 2);
  path = hb_format ("/dev/fd/%d", ends[0]);
  assert_null (hb_input_reread (path, 1));
  char left[4];
  assert_int_equal (read (ends[0], left, 4), 2);
  close (ends[0]);
  close (ends[1]);
  hb_free (path);
  assert_null (hb_input_reread ("-", 1));
  assert_null (hb_input_reread ("/no/such/file", 1));
  assert_null (hb_input_reread ("/dev/null", 1));
  assert_null (hb_input_reread ("/", 1));
}
