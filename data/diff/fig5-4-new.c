/* Figure 5 of the semantic diffing paper, second program, k = 4: parallel increments under a semaphore of 3 permits. */
int x, temp1, temp2, temp3, temp4, permits = 3;

void thread1 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp1 = x; x = temp1 + 1; permits++; }
void thread2 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp2 = x; x = temp2 + 1; permits++; }
void thread3 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp3 = x; x = temp3 + 1; permits++; }
void thread4 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp4 = x; x = temp4 + 1; permits++; }
