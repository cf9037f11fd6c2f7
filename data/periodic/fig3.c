/* Figure 3 of Chaki, Gurfinkel and Sinha, FMCAD 2014: one task of five jobs, each with two writes and a read.  Without
 * snapshots each read may observe the writes of all jobs before; with them the last snapshot stands for these. */
HB_TIME (5)
HB_TASK (t, 1, 1, 1, 0)
unsigned char x;

void t () { x = 1; x = 2; assert (x == 2); }
