/* After a bug of the r8169 driver: the device goes down after polling is locked out. */
int polling, down_now;

void
down_thread (void)
{
  lock (polling);
  down_now = 1;
}

void shutdown_thread (void) {}

void
poll_thread (void)
{
  lock (polling);
  assert (down_now == 0);
  unlock (polling);
}
