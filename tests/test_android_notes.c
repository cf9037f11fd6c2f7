/* Logs of Android apps become traces: what is left out of them, on whose wish, and what is said about it. */
#include "android_told.h"

#include "base/memory.h"

/* Accesses that an option leaves out. */
TEST (accesses)
{
#define LOG                                                                                        \
  "READ-STATIC tid:1 obj:1 class:A field:1, WRITE-STATIC tid:1 class:A field:1, WRITE tid:1 "      \
  "class:A "                                                                                       \
  "field:2, "                                                                                      \
  "READ tid:1 database:d, WRITE-STATIC tid:1 database:e, W 1 a"
  EXPECT_TOLD (WITH (.drop_statics = true),
               { LOG, "handler t1, initial, L4: read db:d init, L5: write db:e, L6: write a.f",
                 "; dropped 3 accesses to static fields (--statics); " },
               { "WRITE tid:1 class:A field:2, W 1 a", "handler t1, initial, L2: write a.f",
                 "; dropped 1 access to a static field (--statics); " });
  EXPECT_TOLD (WITH (.drop_databases = true),
               { LOG,
                 "handler t1, initial, L1: read static:A.1 init, L2: write static:A.1, L3: write "
                 "static:A.2, "
                 "L6: write a.f",
                 "; dropped 2 accesses to databases (--databases); " },
               { "READ tid:1 database:d, W 1 a", "handler t1, initial, L2: write a.f",
                 "; dropped 1 access to a database (--databases); " });
  EXPECT_TOLD (WITH (.drop_initial_reads = true),
               { LOG,
                 "handler t1, initial, L2: write static:A.1, L3: write static:A.2, L5: write db:e, "
                 "L6: write a.f",
                 "; dropped 2 reads of initial values (--initial-reads); " },
               { "R 1 a, W 1 a, R 1 a, READ-STATIC tid:1 obj:a class:a field:f, R 1 b",
                 "handler t1, initial, L2: write a.f, L3: read a.f L2",
                 "; dropped 3 reads of initial values (--initial-reads); " },
               { "R 1 a, W 1 b", "handler t1, initial, L2: write b.f",
                 "; dropped 1 read of an initial value (" });
#undef LOG
  EXPECT_TOLD (WITH (.drop_private = true),
               { "W 1 a, W 1 b, R 2 a, R 2 c, R 1 b",
                 "handler t1, initial, L1: write a.f, handler t2, initial, L3: read a.f L1",
                 "; dropped 3 accesses to variables of one message (--private); " },
               { "W 1 b, W 1 a, R 2 a",
                 "handler t1, initial, L2: write a.f, handler t2, initial, L3: read a.f L2",
                 "; dropped 1 access to a variable of one message (--private); " },
               { "CALL 1 1, R 1 a, RET 1 1, CALL 1 2, R 1 a, W 1 b",
                 "handler t1, message m1 external, L2: read a.f init, message m2 external, L5: "
                 "read a.f init",
                 "; dropped 1 access to a variable of one message (--private); " });
  EXPECT_TOLD (DEFAULTS,
               { "CALL 1 1, RET 1 1, W 2 b", "handler t2, initial, L3: write b.f",
                 "; dropped 1 message without events that nobody posts; " },
               { "CALL 1 1, W 1 a, RET 1 1, W 2 b", NULL, "!without events" });
  /* What is of one message alone is judged by what is left. */
  EXPECT_TOLD (WITH (.drop_private = true, .drop_initial_reads = true, .delayed = HB_DELAYED_DROP),
               { "POST 2 1 delay:1, CALL 1 1, W 1 a, RET 1 1, W 2 a, W 2 b, R 3 b",
                 "handler t2, initial, L6: write b.f, handler t3, initial, L7: read b.f L6", "" },
               { "R 2 a, W 1 a, W 1 b, R 2 b",
                 "handler t2, initial, L4: read b.f L3, handler t1, initial, L3: write b.f",
                 "; dropped 1 access to a variable of one message (--private); " },
               { "POST 2 1 delay:1, CALL 1 1, W 1 a, RET 1 1, R 2 a, W 2 a, R 3 a",
                 "handler t2, initial, L6: write a.f, handler t3, initial, L7: read a.f L6",
                 "; dropped 1 read of an initial value (--initial-reads); dropped 1 access in a "
                 "dropped message; " });
}

/* Messages that have and lead to no access. */
TEST (idle_messages)
{
  EXPECT_TOLD (
      WITH (.drop_idle_messages = true),
      { "POST 2 1, POST 2 4, CALL 1 1, POST 1 2, RET 1 1, CALL 1 2, W 1 a, POST 1 3, RET 1 2, CALL "
        "1 3, RET 1 3, CALL 1 4, "
        "POST 1 5, RET 1 4, CALL 1 5, RET 1 5",
        "handler t2, initial, L1: post m1, handler t1, message m1, L4: post m2, message m2, L7: "
        "write a.f",
        "; dropped 3 messages that lead to no access (--idle-messages); " },
      { "CALL 1 1, RET 1 1, W 2 a", "handler t1, handler t2, initial, L3: write a.f",
        "; dropped 1 message that leads to no access (--idle-messages); " },
      { "POST 1 1, THREADINIT tid:3, W 2 a", "handler t1, handler t2, initial, L3: write a.f",
        "; [dropped 1 thread without events]; " },
      { "POST 2 1 delay:10, POST 2 2 delay:10, CALL 1 1, CALL 1 2, W 1 a",
        "handler t2, initial, L2: post delay.m2, handler t1, message m2, L5: write a.f, "
        "handler timer multiset, message delay.m2, post m2",
        "; 6 events, 3 messages and 3 handlers, if every message starts with a get" },
      { "NOTIFY tid:1 notifiedTid:2, WAIT tid:2",
        "handler t1, initial, L1: write notify.1, handler t2, initial, L2: read notify.1 L1", "" });
  /* An order needs both its ends. */
  EXPECT_TOLD (WITH (.delayed = HB_DELAYED_DROP),
               { "NOTIFY tid:3 notifiedTid:1, POST 2 1 delay:1, CALL 1 1, WAIT tid:1, NOTIFY tid:1 "
                 "notifiedTid:2, RET 1 1, WAIT tid:2, W 2 a",
                 "handler t2, initial, L8: write a.f", "; [dropped 2 threads without events]; " },
               { "POST 2 1 delay:1, POST 2 2, CALL 1 1, CALL 1 2, W 1 a, RET 1 2, RET 1 1, W 2 b",
                 "handler t2, initial, L2: write nested.2, L8: write b.f", "" },
               { "POST 2 1 delay:1, CALL 1 1, POST 1 2, RET 1 1, CALL 1 3, CALL 1 2, W 1 a, RET 1 "
                 "2, RET 1 3",
                 "handler t1, message m3 external, L7: write a.f", "" });
}

/* As the published converter did: only what memory shared by messages may have to do with is left. */
TEST (published)
{
  struct hb_android_options options = hb_android_as_published ();
  static const struct android_sample published
      = { "FORK par-tid:1 child-tid:2, THREADINIT tid:2, W 2 a, WRITE-STATIC tid:2 class:A "
          "field:1, WRITE tid:2 database:d, "
          "R 2 z, LOOP tid:1, POST 2 1, POST 2 2 delay:1, UI-POST src:2 msg:3, NOTIFY tid:2 "
          "notifiedTid:1, "
          "CALL 1 1, WAIT tid:1, R 1 a, RET 1 1, R 1 a, READ-STATIC tid:1 class:A field:1, READ "
          "tid:1 database:d, R 1 z, "
          "CALL 1 2, W 1 a, WRITE tid:1 obj:a field:g, W 1 c, ENABLE-EVENT tid:1 view:1 event:1, "
          "CALL 1 3, "
          "TRIGGER-EVENT tid:1 view:1 event:1",
          "handler t1, message m1 external, L14: read a L3, L16: read a L3, message m2 external, "
          "L21: write a, "
          "L22: write a, handler t2, initial, L3: write a, co a L3 L21 L22",
          "; 8 events, 3 messages and 2 handlers, if every message starts with a get, as in the "
          "published table; " };
  assert_true (android_is_told (&published, &options));
  options = hb_android_for_robustness ();
  static const struct android_sample robust
      = { "THREADINIT tid:1, CALL 1 1, POST 1 2 delay:10, FORK par-tid:1 child-tid:2, THREADINIT "
          "tid:2, UI-POST src:1 msg:3, "
          "POST 1 4 foq:1, NOTIFY tid:1 notifiedTid:2, WAIT tid:2, RET 1 1, CALL 1 2, RET 1 2, "
          "CALL 1 4, RET 1 4, CALL 1 3, "
          "W 1 a",
          "mailbox multiset, handler t1, message m1 external, L3: post m2, L4: post t2.start, L7: "
          "post m4, message m2, "
          "message m4, message m3 external, L16: write a.f, handler t2, message t2.start",
          "" };
  assert_true (android_is_told (&robust, &options));
}

/* What cannot be read is an error with its place, unless the log was cut off there. */
TEST (errors)
{
#define NONE "l: error: no operation in this log; expected lines such as '2 THREADINIT tid:1'"
  EXPECT_TOLD (
      DEFAULTS, { "", NONE, "!read" }, { "words\n\n", NONE, "" }, { "1 WAIT\n", NONE, "" },
      { "1 NOP\n2 WAIT\n", "", "; dropped the last line, 2, in which the log was cut off; " },
      { "1 NOP\n2 WAIT tid:", "", "; dropped the last line, 2, in which the log was cut off; " },
      { "1 NOP\n2 WAIT\n\n",
        "l:2:7: error: expected tid:NUMBER in this WAIT line, 2 | 2 WAIT, |       ^", "" },
      { "1 NOP\n 2 WAIT tid:x y\n3 LOCK tid:1\nwords\n4 RET",
        "l:2:13: error: expected a number of at most 18 digits in this WAIT line, 2 |  2 WAIT "
        "tid:x y, "
        "|             ^, l:3:13: error: expected tid:NUMBER lock-obj:OBJECT in this LOCK line, 3 "
        "| 3 LOCK tid:1, "
        "|             ^",
        "!read" });
#undef NONE
}

/* A line has at most a megabyte. */
TEST (long_lines)
{
  const size_t most = 1024 * 1024;
  static const char start[] = "1 NOP ";
  for (size_t length = most; length <= most + 1; length++)
    {
      hb_diag *diag = hb_diag_new ();
      char *log = hb_calloc (length + 1, 1);
      memset (log, 'x', length);
      memcpy (log, start, strlen (start));
      hb_trace *trace
          = hb_android_read (hb_input_of_bytes ("l", log, length, diag), DEFAULTS, NULL, diag);
      assert_true (!trace == (length > most));
      assert_int_equal (hb_diag_errors (diag), length > most);
      hb_trace_free (trace);
      hb_free (log);
      hb_diag_free (diag);
    }
}

/* Numbers that go back or are missing, of operations and of accesses, each in its own series. */
TEST (numbers)
{
  EXPECT_TOLD (
      DEFAULTS, { "5 NOP\n6 NOP\nrwId:1 NOP\n7 NOP\nrwId:2 NOP\n", "", "!took" },
      { "5 NOP\n6 NOP\nrwId:1 NOP\n7 NOP\nrwId:2 NOP\n", "", "!noticed" },
      { "5 NOP\n5 NOP\n", "",
        "; took 1 line in the order of the file, not of the numbers; the first is line 2; " },
      { "0 NOP\n5 NOP\n4 NOP\n3 NOP\n6 NOP\n", "",
        "; took 2 lines in the order of the file, not of the numbers; the first is line 3; "
        "noticed 6 numbers skipped from one line to the next; " },
      { "5 NOP\n7 NOP\n", "", "; noticed 1 number skipped from one line to the next; " },
      { "rwId:5 NOP\n9 NOP\nrwId:8 NOP\n10 NOP\n", "",
        "; noticed 2 numbers skipped from one line to the next; " });
}

TEST (lines)
{
  EXPECT_TOLD (
      DEFAULTS, { "title\n1 NOP\n\n", "", "!unknown" },
      { "title\n1 NOP\n\n", "", "; [skipped 2 lines that are no operations]; " },
      { "title\n1 NOP\n", "",
        "; [skipped 1 line that is no operation]; [left out 1 NOP]; the recorded order is FIFO on "
        "every queue; "
        "[read 1 operation in 2 lines]; [0 events, 0 messages and 0 handlers, if every message "
        "starts with a get, as "
        "in the published table]; " },
      { "1 HUH\n2 NOP\n", "",
        "; skipped 1 line of 1 unknown operation; [  unknown: 1 HUH]; [left out 1 NOP]; the " },
      { "1 HUH\n2 AHA\n3 NOP\n4 HUH\n", "",
        "; skipped 3 lines of 2 unknown operations; [  unknown: 2 HUH]; [  unknown: 1 AHA]; " },
      { "1 ADD_IDLE_HANDLER\n2 REMOVE_IDLE_HANDLER\n3 TRIGGER-BROADCAST\n4 TRIGGER-SERVICE\n5 "
        "INSTANCE-INTENT\n6 NOP\n7 NOP\n"
        "8 START\n9 ACCESS\n10 LOOP-EXIT tid:1\n11 QUEUE_IDLE tid:1\n12 LOCK tid:1 lock-obj:5\n13 "
        "UNLOCK tid:1 lock-obj:5\n",
        "",
        "; [left out 1 LOCK, 1 UNLOCK, 1 ADD_IDLE_HANDLER, 1 REMOVE_IDLE_HANDLER, 1 "
        "TRIGGER-BROADCAST, 1 TRIGGER-SERVICE, "
        "1 INSTANCE-INTENT, 2 NOP]; " });
#define LOG                                                                                        \
  "FORK par-tid:1 child-tid:2, THREADINIT tid:2, THREADEXIT tid:2, JOIN par-tid:1 child-tid:2, "   \
  "NOTIFY tid:1 notifiedTid:2, "                                                                   \
  "WAIT tid:2, LOCK tid:1 lock-obj:5, UNLOCK tid:1 lock-obj:5, ENABLE-LIFECYCLE tid:1 id:0 "       \
  "state:S, "                                                                                      \
  "ENABLE-EVENT tid:1 view:1 event:1, ENABLE-WINDOW-FOCUS tid:1 windowHash:5, TRIGGER-LIFECYCLE "  \
  "tid:1 id:0 state:S, "                                                                           \
  "TRIGGER-EVENT tid:1 view:1 event:1, TRIGGER-WINDOW-FOCUS tid:1 windowHash:5, POST 1 2, CALL 1 " \
  "2, W 1 a"
  EXPECT_TOLD (WITH (.order_locks = true), { LOG, NULL, "!left out" });
  EXPECT_TOLD (WITH (.order_locks = true, .forks = HB_FORKS_DROP),
               { LOG, NULL, "; [left out 1 FORK, 1 THREADINIT, 1 THREADEXIT, 1 JOIN]; " });
  EXPECT_TOLD (WITH (.order_locks = true, .forks = HB_FORKS_POST), { LOG, NULL, "!left out" });
  EXPECT_TOLD (WITH (.order_locks = true, .drop_notifies = true),
               { LOG, NULL, "; [left out 1 NOTIFY, 1 WAIT]; " });
  EXPECT_TOLD (WITH (.order_locks = true, .enable = HB_ENABLE_LAST), { LOG, NULL, "!left out" });
  EXPECT_TOLD (WITH (.order_locks = true, .enable = HB_ENABLE_DROP),
               { LOG, NULL,
                 "; [left out 1 ENABLE-LIFECYCLE, 1 ENABLE-EVENT, 1 ENABLE-WINDOW-FOCUS, 1 "
                 "TRIGGER-LIFECYCLE, "
                 "1 TRIGGER-EVENT, 1 TRIGGER-WINDOW-FOCUS]; " });
#undef LOG
}
