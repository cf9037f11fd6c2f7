/* The explorer: a trace as one HTML file that needs no network.
 *
 *     events, run, cycles ──JSON──▶ page.html, *.css, *.js ──▶ F.html
 *
 * The sources of the page are in viz/explorer/; embed.sh turns them into files.c. */
#ifndef HBKIT_EXPLORER_H
#define HBKIT_EXPLORER_H

#include <hbkit/draw.h>

#include "viz/draw.h"

#endif
