#!/bin/sh
# embed.sh FOLDER: prints the C file that holds the explorer's page, style and scripts (FOLDER is the one of this
# script).  make writes it to viz/explorer/files.c.
set -eu
LC_ALL=C
export LC_ALL
cd "$1"

# table NAME FILE...: their lines as C strings.
table ()
{
  printf '\nconst char *const hb_explorer_%s[] = {\n' "$1"
  shift
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^.*$/  "&\\n",/' -- "$@"
  printf '  NULL,\n};\n'
}

cat <<'C'
/* Made by viz/explorer/embed.sh from the files beside it. */
#include "viz/explorer/data.h"
C
table page page.html
table style explorer.css
table script model.js layout.js camera.js paint.js focus.js find.js cycles.js player.js table.js columns.js formula.js state.js main.js
