/* After the rtl8169 driver's synchronisation, as its published model has it: seven threads, five bugs mended. */
typedef unsigned char byte;

int announced, running, irq_live, poll_live, poll_due, reset_due, files_there;
int device_lock, files_lock, net_lock;
int irq_busy, poll_busy; /* semaphores */
byte status, hard_mask, soft_mask;
int powered;
void (*start) (void);

void begin (void) {}

void set_mask (byte value) { assert (powered != 0); hard_mask = value; }
void clear_status (byte value) { assert (powered != 0); status = status & ~value; }

void
power_up (void)
{
  powered = 1;
  soft_mask = 1;
  set_mask (1);
}

void
power_down (void)
{
  set_mask (0);
  down (irq_busy);
  up (irq_busy);
  powered = 0;
}

void poll_on (void) { poll_live = 1; }
void poll_off (void) { poll_live = 0; down (poll_busy); }

void
poll_schedule (void)
{
  atomicBegin ();
  if (poll_live != 0)
    poll_due = 1;
  atomicEnd ();
}

void add_files (void) { lock (files_lock); files_there = 1; unlock (files_lock); }
void drop_files (void) { lock (files_lock); files_there = 0; unlock (files_lock); }

int
announce (void)
{
  if (nondet ())
    {
      announced = 1;
      return 0;
    }
  return -1;
}

int
ask_irq (void)
{
  if (nondet ())
    {
      irq_live = 1;
      return 0;
    }
  return -1;
}

int
probe (void)
{
  int result;
  start = begin;
  add_files ();
  result = announce ();
  return result < 0 ? result : 0;
}

int
open_driver (void)
{
  int result;
  (*start) ();
  hard_mask = 0;
  result = ask_irq ();
  if (result < 0)
    return result;
  poll_on ();
  power_up ();
  return 0;
}

void
close_driver (void)
{
  poll_off ();
  power_down ();
  irq_live = 0;
}

int
open_net (void)
{
  int result = 0;
  lock (net_lock);
  if (announced != 0)
    {
      result = open_driver ();
      if (result == 0)
        running = 1;
    }
  unlock (net_lock);
  return result;
}

void
close_net (void)
{
  lock (net_lock);
  if (running != 0)
    {
      running = 0;
      close_driver ();
    }
  unlock (net_lock);
}

int
serve_irq (void)
{
  byte now;
  int served = 0;
  now = status;
  while (now)
    {
      if (soft_mask != 0)
        {
          set_mask (0);
          soft_mask = 0;
          poll_schedule ();
          served = 1;
        }
      clear_status (now);
      now = status;
    }
  return served;
}

void
serve_poll (void)
{
  int work = nondet ();
  status = 0;
  if (work < 100)
    {
      poll_due = 0;
      soft_mask = 255;
      set_mask (255);
    }
}

void
serve_reset (void)
{
  lock (net_lock);
  if (running == 0)
    return;
  poll_off ();
  power_down ();
  power_up ();
  poll_on ();
  unlock (net_lock);
}

void
bus_thread (void)
{
  if (probe ())
    return;
  lock (device_lock);
  announced = 0;
  while (running != 0)
    ;
  drop_files ();
  unlock (device_lock);
}

void
net_thread (void)
{
  while (1)
    if (!open_net ())
      {
        int more = nondet ();
        while (more)
          {
            if (more)
              ;
            else
              reset_due = 1;
            more = nondet ();
          }
        close_net ();
      }
}

void
irq_thread (void)
{
  while (1)
    {
      down (irq_busy);
      if (irq_live != 0 && status != 0 && hard_mask != 0)
        assert (serve_irq () != 0);
      up (irq_busy);
    }
}

void
device_thread (void)
{
  while (1)
    status = 1;
}

void
poll_thread (void)
{
  while (1)
    {
      down (poll_busy);
      while (poll_due)
        serve_poll ();
      up (poll_busy);
    }
}

void
work_thread (void)
{
  while (1)
    if (reset_due)
      {
        serve_reset ();
        reset_due = 0;
      }
}

void
files_thread (void)
{
  while (1)
    {
      lock (device_lock);
      lock (files_lock);
      if (files_there != 0)
        nondet ();
      unlock (device_lock);
      unlock (files_lock);
    }
}
