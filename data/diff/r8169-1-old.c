/* After a bug of the r8169 driver: the hardware's interrupt mask and its copy in software are set hardware first. */
int hard_mask, soft_mask, served;

void
interrupt_thread (void)
{
  while (hard_mask == 0)
    ;
  if (soft_mask == 1)
    served = 1;
  else
    served = 0;
  assert (served == 1);
}

void
enable_thread (void)
{
  hard_mask = 1;
  soft_mask = 1;
}
