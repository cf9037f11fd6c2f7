/* Files of subset sum, and their numbers in memory and in GMP.
 *
 *     c which of these add up to 138?
 *     p sum 4
 *     k 138
 *     17 20 101 40 */
#include "problem/sums.h"

#include "base/line.h"
#include "base/memory.h"

#include <gmp.h>
#include <string.h>

hb_sums *
hb_sums_new (void)
{
  return hb_calloc (1, sizeof (hb_sums));
}

void
hb_sums_free (hb_sums *sums)
{
  if (!sums)
    return;
  for (size_t i = 0; i < sums->numbers.size; i++)
    hb_free (sums->numbers.data[i]);
  vec_free (sums->numbers);
  hb_free (sums->target);
  hb_free (sums);
}

/* A copy without leading zeros; new. */
static char *
plain_number (const char *digits, size_t length)
{
  for (; length > 1 && *digits == '0'; length--)
    digits++;
  return hb_copy_bytes (digits, length);
}

void
hb_sums_add (hb_sums *sums, const char *digits, size_t length)
{
  vec_push (sums->numbers, plain_number (digits, length));
}

void
hb_sums_set_target (hb_sums *sums, const char *digits, size_t length)
{
  hb_free (sums->target);
  sums->target = plain_number (digits, length);
}

/* --- files --- */

struct reader
{
  struct hb_line line;
  hb_sums *sums; /* NULL before the header */
  uint64_t announced;
};

static bool
read_header (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (!hb_line_next (l) || !hb_line_is (l, "sum"))
    hb_line_error (l, "expected 'sum' in the header 'p sum NUMBERS'");
  else if (!hb_line_next (l) || !hb_line_number (l, &r->announced))
    hb_line_error (l, "expected how many numbers there are, as in 'p sum NUMBERS'");
  else if (hb_line_end (l))
    {
      r->sums = hb_sums_new ();
      return true;
    }
  return false;
}

/* The last word as a number of any size; NULL after an error. */
static const char *
digits_of (struct reader *r)
{
  uint64_t any;
  if (hb_line_number (&r->line, &any))
    return r->line.text + r->line.start;
  hb_line_error (&r->line, "'%s' is no number; expected digits", hb_line_shown (&r->line).text);
  return NULL;
}

static void
read_target (struct reader *r)
{
  struct hb_line *l = &r->line;
  const char *digits;
  if (r->sums->target)
    hb_line_error (l, "a second sum to be reached; there is one");
  else if (!hb_line_next (l))
    hb_line_error (l, "expected a number behind 'k', the sum to be reached");
  else if ((digits = digits_of (r)))
    {
      hb_sums_set_target (r->sums, digits, l->size);
      (void)hb_line_end (l);
    }
}

/* One line; false: stop here. */
static bool
read_line (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (!hb_line_next (l) || l->text[l->start] == 'c')
    return true;
  if (!r->sums)
    {
      if (hb_line_is (l, "p"))
        return read_header (r);
      hb_line_error (l, "'%s' where the header was expected: 'p sum NUMBERS'",
                     hb_line_shown (l).text);
      return false;
    }
  if (hb_line_is (l, "k"))
    read_target (r);
  else
    for (; l->size; hb_line_next (l))
      {
        const char *digits = digits_of (r);
        if (!digits)
          return true;
        if (r->sums->numbers.size == r->announced)
          {
            hb_line_error (l, "one number more than the %llu that the header announces",
                           (unsigned long long)r->announced);
            return false;
          }
        hb_sums_add (r->sums, digits, l->size);
      }
  return true;
}

hb_sums *
hb_sums_read (hb_input *input, hb_diag *diag)
{
  struct reader r = { .line = { .input = input, .diag = diag } };
  size_t before = hb_diag_errors (diag);
  bool going = true;
  while (going && hb_line_take (&r.line))
    going = read_line (&r);
  struct hb_place place = { hb_input_name (input), hb_input_line_number (input), 0, NULL, 0 };
  if (!place.line)
    place.line = 1;
  if (hb_diag_errors (diag) == before && hb_input_finish (input))
    {
      if (!r.sums)
        hb_error (diag, &place, "the file ends without a header; expected 'p sum NUMBERS'");
      else if (r.sums->numbers.size < r.announced)
        hb_error (diag, &place, "the header announces %llu numbers but the file ends after %zu",
                  (unsigned long long)r.announced, r.sums->numbers.size);
      else if (!r.sums->target)
        hb_error (diag, &place, "no sum to be reached; expected a line 'k SUM'");
    }
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    return r.sums;
  hb_sums_free (r.sums);
  return NULL;
}

void
hb_sums_write (hb_output *output, const hb_sums *sums, const char *comment)
{
  hb_put_c_lines (output, comment);
  hb_putf (output, "p sum %zu\nk %s\n", sums->numbers.size, sums->target);
  for (size_t i = 0; i < sums->numbers.size; i++)
    {
      hb_put (output, sums->numbers.data[i]);
      hb_put_char (output, '\n');
    }
}

/* --- sums --- */

struct hb_limbs
{
  mp_size_t width;
  mp_limb_t *numbers; /* one after another */
  mp_limb_t *target, *sum;
};

/* The decimal TEXT into WIDTH limbs, which are zero. */
static void
set_limbs (mp_limb_t *limbs, const char *text)
{
  size_t length = strlen (text);
  if (!strcmp (text, "0"))
    return;
  char *digits = hb_copy_bytes (text, length);
  for (size_t i = 0; i < length; i++)
    digits[i] = (char)(digits[i] - '0');
  (void)mpn_set_str (limbs, (unsigned char *)digits, length, 10);
  hb_free (digits);
}

struct hb_limbs *
hb_limbs_new (const hb_sums *sums)
{
  struct hb_limbs *limbs = hb_calloc (1, sizeof *limbs);
  size_t longest = strlen (sums->target), count = sums->numbers.size;
  for (size_t i = 0; i < count; i++)
    if (strlen (sums->numbers.data[i]) > longest)
      longest = strlen (sums->numbers.data[i]);
  /* A digit has less than four bits, and the sum of all as many more as the count has. */
  limbs->width = (mp_size_t)((4 * longest + 64) / GMP_NUMB_BITS + 2);
  size_t width = (size_t)limbs->width;
  limbs->numbers = hb_calloc (count * width + 1, sizeof *limbs->numbers);
  limbs->target = hb_calloc (width, sizeof *limbs->target);
  limbs->sum = hb_calloc (width, sizeof *limbs->sum);
  set_limbs (limbs->target, sums->target);
  for (size_t i = 0; i < count; i++)
    set_limbs (limbs->numbers + i * width, sums->numbers.data[i]);
  return limbs;
}

void
hb_limbs_free (struct hb_limbs *limbs)
{
  hb_free (limbs->numbers);
  hb_free (limbs->target);
  hb_free (limbs->sum);
  hb_free (limbs);
}

void
hb_limbs_add (struct hb_limbs *limbs, size_t i)
{
  (void)mpn_add_n (limbs->sum, limbs->sum, limbs->numbers + i * (size_t)limbs->width, limbs->width);
}

void
hb_limbs_subtract (struct hb_limbs *limbs, size_t i)
{
  (void)mpn_sub_n (limbs->sum, limbs->sum, limbs->numbers + i * (size_t)limbs->width, limbs->width);
}

bool
hb_limbs_reached (const struct hb_limbs *limbs)
{
  return !mpn_cmp (limbs->sum, limbs->target, limbs->width);
}

char *
hb_limbs_text (const struct hb_limbs *limbs)
{
  mp_size_t width = limbs->width;
  while (width && !limbs->sum[width - 1])
    width--;
  if (!width)
    return hb_copy_text ("0");
  mp_limb_t *copy = hb_calloc ((size_t)width + 1, sizeof *copy); /* is overwritten */
  mpn_copyi (copy, limbs->sum, width);
  unsigned char *digits = hb_calloc (mpn_sizeinbase (copy, width, 10) + 2, 1);
  size_t length = mpn_get_str (digits, 10, copy, width);
  for (size_t i = 0; i < length; i++)
    digits[i] = (unsigned char)(digits[i] + '0');
  char *text = plain_number ((char *)digits, length);
  hb_free (digits);
  hb_free (copy);
  return text;
}
