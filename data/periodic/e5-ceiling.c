/* Safe: the ceiling of the lock is the priority of its highest user, M, which cannot start while L holds it.  "Less
 * than" instead of "at most" lets both hold it. */
HB_TASK (L, 1, 8, 2, 0)
HB_TASK (M, 2, 8, 1, 1)
HB_LOCK (l, 2)
int x;
void L () { hb_lock (l); x = 1; assert (x == 1); hb_unlock (l); }
void M () { hb_lock (l); x = 2; hb_unlock (l); }
