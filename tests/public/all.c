/* <hbkit/hbkit.h> is enough. */
#include <hbkit/hbkit.h>

int
main (void)
{
  return hb_now () < 0;
}
