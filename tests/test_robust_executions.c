/* Executions as gates (proof/robust/executions_private.h): who is before whom. */
#include "unit.h"

#include "base/memory.h"
#include "bounded_claims.h"
#include "gen/events.h"
#include "proof/robust/executions_private.h"

/* What is asked of an order later is what was made of it; A before B is not B before A. */
TEST (test_orders)
{
  struct hb_rng rng = hb_rng_seeded (6);
  size_t known = 0, unknown = 0;
  for (int i = 0; i < 60; i++)
    {
      struct hb_event_shape shape = {
        .events = 2, .procs = 2, .variables = 1, .statements = 3, .driver = i % 2, .orders = 1
      };
      struct hb_executions_claim claim
          = { .parts = 3, .queue = i % 3 == 0, .events = 2, .bound = 1 };
      char *text = hb_random_events (&shape, &rng);
      struct source s = source_of (text);
      struct executions x;
      struct hb_gates gates;
      hb_gates_start (&gates);
      assert_true (executions_start (&x, s.code, &claim, NULL, &gates));
      hb_id deeds = (hb_id)x.deeds.size;
      for (hb_id pair = 0; pair < deeds * deeds; pair++)
        {
          hb_id a = pair / deeds, b = pair % deeds;
          hb_wire before, again;
          if (a == b)
            continue;
          size_t orders = x.orders.size;
          bool is = executions_order (&x, a, b, &before);
          again = executions_before (&x, a, b);
          assert_true (!is || (x.orders.size == orders && again == before));
          /* What is not known either is the other way round, or was not asked before. */
          assert_true (is || again == HB_WIRE_NO || x.orders.size == orders + 1);
          assert_int_equal (executions_before (&x, b, a), again ^ 1);
          known += is;
          unknown += !is;
        }
      executions_end (&x);
      hb_gates_end (&gates);
      free_source (&s);
      hb_free (text);
    }
  assert_true (known > 100 && unknown > 100);
}
