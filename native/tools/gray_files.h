#pragma once

#include <string>
#include <vector>

#include "core/image/image.h"

namespace loupe::tools {

/** Paths of all .pgm files below a folder, in byte order. */
std::vector<std::string> ListGrayFiles(const std::string& folder);

/** Reads a binary 8-bit PGM file (P5). @throws std::runtime_error when it is not one */
image::GrayImage ReadGrayFile(const std::string& path);

}  // namespace loupe::tools
