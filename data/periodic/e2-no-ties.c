/* The same without equal arrivals: L arrives at 0, M at 1, H at 2. */
HB_TASK (L, 1, 8, 3, 0)
HB_TASK (M, 2, 8, 2, 1)
HB_TASK (H, 3, 8, 1, 2)
int h, l;
void L () { if (h) l = 1; }
void M () { assert (!l); }
void H () { h = 1; }
