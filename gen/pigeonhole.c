/* Pigeonhole formulas: unsatisfiable for more pigeons than holes, and hard to refute by resolution
 * (Haken, "The intractability of resolution", 1985).
 *
 *     pigeon i:           x(i,1) or ... or x(i,h)
 *     hole j, i < i':     not x(i,j) or not x(i',j) */
#include "gen/pigeonhole.h"

#define MOST 1000

hb_cnf *
hb_pigeonhole (int pigeons, int holes, hb_diag *diag)
{
  if (pigeons < 0 || holes < 0 || pigeons > MOST || holes > MOST)
    {
      hb_error (diag, NULL, "%d pigeons and %d holes; possible are 0 to %d of either", pigeons,
                holes, MOST);
      return NULL;
    }
  hb_cnf *cnf = hb_cnf_new (pigeons * holes);
  for (int i = 0; i < pigeons; i++)
    {
      for (int j = 1; j <= holes; j++)
        hb_cnf_add (cnf, i * holes + j);
      hb_cnf_add (cnf, 0);
    }
  for (int j = 1; j <= holes; j++)
    for (int i = 0; i < pigeons; i++)
      for (int k = i + 1; k < pigeons; k++)
        hb_cnf_add_clause (cnf, (const int[]){ -(i * holes + j), -(k * holes + j) }, 2);
  return cnf;
}
