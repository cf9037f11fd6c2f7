/* Logs of Android apps become traces: which accesses and messages there are, and who posts them.  Which words
 * a line has is in test_android_lines.c, what comes before what in test_android_orders.c, what is left out in
 * test_android_notes.c. */
#include "android_told.h"

#include "base/memory.h"
#include "base/output.h"
#include "format/edt.h"

/* A read takes the last value written before it in the log; writes of a variable are ordered as there. */
TEST (memory)
{
  EXPECT_TOLD (
      DEFAULTS, { "W 1 x", "handler t1, initial, L1: write x.f", "" },
      { "R 1 x", "handler t1, initial, L1: read x.f init", "" },
      { "ATTACH-Q tid:2, W 0 x, W 0 y, W 2 y",
        "handler t2, initial, L4: write y.f, handler t0, initial, L2: write x.f, L3: write y.f, co "
        "y.f L3 L4",
        "" },
      { "W 1 x, W 2 x, W 4096 y, POST 1 0, CALL 0 0, W 0 y",
        "handler t1, initial, L1: write x.f, L4: post m0, handler t2, initial, L2: write x.f, "
        "handler t4096, initial, L3: write y.f, handler t0, message m0, L6: write y.f, co x.f L1 "
        "L2, co y.f L3 L6",
        "" },
      { "W 1 x, R 1 x, R 1 y, W 1 y, W 1 x, R 1 x",
        "handler t1, initial, L1: write x.f, L2: read x.f L1, L3: read y.f init, L4: write y.f, "
        "L5: write x.f, L6: read x.f L5, co x.f L1 L5",
        "" },
      { "W 1 x, W 2 x, W 1 y, W 1 x, W 2 y",
        "handler t1, initial, L1: write x.f, L3: write y.f, L4: write x.f, "
        "handler t2, initial, L2: write x.f, L5: write y.f, co x.f L1 L2 L4, co y.f L3 L5",
        "" });
  EXPECT_TOLD (
      WITH (.no_labels = true),
      { "W 1 x, W 1 y, R 1 y", "handler t1, initial, write x.f, write y.f, read y.f t1@1", "" },
      { "W 1 x, R 2 x, LOOP tid:1, POST 2 3, CALL 1 3, W 1 y, W 1 x, R 1 y",
        "handler t1, initial, write x.f, message m3, write y.f, write x.f, read y.f m3@1, "
        "handler t2, initial, read x.f t1@0, post m3, co x.f t1@0 m3@2",
        "" });
  EXPECT_TOLD (WITH (.any_order = true),
               { "W 1 x", "mailbox multiset, handler t1, initial, L1: write x.f", "" });
}

/* Different variables have different names. */
TEST (variables)
{
#define NAMED(OPERATION, FIELDS, NAME)                                                             \
  { OPERATION " tid:1 " FIELDS, "handler t1, initial, L1: write " NAME, "" }
#define FIELD(FIELDS, NAME) NAMED ("WRITE", FIELDS, NAME)
#define STATIC(FIELDS, NAME) NAMED ("WRITE-STATIC", FIELDS, NAME)
  EXPECT_TOLD (
      DEFAULTS, FIELD ("obj:0x40 field:8", "0x40.8"), FIELD ("obj:0x40 field:8 class:A", "0x40.8"),
      FIELD ("class:La/B$C; field:8", "static:La.B:C.8"),
      STATIC ("class:La/B; field:8", "static:La.B.8"),
      STATIC ("obj:0x40 class:A field:8", "static:A.8"), FIELD ("class:; field:8", "static:.8"),
      FIELD ("class:A;; field:8", "static:A~3B.8"), FIELD ("class:A;B field:8", "static:A~3BB.8"),
      FIELD ("database:/data/x y.db", "db:.data.x~20y~2Edb"), FIELD ("database:/", "db:."),
      FIELD ("obj:1 field:8 database:d", "db:d"), FIELD ("database:$", "db:~24"),
      FIELD ("obj:1 field:$", "1.~24"),
      FIELD ("obj:a.b:c~d$e/f field:\xff\x01", "a~2Eb~3Ac~7Ed~24e~2Ff.~FF~01"),
      FIELD ("obj:a*b field:8", "a~2Ab.8"), FIELD ("obj:a/b field:c", "a~2Fb.c"),
      FIELD ("obj:a field:b/c", "a.b~2Fc"), FIELD ("obj:static$Ls field:8", "static~24Ls.8"),
      FIELD ("class:Ls; field:8", "static:Ls.8"), FIELD ("database:a$/", "db:a:."),
      FIELD ("database:a$", "db:a~24"), FIELD ("obj:1 field:a$b", "1.a:b"));
  EXPECT_TOLD (WITH (.objects_only = true), FIELD ("obj:0x40 field:8", "0x40"),
               FIELD ("obj:$ field:8", "~24"), FIELD ("class:A field:8", "static:A.8"),
               STATIC ("obj:0x40 class:A field:8", "static:A.8"));
#undef NAMED
#undef FIELD
#undef STATIC
}

/* What a thread does before its loop is its initial message, between messages a gap, in a native thread an
 * entry. */
TEST (runs)
{
  EXPECT_TOLD (
      DEFAULTS,
      { "W 1 a, LOOP tid:1, W 1 b, W 1 c, CALL 1 1, RET 1 1, W 1 d, POST 1 2, CALL 1 2, W 1 e",
        "handler t1, initial, L1: write a.f, message t1.gap1 external, L3: write b.f, L4: write "
        "c.f, "
        "message t1.gap2 external, L7: write d.f, message m2 external, L10: write e.f",
        "; dropped 1 message without events that nobody posts; " },
      { "ATTACH-Q tid:1, W 1 a, CALL 1 1, RET 1 1, W 1 b",
        "handler t1, initial, L2: write a.f, message t1.gap1 external, L5: write b.f", "" },
      { "CALL 1 1, RET 1 1, W 1 a", "handler t1, message t1.gap1 external, L3: write a.f", "" },
      { "NATIVE-ENTRY tid:1, W 1 a, W 1 b, NATIVE-EXIT tid:1, NATIVE-ENTRY tid:1, W 1 c, "
        "NATIVE-ENTRY tid:1, W 1 d, NATIVE-EXIT tid:1, W 1 e",
        "handler t1, message t1.entry1 external, L2: write a.f, L3: write b.f, "
        "message t1.entry2 external, L6: write c.f, message t1.entry3 external, L8: write d.f, "
        "message t1.entry4 external, L10: write e.f",
        "" },
      { "W -1 a, W -1 b",
        "handler t-1, message t-1.entry1 external, L1: write a.f, "
        "message t-1.entry2 external, L2: write b.f",
        "" },
      { "CALL 1 1, LOOP tid:1, NATIVE-EXIT tid:1, W 1 a",
        "handler t1, message m1 external, L4: write a.f", "" },
      { "CALL 1 1, W 1 a, RET 1 1, CALL 1 1, W 1 b, RET 1 1, CALL 2 1, W 2 c",
        "handler t1, message m1 external, L2: write a.f, message m1~2 external, L5: write b.f, "
        "handler t2, message m1~3 external, L8: write c.f",
        "; numbered 2 messages anew: their ids had run before; " },
      { "NOP, W 1 a, NOP, W 1 b", "handler t1, initial, L2: write a.f, L4: write b.f", "" });
  EXPECT_TOLD (WITH (.native = HB_NATIVE_THREAD),
               { "NATIVE-ENTRY tid:1, W 1 a, NATIVE-EXIT tid:1, NATIVE-ENTRY tid:1, W 1 b",
                 "handler t1, initial, L2: write a.f, L5: write b.f", "" },
               { "W -1 a, W -1 b", "handler t-1, initial, L1: write a.f, L2: write b.f", "" });
}

/* A RET ends the message of its CALL, what is called meanwhile is part of it; a CALL ends one without RET. */
TEST (nested)
{
#define NEST "POST 2 1, POST 2 2, CALL 1 1, W 1 a, CALL 1 2, W 1 b, RET 1 2, W 1 c, RET 1 1"
  EXPECT_TOLD (
      DEFAULTS,
      { NEST,
        "handler t2, initial, L1: post m1, L2: write nested.2, "
        "handler t1, message m1, L4: write a.f, L5: read nested.2 L2, L6: write b.f, L8: write c.f",
        "; found 1 message called within another (--nested); " },
      { "POST 2 1, POST 2 2, CALL 1 1, W 1 a, CALL 1 2, W 1 b",
        "handler t2, initial, L1: post m1, L2: post m2, "
        "handler t1, message m1, L4: write a.f, message m2, L6: write b.f",
        "; ended 2 messages without RET at the next CALL or the end; " },
      { "CALL 1 1, RET 1 1, CALL 1 2, W 1 a, CALL 2 3, RET 2 3, W 2 b", NULL,
        "; ended 1 message without RET at" },
      { "CALL 1 1, POST 1 2, CALL 1 2, W 1 a, RET 1 2, RET 1 1",
        "handler t1, message m1 external, L4: write a.f", "" },
      { "CALL 1 1, CALL 1 1, W 1 a, RET 1 1, W 1 b, RET 1 1, W 1 c",
        "handler t1, message m1 external, L3: write a.f, L5: write b.f, "
        "message t1.gap1 external, L7: write c.f",
        "; found 1 message called within another" },
      { "CALL 1 1, CALL 1 2, RET 1 1, W 1 a, RET 1 2, W 1 b",
        "handler t1, message t1.gap1 external, L4: write a.f, L6: write b.f",
        "; ignored 1 RET without CALL; " },
      { "CALL 1 1, RET 2 1, W 1 a, RET 1 1", "handler t1, message m1 external, L3: write a.f",
        "; ignored 1 RET without CALL; " },
      { "W 1 a, RET 1 1, RET 1 1", NULL, "; ignored 2 RETs without CALL; " },
      { "CALL 1 1, CALL 2 2, CALL 2 1, RET 2 1, W 2 a, RET 1 1, W 1 b, RET 2 2, W 2 c",
        "handler t1, message t1.gap1 external, L7: write b.f, "
        "handler t2, message m2 external, L5: write a.f, message t2.gap1 external, L9: write c.f",
        "!RET" });
  EXPECT_TOLD (
      WITH (.nested = HB_NESTED_END),
      { NEST,
        "handler t2, initial, L1: post m1, L2: post m2, handler t1, message m1, L4: write a.f, "
        "message m2, L6: write b.f, message t1.gap1 external, L8: write c.f",
        "; found 1 message called within another (--nested); " });
  EXPECT_TOLD (
      WITH (.ignore_returns = true),
      { NEST,
        "handler t2, initial, L1: post m1, L2: post m2, handler t1, message m1, L4: write a.f, "
        "message m2, L6: write b.f, L8: write c.f",
        "!RET" });
  EXPECT_TOLD (WITH (.drop_orders = true),
               { NEST,
                 "handler t2, initial, L1: post m1, "
                 "handler t1, message m1, L4: write a.f, L6: write b.f, L8: write c.f",
                 "" });
  EXPECT_TOLD (WITH (.drop_posts = true),
               { NEST,
                 "handler t1, message m1 external, L4: write a.f, L6: write b.f, L8: write c.f",
                 "; dropped 1 post (--posts keep); " });
#undef NEST
}

/* A message answers the oldest POST of its id. */
TEST (posts)
{
  EXPECT_TOLD (
      DEFAULTS,
      { "POST 2 1, POST 2 1, POST 2 1, CALL 1 1, RET 1 1, CALL 1 1, RET 1 1",
        "handler t2, initial, L1: post m1, L2: post m1~2, handler t1, message m1, message m1~2",
        "; dropped 1 post whose message never ran; " },
      { "POST 2 1, POST 2 2, POST 2 1, W 2 a", "handler t2, initial, L4: write a.f",
        "; dropped 3 posts whose message never ran; " },
      { "CALL 1 1, W 1 a, RET 1 1, POST 2 1, CALL 1 2", NULL,
        "; found 2 messages that no POST before them announces; " },
      { "POST 2 1, CALL 1 1, W 1 a, RET 1 1, CALL 1 1", NULL,
        "; found 1 message that no POST before it announces; " },
      { "POST 2 1 dest:1, POST 2 2 dest:-1, POST 2 3, POST 2 4 dest:3, CALL 1 1, CALL 1 2, CALL 1 "
        "3, CALL 1 4",
        "handler t2, initial, L1: post m1, L2: post m2, L3: post m3, L4: post m4, "
        "handler t1, message m1, message m2, message m3, message m4",
        "; found 1 post whose message ran on another thread than its dest; " },
      { "POST 2 1 dest:0, POST 2 2 dest:2, CALL 1 1, CALL 1 2", NULL,
        "; found 2 posts whose messages ran on other threads than their dest; " },
      { "NATIVE-POST src:2 msg:1, DELAY-POST src:2 msg:2, CALL 1 1, CALL 1 2",
        "handler t2, initial, L1: post m1, L2: post m2, handler t1, message m1, message m2", "" });
  EXPECT_TOLD (WITH (.drop_posts = true),
               { "POST 2 1, CALL 1 1, W 1 a", "handler t1, message m1 external, L3: write a.f",
                 "; dropped 1 post (--posts keep); " });
}

/* All of the first decisions. */
TEST (defaults)
{
  struct hb_android_options options = hb_android_defaults ();
  static const struct android_sample sample
      = { "POST 2 1 delay:1, CALL 1 1",
          "handler t2, initial, L1: post delay.m1, handler t1, message m1, "
          "handler timer multiset, message delay.m1, post m1",
          "!dropped" };
  assert_true (android_is_told (&sample, &options));
}

/* Posts that are not at the end of the queue. */
TEST (delayed_posts)
{
#define LOG                                                                                        \
  "POST 2 1 delay:10, POST 2 2, CALL 1 2, W 1 a, CALL 1 1, W 1 b, POST 1 3, CALL 1 3, W 1 c"
  EXPECT_TOLD (DEFAULTS,
               { LOG,
                 "handler t2, initial, L1: post delay.m1, L2: post m2, "
                 "handler t1, message m2, L4: write a.f, message m1, L6: write b.f, L7: post m3, "
                 "message m3, L9: write c.f, "
                 "handler timer multiset, message delay.m1, post m1",
                 "; gave 1 delayed post to a timer (--delayed); " },
               { "POST 2 1 atTime:1, POST 2 2 delay:1, CALL 1 1, CALL 1 2",
                 "handler t2, initial, L1: post delay.m1, L2: post delay.m2, handler t1, message "
                 "m1, message m2, "
                 "handler timer multiset, message delay.m1, post m1, message delay.m2, post m2",
                 "; gave 2 delayed posts to a timer (--delayed); " });
  EXPECT_TOLD (WITH (.delayed = HB_DELAYED_EXTERNAL),
               { LOG,
                 "handler t2, initial, L2: post m2, handler t1, message m2, L4: write a.f, "
                 "message m1 external, L6: write b.f, L7: post m3, message m3, L9: write c.f",
                 "; dropped 1 delayed post (--delayed); " });
  EXPECT_TOLD (
      WITH (.delayed = HB_DELAYED_FIFO),
      { LOG,
        "handler t2, initial, L1: post m1, L2: post m2, handler t1, message m2, L4: write a.f, "
        "message m1, L6: write b.f, L7: post m3, message m3, L9: write c.f",
        "!delayed" });
  EXPECT_TOLD (WITH (.delayed = HB_DELAYED_DROP),
               { LOG,
                 "handler t2, initial, L2: post m2, handler t1, message m2, L4: write a.f, "
                 "message m3 external, L9: write c.f",
                 "; dropped 1 delayed message with its post (--delayed); dropped 1 post in a "
                 "dropped message; "
                 "dropped 1 access in a dropped message; " });
#undef LOG
#define LOG                                                                                        \
  "POST 2 1 foq:1, POST 2 2 neg:1, POST 2 3 delay:-1, POST 2 4, CALL 1 1, CALL 1 2, CALL 1 3, "    \
  "CALL 1 4"
  EXPECT_TOLD (DEFAULTS, { LOG, "handler t2, initial, L4: post m4, handler t1, message m4",
                           "; dropped 3 posts to the front of a queue (--front); " });
  EXPECT_TOLD (WITH (.front = HB_JUMPING_FIFO),
               { LOG,
                 "handler t2, initial, L1: post m1, L2: post m2, L3: post m3, L4: post m4, "
                 "handler t1, message m1, message m2, message m3, message m4",
                 "!--front" });
#undef LOG
#define LOG                                                                                        \
  "LOOP tid:1, POST 1 1, CALL 1 1, W 1 a, RET 1 1, UI-POST src:2 msg:2, CALL 1 2, "                \
  "W 1 b, RET 1 2, IDLE-POST src:2 msg:3, CALL 1 3, W 1 c, RET 1 3, POST 2 4, CALL 1 4, "          \
  "QUEUE_IDLE tid:1, W 1 d, RET 1 4, POST 1 5, CALL 3 5, W 3 e"
  EXPECT_TOLD (
      DEFAULTS,
      { LOG,
        "handler t1, message m1 external, L4: write a.f, message m2 external, L8: write b.f, "
        "message m3 external, L12: write c.f, message m4 external, L17: write d.f, "
        "message t1.gap2 external, L19: post m5, handler t3, message m5, L21: write e.f",
        "; dropped 4 posts of user input or idle time (--input); " });
  EXPECT_TOLD (WITH (.input = HB_JUMPING_FIFO),
               { LOG,
                 "handler t1, message t1.gap1 external, L2: post m1, message m1, L4: write a.f, "
                 "message m2, L8: write b.f, "
                 "message m3, L12: write c.f, message m4, L17: write d.f, message t1.gap2 "
                 "external, L19: post m5, "
                 "handler t2, initial, L6: post m2, L10: post m3, L14: post m4, handler t3, "
                 "message m5, L21: write e.f",
                 "!--input" });
#undef LOG
}

/* What is written at once, without a trace in memory, orders no writes of which there is one. */
TEST (files)
{
  struct hb_android_options options = hb_android_defaults ();
  static const char log[]
      = "rwId:1 WRITE tid:1 obj:x field:1\nrwId:2 READ tid:1 obj:y field:1\n1 POST src:1 msg:1\n"
        "2 CALL tid:1 msg:1\nrwId:3 WRITE tid:1 obj:z field:1\nrwId:4 WRITE tid:1 obj:z field:1\n";
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (unit_scratch (), diag);
  hb_builder *builder = hb_builder_to_file (output);
  assert_true (hb_android_build (hb_input_of_bytes ("l", log, strlen (log), diag), &options,
                                 builder, NULL, diag));
  assert_null (hb_builder_finish (builder));
  assert_true (hb_output_commit (output));
  char *text = unit_read (unit_scratch ());
  assert_string_equal (
      text,
      "edt 1\nmeta from \"Android log\"\nhandler t1\ninitial\n  L1: write x.1\n  L2: read y.1 "
      "init\n"
      "  L3: post m1\nmessage m1\n  L5: write z.1\n  L6: write z.1\nco z.1 L5 L6\nend 6 2 1\n");
  hb_free (text);
  hb_diag_free (diag);
}
