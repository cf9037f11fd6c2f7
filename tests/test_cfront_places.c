/* The reader of C: where the expressions and statements of a tree are. */
#include "unit.h"

#include "base/buffer.h"
#include "cfront/tree.h"

/* For each the column within the text, the outer one first. */
static void
tell_places (hb_buffer *out, const struct hb_c_exp *exp, size_t before)
{
  if (!exp)
    return;
  if (exp->op != C_CAST || exp->explicit_cast)
    hb_buffer_add (out, " %zu", exp->spot.column - before);
  tell_places (out, exp->a, before);
  tell_places (out, exp->b, before);
  tell_places (out, exp->c, before);
  for (size_t i = 0; i < exp->count; i++)
    tell_places (out, exp->items[i], before);
}

static void
tell_places_of (hb_buffer *out, const struct hb_c_stmt *stmt, size_t before)
{
  if (!stmt)
    return;
  hb_buffer_add (out, "%s%zu", out->size ? "; " : "", stmt->spot.column - before);
  for (size_t i = 0; i < stmt->count; i++)
    tell_places_of (out, stmt->items[i], before);
  tell_places (out, stmt->exp, before);
  tell_places (out, stmt->step, before);
  if (stmt->symbol)
    tell_places (out, stmt->symbol->initial, before);
  tell_places_of (out, stmt->first, before);
  tell_places_of (out, stmt->second, before);
}

TEST (places)
{
  static const struct
  {
    const char *text, *places;
  } cases[] = { { "{ a = b + 1; }", "1; 3 3 3 9 7 11" },
                { "{ a ? b : d[1]; }", "1; 3 5 3 7 11 11 13" },
                { "{ a = b, f (a, b); }", "1; 3 8 3 3 7 10 10 13 16" },
                { "{ s.n->x; }", "1; 3 6 4 4 3" },
                { "{ -a + !b; }", "1; 3 6 3 4 8 9" },
                { "{ a++; --a; }", "1; 3 3 3; 8 8 10" },
                { "{ (int) a; (a); }", "1; 3 3 9; 12 13" },
                { "{ a += *p; }", "1; 3 3 3 8 9" },
                { "{ if (a) b = 1; else ; }", "1; 3 7; 10 10 10 14; 22" },
                { "{ while (a) { } }", "1; 3 10; 13" },
                { "{ do ; while (a); }", "1; 3 15; 6" },
                { "{ for (a = 1; a < 2; a++) b; }", "1; 3; 3; 8 8 8 12 17 15 19 22 22; 27 27" },
                { "{ for (int i = 3; ; ) break; }", "1; 3; 3; 12 16; 23" },
                { "{ switch (a) { case 1: default: b; } }", "1; 3 11; 14; 16; 24; 33 33" },
                { "{ l: goto l; }", "1; 3; 6" },
                { "{ return a; }", "1; 3 10" },
                { "{ int i = a, j[] = { 1, a }; }", "1; 7 11; 14 20 22 25" },
                { "{ { ; } }", "1; 3; 5" } };
  static const char before[]
      = "int a, b, d[3], *p, f (); struct s { int x; struct s *n; } s; void x (void) ";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      hb_diag *diag = hb_diag_new ();
      char *text = hb_format ("%s%s", before, cases[i].text);
      hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), NULL, diag);
      assert_non_null (unit);
      hb_buffer out = VEC_EMPTY;
      tell_places_of (&out, hb_c_find (unit, "x")->body, strlen (before));
      assert_string_equal (out.data, cases[i].places);
      vec_free (out);
      hb_free (text);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}
