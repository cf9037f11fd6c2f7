/* What figures are drawn with: names as texts, and pens that can be told apart. */
#include "unit.h"

#include "viz/draw.h"
#include "viz/figure.h"
#include "viz/text.h"

static bool
near (double a, double b)
{
  return a - b < 0.05 && b - a < 0.05;
}

TEST (test_texts)
{
  static const struct
  {
    const char *name, *math;
    bool is_handler;
  } cases[] = {
    { "m3.7.1", HB_ITALIC "m" HB_ITALIC_END HB_SUB "3,7,1" HB_SUB_END, false },
    { "l.~x3.7.2", HB_ITALIC "l" HB_ITALIC_END HB_SUB HB_OVER "x3" HB_OVER_END ",7,2" HB_SUB_END,
      false },
    { "z12", HB_ITALIC "z" HB_ITALIC_END HB_SUB "12" HB_SUB_END, false },
    { "x", HB_ITALIC "x" HB_ITALIC_END, false },
    { "hCa", HB_ITALIC "h" HB_ITALIC_END HB_SUB "Ca" HB_SUB_END, true },
    { "hCa", "hCa", false },
    { "main.thread", "main.thread", true },
    { "to.w1", "to.w1", false },
    { "3", "3", false },
    { "x3.", "x3.", false },
    { "~", "~", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *math = hb_text_name (cases[i].name, true, cases[i].is_handler);
      char *plain = hb_text_name (cases[i].name, false, cases[i].is_handler);
      assert_string_equal (math, cases[i].math);
      assert_string_equal (plain, cases[i].name);
      hb_free (math);
      hb_free (plain);
    }
  assert_true (near (hb_text_width ("rf", 1000), 333 + 278));
  assert_true (near (hb_text_width (HB_BOLD "r" HB_BOLD_END "f", 1000), 389 + 278));
  assert_true (near (hb_text_width ("x" HB_SUB "1" HB_SUB_END, 1000), 500 + 0.8 * 556));
  char *wrapped = hb_text_wrap ("aaa bbb ccc dddddddddddd e", 10, 40);
  assert_string_equal (wrapped, "aaa bbb\nccc\ndddddddddddd\ne");
  hb_free (wrapped);
}

/* The grey that a printer makes of "#rrggbb" (ITU-R BT.601). */
static double
grey (const char *colour)
{
  unsigned long rgb = strtoul (colour + 1, NULL, 16);
  return 0.299 * (double)(rgb >> 16) + 0.587 * (double)(rgb >> 8 & 255)
         + 0.114 * (double)(rgb & 255);
}

/* In colour, two relations of the same grey have other dashes or widths. */
TEST (test_greys)
{
  struct hb_style_sheet sheet = hb_style_sheet (&(struct hb_draw_options){ 0 });
  for (int a = 0; a < HB_ARROWS; a++)
    for (int b = 0; b < a; b++)
      {
        struct hb_pen p = hb_pen (&sheet, a, HB_PLAIN), q = hb_pen (&sheet, b, HB_PLAIN);
        double apart = grey (p.colour) - grey (q.colour);
        bool same = apart < 20 && apart > -20 && near (p.width, q.width);
        for (int i = 0; i < 4; i++)
          same = same && near (p.dash[i], q.dash[i]);
        if (same)
          fail_msg ("%s and %s look the same in grey", hb_arrow_name (a), hb_arrow_name (b));
      }
}

/* In mono no two relations have the same pen. */
TEST (test_pens)
{
  struct hb_style_sheet sheet
      = hb_style_sheet (&(struct hb_draw_options){ .preset = HB_DRAW_MONO });
  for (int a = 0; a < HB_ARROWS; a++)
    for (int b = 0; b < a; b++)
      {
        struct hb_pen p = hb_pen (&sheet, a, HB_PLAIN), q = hb_pen (&sheet, b, HB_PLAIN);
        bool same = near (p.width, q.width) && !strcmp (p.colour, q.colour);
        for (int i = 0; i < 4; i++)
          same = same && near (p.dash[i], q.dash[i]);
        if (same)
          fail_msg ("%s and %s look the same", hb_arrow_name (a), hb_arrow_name (b));
      }
  assert_int_equal (hb_arrow_find ("rf,co", 2), HB_RF);
  assert_int_equal (hb_arrow_find ("hb", 2), HB_ARROW_HB);
  assert_int_equal (hb_arrow_find ("xx", 2), -1);
}
