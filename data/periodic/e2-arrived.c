/* M and H arrive together; H has run, so M had arrived, and L cannot go on before M is done.  By (5) it can: a job that
 * has arrived and done nothing yet preempts nobody. */
HB_TASK (L, 1, 4, 2, 0)
HB_TASK (M, 2, 4, 1, 1)
HB_TASK (H, 3, 4, 1, 1)
int h, l;
void L () { if (h) l = 1; }
void M () { assert (!l); }
void H () { h = 1; }
