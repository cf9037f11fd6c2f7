/* Locks taken hand over hand: H arrives while L holds a, and is kept out by b, which L takes before it gives a back.  Only in
 * such a run, three slots of time long, does L see what N's second and third job write; then the assertion fails. */
HB_TASK (L, 1, 32, 9, 0)
HB_TASK (H, 2, 32, 1, 1)
HB_TASK (N, 3, 2, 1, 1)
HB_LOCK (a, 2)
HB_LOCK (b, 2)
HB_TIME (6)
HB_DEPARTURE (deadline)
int w, x, y, z, u, q;

void
L ()
{
  hb_lock (a);
  int v = w;
  hb_lock (b);
  hb_unlock (a);
  if (v)
    z = 1;
  int k = y;
  if (k)
    u = 1;
  x = q;
  hb_unlock (b);
}

void
N ()
{
  if (u)
    q = 1;
  if (z)
    y = 1;
  w = 1;
}

void
H ()
{
  assert (x == 0);
}
