/* Figure 5 of the semantic diffing paper, second program, k = 7: parallel increments under a semaphore of 6 permits. */
int x, temp1, temp2, temp3, temp4, temp5, temp6, temp7, permits = 6;

void thread1 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp1 = x; x = temp1 + 1; permits++; }
void thread2 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp2 = x; x = temp2 + 1; permits++; }
void thread3 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp3 = x; x = temp3 + 1; permits++; }
void thread4 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp4 = x; x = temp4 + 1; permits++; }
void thread5 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp5 = x; x = temp5 + 1; permits++; }
void thread6 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp6 = x; x = temp6 + 1; permits++; }
void thread7 (void) { atomicBegin (); assume (permits > 0); permits--; atomicEnd (); temp7 = x; x = temp7 + 1; permits++; }
