// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PNG encoding by stb_image_write, into memory.

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

#include "visualizer/canvas/rasterizer.h"

namespace lanewise::canvas {

std::string encode_png(const Image& image) {
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.rgba.data(), 4 * image.width);
  return bytes;
}

}  // namespace lanewise::canvas
