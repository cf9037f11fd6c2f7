/* Figure 2 of the semantic diffing paper, right: two increments under a lock. */
int x, temp1, temp2, l;

void thread1 (void) { lock (l); temp1 = x; x = temp1 + 1; unlock (l); }
void thread2 (void) { lock (l); temp2 = x; x = temp2 + 1; unlock (l); }
