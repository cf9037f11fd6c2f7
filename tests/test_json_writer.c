/* JSON: what the writer writes is JSON (jansson being the judge), and has the right form. */
#include "unit.h"
#include <cmocka.h>
#include <jansson.h>

#include "base/json.h"
#include "base/memory.h"

static void
write_sample (hb_json *json)
{
  hb_json_open_object (json);
  hb_json_member_string (json, "text", "a \"b\" \\ \n\x01\x7f \xc3\xa4");
  hb_json_member_string (json, "none", NULL);
  hb_json_key (json, "numbers");
  hb_json_open_array (json);
  hb_json_unsigned (json, UINT64_MAX);
  hb_json_signed (json, INT64_MIN);
  hb_json_double (json, 2.0 / 3, 3);
  hb_json_double (json, -1e300 * 1e300, 3);
  hb_json_close (json);
  hb_json_key (json, "empty");
  hb_json_open_array (json);
  hb_json_close (json);
  hb_json_key (json, "flat");
  hb_json_flat (json);
  hb_json_open_array (json);
  hb_json_open_object (json);
  hb_json_member_bool (json, "yes", true);
  hb_json_member_bool (json, "no", false);
  hb_json_close (json);
  hb_json_open_array (json);
  hb_json_close (json);
  hb_json_close (json);
  hb_json_close (json);
}

static void
expect_sample (hb_json *(*new_writer) (hb_output *), const char *expected)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = unit_output (diag);
  hb_json *json = new_writer (output);
  write_sample (json);
  hb_json_free (json);
  assert_true (hb_output_commit (output));
  char *text = unit_read (unit_scratch ());
  assert_string_equal (text, expected);
  hb_free (text);
  hb_diag_free (diag);
}

TEST (writer_has_two_forms)
{
  expect_sample (hb_json_new, "{\n"
                              "  \"text\": \"a \\\"b\\\" \\\\ \\n\\u0001\\u007f \xc3\xa4\",\n"
                              "  \"none\": null,\n"
                              "  \"numbers\": [\n"
                              "    18446744073709551615,\n"
                              "    -9223372036854775808,\n"
                              "    0.667,\n"
                              "    null\n"
                              "  ],\n"
                              "  \"empty\": [],\n"
                              "  \"flat\": [{\"yes\": true, \"no\": false}, []]\n"
                              "}\n");
  expect_sample (hb_json_new_compact,
                 "{\"text\":\"a \\\"b\\\" \\\\ \\n\\u0001\\u007f \xc3\xa4\",\"none\":null,"
                 "\"numbers\":[18446744073709551615,-9223372036854775808,0.667,null],"
                 "\"empty\":[],\"flat\":[{\"yes\":true,\"no\":false},[]]}\n");
}

/* The text that comes back for the SIZE bytes at DATA.  New. */
static char *
through_json (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = unit_output (diag);
  hb_json *json = hb_json_new_compact (output);
  hb_json_open_array (json);
  hb_json_bytes (json, data, size);
  hb_json_close (json);
  hb_json_free (json);
  assert_true (hb_output_commit (output));
  json_error_t error;
  json_t *root = json_load_file (unit_scratch (), 0, &error);
  assert_non_null (root);
  char *text = hb_copy_text (json_string_value (json_array_get (root, 0)));
  json_decref (root);
  hb_diag_free (diag);
  return text;
}

static void
expect_text (const char *data, const char *expected)
{
  char *text = through_json (data, strlen (data));
  assert_string_equal (text, expected);
  hb_free (text);
}

TEST (strings_are_utf8)
{
  expect_text ("", "");
  expect_text ("plain \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf",
               "plain \xe2\x82\xac \xf0\x9f\x98\x80 \xf4\x8f\xbf\xbf");
  expect_text ("\xff", "\xef\xbf\xbd");
  expect_text ("a\xc3", "a\xef\xbf\xbd");                                 /* cut off */
  expect_text ("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");                   /* overlong */
  expect_text ("\xe0\x9f\xbf!", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd!"); /* overlong */
  expect_text ("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");   /* surrogate */
  expect_text ("\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  struct hb_rng rng = hb_rng_seeded (7);
  for (int i = 0; i < 500; i++)
    {
      char noise[24];
      size_t size = hb_rng_below (&rng, sizeof noise);
      for (size_t k = 0; k < size; k++)
        noise[k] = (char)(1 + hb_rng_below (&rng, 255));
      char *once = through_json (noise, size), *twice = through_json (once, strlen (once));
      assert_string_equal (once, twice);
      hb_free (once);
      hb_free (twice);
    }
}

/* Nothing in a text can end the element in which the value stands. */
TEST (texts_may_stand_in_html)
{
  static const char evil[] = "</script><!-- &amp; \xc3\xa4";
  hb_diag *diag = hb_diag_new ();
  hb_output *output = unit_output (diag);
  hb_json *json = hb_json_new_compact (output);
  hb_json_inside_html (json);
  hb_json_open_object (json);
  hb_json_member_string (json, evil, evil);
  hb_json_close (json);
  hb_json_free (json);
  assert_true (hb_output_commit (output));
  char *text = unit_read (unit_scratch ());
  assert_null (strpbrk (text, "<>&"));
  json_error_t error;
  json_t *root = json_load_file (unit_scratch (), 0, &error);
  assert_non_null (root);
  assert_string_equal (json_string_value (json_object_get (root, evil)), evil);
  json_decref (root);
  hb_free (text);
  hb_diag_free (diag);
}
