// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of Canvas that need no back end. Hatching is clipped here by arithmetic, so that it looks
// the same everywhere and needs no pattern support.

#include "visualizer/canvas/canvas.h"

#include <algorithm>
#include <cmath>

namespace lanewise::canvas {

void Canvas::hatch(const Box& box, const Stroke& stroke, float spacing) {
  // Lines x + y = c, which rise to the right on a screen, clipped to the box.
  const float first = box.x + box.y + spacing / 2;
  const float last = box.right() + box.bottom();
  const int count = static_cast<int>(std::ceil((last - first) / spacing));
  for (int i = 0; i < count; ++i) {
    const float c = first + spacing * static_cast<float>(i);
    const float left = std::max(box.x, c - box.bottom());
    const float right = std::min(box.right(), c - box.y);
    if (right > left) line({left, c - left}, {right, c - right}, stroke);
  }
}

}  // namespace lanewise::canvas
