/* Safe.  The verification condition as printed is satisfiable: nothing makes R grow along program order, and the read
 * may come in a round before the write's. */
HB_TASK (J, 1, 8, 1, 0)
int x;
void J () { x = 1; assert (x == 1); }
HB_TASK (K, 2, 8, 1, 0)
void K () { x = 1; }
