/* Logs of Android apps become traces: what comes before what besides messages and memory, and the order of
 * the log itself. */
#include "android_told.h"

#include "base/memory.h"

/* What comes before what besides messages and memory: a variable that the one writes and the other reads. */
TEST (orders)
{
  EXPECT_TOLD (
      DEFAULTS,
      { "FORK par-tid:1 child-tid:2, THREADINIT tid:2, THREADINIT tid:2, W 2 a",
        "handler t1, initial, L1: write fork.1, handler t2, initial, L2: read fork.1 L1, L4: write "
        "a.f",
        "!FORK" },
      { "FORK par-tid:1 child-tid:2, FORK par-tid:1 child-tid:2, FORK par-tid:1 child-tid:3, "
        "THREADINIT tid:2",
        "handler t1, initial, L2: write fork.2, handler t2, initial, L4: read fork.2 L2",
        "; [dropped 2 FORKs of threads that never started]; [dropped 1 thread without events]; " },
      { "FORK par-tid:1 child-tid:2, W 1 a", "handler t1, initial, L2: write a.f",
        "; [dropped 1 FORK of a thread that never started]; " },
      { "FORK par-tid:1 child-tid:2, FORK par-tid:2 child-tid:3, THREADINIT tid:2",
        "handler t1, initial, L1: write fork.1, handler t2, initial, L3: read fork.1 L1", "" },
      { "W 1 a, FORK par-tid:2 child-tid:1", "handler t1, initial, L1: write a.f",
        "; [dropped 1 FORK of a thread that never started]; " },
      { "THREADINIT tid:1, W 1 a, JOIN par-tid:2 child-tid:1, WAIT tid:1",
        "handler t1, initial, L2: write a.f", "" },
      { "THREADEXIT tid:2, JOIN tid:1 child-tid:2, JOIN par-tid:3 tid:1 child-tid:2",
        "handler t2, initial, L1: write exit.1, handler t1, initial, L2: read exit.1 L1, "
        "handler t3, initial, L3: read exit.1 L1",
        "" },
      { "JOIN par-tid:1 child-tid:2, THREADEXIT tid:2, W 2 a", "handler t2, initial, L3: write a.f",
        "" },
      { "NOTIFY tid:1 notifiedTid:2, NOTIFY tid:1 notifiedTid:2, WAIT tid:2, WAIT tid:2",
        "handler t1, initial, L2: write notify.2, handler t2, initial, L3: read notify.2 L2",
        "; [dropped 1 WAIT without NOTIFY]; " },
      { "WAIT tid:2, NOTIFY tid:1 notifiedTid:2, WAIT tid:1, W 1 a",
        "handler t1, initial, L4: write a.f", "; [dropped 2 WAITs without NOTIFY]; " },
      { "NOTIFY tid:1 notifiedTid:1, WAIT tid:1, W 1 a", "handler t1, initial, L3: write a.f",
        "!WAIT" },
      { "UNLOCK tid:1 lock-obj:5, LOCK tid:2 lock-obj:5, W 2 a",
        "handler t2, initial, L3: write a.f", "; [left out 1 LOCK, 1 UNLOCK]; " });
  EXPECT_TOLD (
      WITH (.forks = HB_FORKS_DROP),
      { "FORK par-tid:1 child-tid:2, THREADINIT tid:2, W 2 a, THREADEXIT tid:2, JOIN par-tid:1 "
        "child-tid:2",
        "handler t2, initial, L3: write a.f", "" },
      { "NOTIFY tid:1 notifiedTid:2, WAIT tid:2",
        "handler t1, initial, L1: write notify.1, handler t2, initial, L2: read notify.1 L1", "" });
  EXPECT_TOLD (WITH (.drop_notifies = true), { "NOTIFY tid:1 notifiedTid:2, WAIT tid:2, W 2 a",
                                               "handler t2, initial, L3: write a.f", "" });
  EXPECT_TOLD (WITH (.drop_orders = true), { "FORK par-tid:1 child-tid:2, THREADINIT tid:2, W 2 a",
                                             "handler t2, initial, L3: write a.f", "" });
}

/* A FORK in a message, or in what was forked so, posts what the thread starts with. */
TEST (starts)
{
  EXPECT_TOLD (
      WITH (.forks = HB_FORKS_POST, .drop_orders = true),
      { "FORK par-tid:1 child-tid:2, THREADINIT tid:2, W 2 a, W 1 b",
        "handler t1, message t1.start external, L4: write b.f, handler t2, message t2.start "
        "external, L3: write a.f",
        "" },
      { "CALL 1 1, FORK par-tid:1 child-tid:2, THREADINIT tid:2, FORK par-tid:2 child-tid:3, W 2 "
        "a, THREADINIT tid:3, "
        "W 3 b, FORK par-tid:1 child-tid:3, THREADINIT tid:3",
        "handler t1, message m1 external, L2: post t2.start, "
        "handler t2, message t2.start, L4: post t3.start, L5: write a.f, handler t3, message "
        "t3.start, L7: write b.f",
        "" },
      { "CALL 1 1, FORK par-tid:1 child-tid:2, CALL 2 2, THREADINIT tid:2, W 2 a",
        "handler t2, message m2 external, L5: write a.f", "" },
      { "FORK par-tid:1 child-tid:1, THREADINIT tid:1, W 1 a",
        "handler t1, message t1.start external, L3: write a.f", "" },
      { "CALL 1 1, FORK par-tid:1 child-tid:2, RET 1 1, LOOP tid:2, CALL 2 2, W 2 a, RET 2 2, FORK "
        "par-tid:2 child-tid:2, "
        "THREADINIT tid:2, W 2 b",
        "handler t2, message m2 external, L6: write a.f, message t2.gap1 external, L10: write b.f",
        "" });
  EXPECT_TOLD (WITH (.forks = HB_FORKS_POST),
               { "CALL 1 1, FORK par-tid:1 child-tid:2, THREADINIT tid:2, THREADEXIT tid:2, JOIN "
                 "par-tid:1 child-tid:2",
                 "handler t1, message m1 external, L2: post t2.start, L5: read exit.4 L4, "
                 "handler t2, message t2.start, L4: write exit.4",
                 "" });
}

TEST (locks)
{
#define LOCK(TID) "LOCK tid:" #TID " lock-obj:5, "
#define UNLOCK(TID) "UNLOCK tid:" #TID " lock-obj:5, "
  EXPECT_TOLD (
      WITH (.order_locks = true),
      { LOCK (1) UNLOCK (1) LOCK (2) UNLOCK (2) LOCK (2) LOCK (1),
        "handler t1, initial, L2: write unlock.2, L6: read unlock.4 L4, "
        "handler t2, initial, L3: read unlock.2 L2, L4: write unlock.4",
        "" },
      { LOCK (1) LOCK (1) UNLOCK (1) LOCK (1) UNLOCK (1) UNLOCK (1) LOCK (2),
        "handler t1, initial, L6: write unlock.6, handler t2, initial, L7: read unlock.6 L6", "" },
      { LOCK (1) LOCK (1) UNLOCK (1) LOCK (2) "W 2 a", "handler t2, initial, L5: write a.f", "" },
      { LOCK (1) LOCK (1) UNLOCK (2) LOCK (3),
        "handler t2, initial, L3: write unlock.3, handler t3, initial, L4: read unlock.3 L3", "" },
      { UNLOCK (1) LOCK (2),
        "handler t1, initial, L1: write unlock.1, handler t2, initial, L2: read unlock.1 L1", "" },
      { LOCK (1) UNLOCK (1) "LOCK tid:2 lock-obj:6, W 2 a", "handler t2, initial, L4: write a.f",
        "" });
#undef LOCK
#undef UNLOCK
}

/* An ENABLE comes before its TRIGGER if no other ENABLE, of another run, can have allowed it. */
TEST (enabling)
{
#define EVENT(WHAT, TID, VIEW, NUMBER) WHAT "-EVENT tid:" #TID " view:" #VIEW " event:" #NUMBER ", "
#define STATE(WHAT, TID, FIELDS) WHAT "-LIFECYCLE tid:" #TID " " FIELDS ", "
#define FOCUS(WHAT, TID, WINDOW) WHAT "-WINDOW-FOCUS tid:" #TID " windowHash:" #WINDOW ", "
#define EITHER                                                                                     \
  EVENT ("ENABLE", 1, 9, 0)                                                                        \
  EVENT ("ENABLE", 1, 9, 0)                                                                        \
  EVENT ("TRIGGER", 2, 9, 0)                                                                       \
  EVENT ("ENABLE", 3, 9, 0) EVENT ("ENABLE", 3, 9, 0) EVENT ("TRIGGER", 2, 9, 0)
  EXPECT_TOLD (
      DEFAULTS,
      { EITHER,
        "handler t1, initial, L1: write enable.1, handler t2, initial, L3: read enable.1 L1", "" },
      { EVENT ("TRIGGER", 2, 9, 0) EVENT ("ENABLE", 1, 9, 0) "W 1 a",
        "handler t1, initial, L3: write a.f", "" },
      { EVENT ("ENABLE", 1, 9, 0) EVENT ("TRIGGER", 2, 9, 1) EVENT ("TRIGGER", 2, 8, 0) "W 1 a",
        "handler t1, initial, L4: write a.f", "" },
      { STATE ("ENABLE", 1, "component: id:0 state:S")
            STATE ("TRIGGER", 2, "component: id:0 state:S"),
        "handler t1, initial, L1: write enable.1, handler t2, initial, L2: read enable.1 L1", "" },
      { STATE ("ENABLE", 1, "component:a id:0 state:S")
            STATE ("TRIGGER", 2, "component:b id:0 state:S")
                STATE ("TRIGGER", 2, "component:a id:1 state:S")
                    STATE ("TRIGGER", 2, "component:a id:0 state:T") "W 1 a",
        "handler t1, initial, L5: write a.f", "" },
      { FOCUS ("ENABLE", 1, 5) FOCUS ("TRIGGER", 2, 5),
        "handler t1, initial, L1: write enable.1, handler t2, initial, L2: read enable.1 L1", "" },
      { FOCUS ("ENABLE", 1, 5) FOCUS ("TRIGGER", 2, 6) "W 1 a",
        "handler t1, initial, L3: write a.f", "" },
      { "ENABLE-WINDOW-FOCUS tid:1 windowHash:5, TRIGGER-EVENT tid:2 view:5 event:5, LOCK tid:2 "
        "lock-obj:5, W 1 a",
        "handler t1, initial, L4: write a.f", "" });
  EXPECT_TOLD (
      WITH (.enable = HB_ENABLE_LAST),
      { EITHER,
        "handler t1, initial, L2: write enable.2, handler t2, initial, L3: read enable.2 L2, "
        "L6: read enable.5 L5, handler t3, initial, L5: write enable.5",
        "" });
  EXPECT_TOLD (WITH (.enable = HB_ENABLE_DROP),
               { EITHER "W 1 a", "handler t1, initial, L7: write a.f", "" });
#undef EITHER
#undef EVENT
#undef STATE
#undef FOCUS
}

/* Messages ran as they were called and came as they were posted, a timer's as late as is good. */
TEST (recorded)
{
#define LOG                                                                                        \
  "W 1 a, POST 2 1, POST 2 2, LOOP tid:1, POST 1 3, CALL 1 1, CALL 1 2, CALL 3 3, CALL 3 4, W 3 b"
#define TRACE                                                                                      \
  "handler t1, initial, L1: write a.f, message t1.gap1 external, L5: post m3, message m1, "        \
  "message m2, handler t2, initial, L2: post m1, L3: post m2, handler t3, message m3, "            \
  "message m4 external, L10: write b.f"
  EXPECT_TOLD (
      WITH (.recorded = true),
      { LOG, TRACE ", eo t1 t1.gap1 m1 m2, eo t3 m3 m4, mo t1 m1 m2",
        "; the recorded order is FIFO on every queue; " },
      { "POST 2 1, POST 2 2 delay:9, POST 2 3, CALL 1 1, CALL 1 2, CALL 1 3",
        "handler t2, initial, L1: post m1, L2: post delay.m2, L3: post m3, handler t1, message m1, "
        "message m2, message m3, handler timer multiset, message delay.m2, post m2, eo t1 m1 m2 "
        "m3, mo t1 m1 m2 m3",
        "" },
      { "POST 2 1 delay:9, POST 2 2 delay:5, POST 2 3, CALL 1 3, CALL 1 2, CALL 1 1",
        "handler t2, initial, L1: post delay.m1, L2: post delay.m2, L3: post m3, handler t1, "
        "message m3, message m2, message m1, handler timer multiset, message delay.m2, post m2, "
        "message delay.m1, post m1, eo t1 m3 m2 m1, eo timer delay.m2 delay.m1, mo t1 m3 m2 m1, mo "
        "timer delay.m1 delay.m2",
        "" },
      { "POST 2 1, POST 2 2, POST 2 3 delay:1, CALL 1 1, CALL 1 2, CALL 3 3, W 3 a",
        "handler t2, initial, L1: post m1, L2: post m2, L3: post delay.m3, handler t1, message m1, "
        "message m2, handler t3, message m3, L7: write a.f, handler timer multiset, message "
        "delay.m3, post m3, eo t1 m1 m2, mo t1 m1 m2",
        "" },
      { "POST 2 1, POST 2 2 delay:1, CALL 1 2, POST 2 3, CALL 1 1, CALL 1 3",
        "handler t2, initial, L1: post m1, L2: post delay.m2, L4: post m3, handler t1, message m2, "
        "message m1, message m3, handler timer multiset, message delay.m2, post m2, eo t1 m2 m1 "
        "m3, mo t1 m1 m2 m3",
        "" },
      { "POST 2 1 delay:1, POST 2 2 delay:1, POST 2 3 delay:1, POST 2 4 delay:1, CALL 3 4, CALL 1 "
        "2, CALL 1 1, CALL 3 3",
        "handler t2, initial, L1: post delay.m1, L2: post delay.m2, L3: post delay.m3, L4: post "
        "delay.m4, handler t3, message m4, message m3, handler t1, message m2, message m1, handler "
        "timer multiset, message delay.m4, post m4, message delay.m2, post m2, message delay.m1, "
        "post m1, message delay.m3, post m3, eo t3 m4 m3, eo t1 m2 m1, eo timer delay.m4 delay.m2 "
        "delay.m1 delay.m3, mo t3 m4 m3, mo t1 m2 m1, mo timer delay.m1 delay.m2 delay.m3 delay.m4",
        "" },
      { "POST 2 1, POST 2 2, POST 2 3, CALL 1 3, CALL 1 1, CALL 1 2",
        "handler t2, initial, L1: post m1, L2: post m2, L3: post m3, handler t1, message m3, "
        "message m1, message m2, eo t1 m3 m1 m2, mo t1 m1 m2 m3",
        "" },
      { "POST 2 1, POST 2 2, CALL 1 2, CALL 1 1, POST 2 4, POST 2 3 delay:1, POST 2 5, CALL 1 3, "
        "CALL 1 4, CALL 1 5",
        "handler t2, initial, L1: post m1, L2: post m2, L5: post m4, L6: post delay.m3, L7: post "
        "m5, handler t1, message m2, message m1, message m3, message m4, message m5, handler timer "
        "multiset, message delay.m3, post m3, eo t1 m2 m1 m3 m4 m5, mo t1 m1 m2 m4 m3 m5",
        "" });
  EXPECT_TOLD (
      WITH (.recorded_posts = true), { LOG, TRACE ", mo t1 m1 m2", "" },
      { "POST 2 1, POST 2 2 delay:9, POST 2 3, CALL 1 1, CALL 1 2, CALL 1 3",
        "handler t2, initial, L1: post m1, L2: post delay.m2, L3: post m3, handler t1, message m1, "
        "message m2, message m3, handler timer multiset, message delay.m2, post m2, mo t1 m1 m3",
        "" });
#undef LOG
#undef TRACE
}

/* Messages that ran before one posted earlier. */
TEST (overtaken)
{
#define NOT_FIFO "; the recorded order is not FIFO: "
  EXPECT_TOLD (
      DEFAULTS,
      { "POST 2 1, POST 2 2, CALL 1 2, CALL 1 1", NULL,
        NOT_FIFO
        "1 message ran before one posted earlier, first m2 (line 3) before m1 (line 4); " },
      { "POST 2 1, POST 2 2, POST 2 3, CALL 1 2, CALL 1 3, CALL 1 1", NULL,
        NOT_FIFO
        "2 messages ran before one posted earlier, first m2 (line 4) before m1 (line 6); " },
      { "POST 2 1, POST 2 2, POST 2 3, POST 2 4, CALL 1 1, CALL 1 3, CALL 1 2, CALL 1 4", NULL,
        NOT_FIFO
        "1 message ran before one posted earlier, first m3 (line 6) before m2 (line 7); " },
      { "POST 2 1, POST 2 2, CALL 1 1, CALL 1 2, POST 2 3, POST 2 4, CALL 3 4, CALL 3 3, POST 2 5, "
        "POST 2 6, CALL 4 6, CALL 4 5",
        NULL,
        NOT_FIFO
        "2 messages ran before one posted earlier, first m4 (line 7) before m3 (line 8); " },
      { "POST 2 1, POST 2 2, CALL 1 2, CALL 3 1", NULL,
        "; the recorded order is FIFO on every queue; " });
  EXPECT_TOLD (WITH (.drop_posts = true),
               { "POST 2 1, POST 2 2, CALL 1 2, CALL 1 1", NULL, "!FIFO" });
#undef NOT_FIFO
}

/* The recorded order apart from the trace, unless only that of posts is wanted. */
TEST (hints)
{
  static const char log[]
      = "1 POST src:2 msg:1\n2 POST src:2 msg:2\n3 CALL tid:1 msg:2\n4 CALL tid:1 msg:1\n";
  for (int wanted = 0; wanted < 4; wanted++)
    {
      hb_witness *hint = NULL;
      hb_diag *diag = hb_diag_new ();
      struct hb_android_options options
          = { .recorded = wanted & 1, .recorded_posts = wanted & 2, .hint = &hint };
      hb_trace *trace = hb_android_read (hb_input_of_bytes ("l", log, strlen (log), diag), &options,
                                         NULL, diag);
      assert_non_null (trace);
      assert_int_equal (trace->eo.size, wanted & 1 ? 1 : 0);
      assert_int_equal (trace->mo.size, wanted ? 1 : 0);
      assert_true (!hint == ((wanted & 2) > 0));
      hb_witness_free (hint);
      hb_trace_free (trace);
      hint = (hb_witness *)log; /* whatever it was */
      assert_null (hb_android_read (hb_input_of_bytes ("l", "1 WAIT\n2 NOP\n", 13, diag), &options,
                                    NULL, diag));
      assert_null (hint);
      hb_diag_free (diag);
    }
}
