// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures without a display: a CPU rasteriser for what Dear ImGui would have sent to the GPU.
//
//   draw(canvas) ──▶ ImDrawData ──▶ rasterize() ──▶ averaged down ──▶ Image ──▶ encode_png()
//
// The same call gives the same bytes each time on one machine: no threads, no clock, exact edges.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "visualizer/canvas/canvas.h"

namespace lanewise::canvas {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< rows from the top, 4 bytes a pixel, opaque
};

struct RasterOptions {
  Size size{};
  float scale = 1;       ///< picture pixels per view pixel
  int supersample = 2;   ///< samples per pixel and axis
  Color background{255, 255, 255};
};

/// Draws with a canvas and returns the picture. Calls `draw` twice: once to learn the fonts.
[[nodiscard]] Image render_image(const RasterOptions& options, const std::function<void(Canvas&)>& draw);

/// PNG bytes of an image.
[[nodiscard]] std::string encode_png(const Image& image);

}  // namespace lanewise::canvas
