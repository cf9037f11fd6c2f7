/* Writing JSON: a stream of calls, correct escapes, two forms.
 *
 *     hb_json *json = hb_json_new (output);
 *     hb_json_open_object (json);
 *     hb_json_key (json, "verdict");      {
 *     hb_json_string (json, "yes");         "verdict": "yes",
 *     hb_json_key (json, "pairs");          "pairs": [[1, 2], [3, 4]]
 *     hb_json_flat (json);                }
 *     hb_json_open_array (json);
 *     ...
 *     hb_json_close (json);
 *     hb_json_close (json);
 *     hb_json_free (json);
 *
 * An object's members are a key and a value each.  Calls that do not make a JSON value (a key in an
 * array, a value without a key in an object, a value too many, something left open at the end) are
 * bugs of the caller and end the process with a message. */
#ifndef HBKIT_JSON_H
#define HBKIT_JSON_H

#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_json hb_json;

/* A writer of one JSON value to OUTPUT (borrowed): for people, one member or element a line,
 * indented by two blanks; or compact, without any blank.  New. */
hb_json *hb_json_new (hb_output *output);
hb_json *hb_json_new_compact (hb_output *output);

/* From now on '<', '>' and '&' in texts are written as escapes, so that the value may stand in the text of an
 * HTML element. */
void hb_json_inside_html (hb_json *json);

/* Ends the value with a line feed and frees; or frees alone, the value being of no use (NULL is
 * legal). */
void hb_json_free (hb_json *json);
void hb_json_discard (hb_json *json);

/* Closes the container that is open and the value, and commits the output, too: false after an error. */
bool hb_json_commit (hb_json *json);

/* The object or array opened next stands on one line, with all that is in it. */
void hb_json_flat (hb_json *json);

/* Open a container; close the innermost one. */
void hb_json_open_object (hb_json *json);
void hb_json_open_array (hb_json *json);
void hb_json_close (hb_json *json);

/* The key of the member that comes next. */
void hb_json_key (hb_json *json, const char *key);

/* Values.  Texts are UTF-8; a byte that is no part of valid UTF-8 becomes U+FFFD.  A NULL text is
 * null. */
void hb_json_string (hb_json *json, const char *text);
void hb_json_bytes (hb_json *json, const char *text, size_t size);
void hb_json_unsigned (hb_json *json, uint64_t number);
void hb_json_signed (hb_json *json, int64_t number);
void hb_json_bool (hb_json *json, bool value);
void hb_json_null (hb_json *json);

/* NUMBER with that many digits (at most 17) behind the point; what is no finite number becomes
 * null. */
void hb_json_double (hb_json *json, double number, int decimals);

/* A whole member: the key and its value; the last two open a container as the value. */
void hb_json_member_string (hb_json *json, const char *key, const char *text);
void hb_json_member_unsigned (hb_json *json, const char *key, uint64_t number);
void hb_json_member_signed (hb_json *json, const char *key, int64_t number);
void hb_json_member_bool (hb_json *json, const char *key, bool value);
void hb_json_member_double (hb_json *json, const char *key, double number, int decimals);
void hb_json_member_null (hb_json *json, const char *key);
void hb_json_member_object (hb_json *json, const char *key);
void hb_json_member_array (hb_json *json, const char *key);

#ifdef __cplusplus
}
#endif
#endif
