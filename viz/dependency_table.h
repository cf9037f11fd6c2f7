/* Dependencies as a table: for those that are too many for arrows with labels (dependencies.h).
 *
 * A line for each statement and each variable of it that others depend on, a column for each statement that depends on
 * one; what stands where they meet says how: r, it reads from it, s, it writes
 * after it.  Where that is too wide for the page, the line lists the numbers of those statements instead. */
#ifndef HBKIT_DEPENDENCY_TABLE_H
#define HBKIT_DEPENDENCY_TABLE_H

#include "viz/dependencies.h"
#include "viz/sketch.h"

/* Is DEPENDENCIES better a table: many, and none of one version only or of a numbered set? */
bool hb_dependencies_are_many (const struct hb_dependencies *dependencies);

/* Draws DEPENDENCIES into SKETCH; COLUMN gives the thread of each statement of the scope but init. */
void hb_sketch_dependency_table (hb_sketch *sketch, const struct hb_dependencies *dependencies,
                                 const hb_id *column);

#endif
