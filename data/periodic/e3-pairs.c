/* No relation between pairs of jobs rules this out: H, L, H, M.  L before M needs the first H over before 1; then M is
 * over by 4, before the second H. */
HB_TASK (L, 1, 8, 1, 0)
HB_TASK (M, 2, 8, 3, 1)
HB_TASK (H, 3, 4, 2, 0)
int h, l;
void L () { if (h == 1) l = 1; }
void M () { assert (!(l && h == 2)); }
void H () { h = h + 1; }
