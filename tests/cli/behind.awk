# No curve runs through a box, but for its ends, which touch two.  Boxes have round corners.
function outside(p, low, high) { return p < low ? low - p : p > high ? p - high : 0 }
/<rect .* rx="[0-9.]*" fill="#[0-9a-f]*" stroke/ {
  split ($0, v, "\""); n++; r[n] = v[10]
  x0[n] = v[2] + r[n]; y0[n] = v[4] + r[n]; x1[n] = v[2] + v[6] - r[n]; y1[n] = v[4] + v[8] - r[n]
}
match ($0, /d="M[-0-9., ]*Q[-0-9., ]*"/) {
  split (substr ($0, RSTART + 3, RLENGTH - 4), v, /[^-0-9.]+/); c++
  for (i = 1; i <= 6; i++) curve[c, i] = v[i + 1]
}
END {
  for (j = 1; j <= c; j++)
    for (t = 0; t <= 1; t += 1 / 256) {
      px = (1 - t) ^ 2 * curve[j, 1] + 2 * t * (1 - t) * curve[j, 3] + t ^ 2 * curve[j, 5]
      py = (1 - t) ^ 2 * curve[j, 2] + 2 * t * (1 - t) * curve[j, 4] + t ^ 2 * curve[j, 6]
      for (i = 1; i <= n; i++)
        if (outside(px, x0[i], x1[i]) ^ 2 + outside(py, y0[i], y1[i]) ^ 2 < (r[i] - .5) ^ 2)
          bad++
    }
  exit bad > 0 || !c || !n
}
