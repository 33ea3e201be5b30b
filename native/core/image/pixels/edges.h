#pragma once

namespace loupe::image {

/** The pixel that stands for one beyond the edge: mirrored at the outermost one, as often as it takes. */
inline int Mirrored(int i, int count) {
  if (count == 1) return 0;
  while (i < 0 || i >= count) i = i < 0 ? -i : 2 * count - 2 - i;
  return i;
}

}  // namespace loupe::image
