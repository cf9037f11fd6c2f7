// Where things stand: a column a handler, a row for what happens at one time. Rows follow the run, so that every
// arrow of it points down or stands level; a message starts one row above its first event, with its name.
//
// Rows are as high and columns as wide as the view wants them: zooming out makes rows lower than a line of text, then
// lower than a pixel, and messages become slices.

const row = new Int32Array(eventCount), top_ = new Int32Array(messageCount), bottom = new Int32Array(messageCount);
const turns = handlers.map((_, h) => data.eo[h].slice()); // messages of a column from top to bottom
let rows = 1;

(() => {
  const free = new Int32Array(handlers.length).fill(1), seen = new Uint8Array(eventCount);
  for (const e of order) {
    const m = messageOf[e], h = handlerOfMessage[m], begins = first[m] === e;
    let at = free[h] + (begins ? 2 : 0);
    for (let k = hb.in.start[e]; k < hb.in.start[e + 1]; k++) {
      const before = hb.in.at[k];
      if (!seen[before]) continue;
      const other = handlerOf(before) !== h;
      if (other) at = Math.max(at, row[before] + (begins ? 1 : 0));
    }
    row[e] = at;
    if (begins) top_[m] = at - 1;
    bottom[m] = at;
    free[h] = at + 1;
    seen[e] = 1;
    if (at + 2 > rows) rows = at + 2;
  }
})();

// Columns that are shown, from left to right.
let columns = handlers.map((_, h) => h);
const hidden = new Set();
const placeOf = new Int32Array(handlers.length);
function placeColumns() {
  placeOf.fill(-1);
  columns.filter(h => !hidden.has(h)).forEach((h, i) => { placeOf[h] = i; });
}
placeColumns();
const shownColumns = () => columns.filter(h => !hidden.has(h));

// The first message of column H that ends in row R or below: its place among turns[h].
function messageFrom(h, r) {
  const list = turns[h];
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bottom[list[middle]] < r) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The event of message M in row R or below, or the end of M.
function eventFrom(m, r) {
  let low = first[m], high = first[m + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle] < r) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Events of rows FROM to TO in the columns shown, at most MOST; null: there are more.
function eventsBetween(from, to, most) {
  const found = [];
  for (const h of shownColumns())
    for (let i = messageFrom(h, from); i < turns[h].length && top_[turns[h][i]] <= to; i++)
      for (let e = eventFrom(turns[h][i], from); e < first[turns[h][i] + 1] && row[e] <= to; e++) {
        if (found.length === most) return null;
        found.push(e);
      }
  return found;
}
