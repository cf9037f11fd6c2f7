/* Violated: L holds the lock until just before 3, M starts then, H preempts it at 3.  With response times that leave out
 * blocking M is over by 3, and H cannot preempt it. */
HB_TASK (L, 1, 8, 3, 0)
HB_TASK (M, 2, 8, 1, 1)
HB_TASK (H, 3, 8, 1, 3)
HB_LOCK (l, 2)
int x;
void L () { hb_lock (l); hb_unlock (l); }
void M () { assert (x == 0); }
void H () { x = 1; }
