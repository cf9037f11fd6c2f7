/* Figure 5 of the semantic diffing paper, second program, k = 2: parallel increments under a semaphore of 1 permits. */
int x, temp1, temp2, permits = 1;

void thread1 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp1 = x; x = temp1 + 1; permits++; }
void thread2 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp2 = x; x = temp2 + 1; permits++; }
