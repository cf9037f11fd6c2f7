/* The lock that an index names is taken, and no other. */
int locks[2], i = 1;
void
thread1 (void)
{
  lock (locks[i]);
  assert (locks[1]);
  unlock (locks[i]);
  notify (locks[i]);
  assert (locks[1]);
}
void
thread2 (void)
{
  lock (locks[0]);
  assert (locks[0]);
  unlock (locks[0]);
}
