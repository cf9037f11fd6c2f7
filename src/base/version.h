/* The version of hbkit; configure.ac reads it from here. */
#ifndef HBKIT_VERSION_H
#define HBKIT_VERSION_H

#define HBKIT_VERSION "0.1.0"

#endif
