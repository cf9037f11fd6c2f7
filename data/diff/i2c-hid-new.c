/* After a bug of the i2c-hid driver: clients open and close a device, and opening is atomic. */
int clients, powered;

void
open_device (void)
{
  atomicBegin ();
  if (clients == 0)
    powered = 1;
  clients++;
  assert (powered != 0);
  atomicEnd ();
}

void
close_device (void)
{
  clients--;
  if (clients == 0)
    powered = 0;
  assert (powered == 0);
}

void
open_thread (void)
{
  while (1)
    open_device ();
}

void
close_thread (void)
{
  while (1)
    {
      assume (clients > 0);
      close_device ();
    }
}
