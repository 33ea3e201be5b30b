#include "tools/gray_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace loupe::tools {
namespace {

/** Reads the next number of a PGM header, skipping comments. */
int ReadNumber(std::istream* file) {
  for (*file >> std::ws; file->peek() == '#'; *file >> std::ws) {
    std::string comment;
    std::getline(*file, comment);
  }
  int number = 0;
  *file >> number;
  return number;
}

}  // namespace

std::vector<std::string> ListGrayFiles(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".pgm") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

image::GrayImage ReadGrayFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic(2, ' ');
  file.read(magic.data(), 2);
  image::GrayImage image;
  image.size.width = ReadNumber(&file);
  image.size.height = ReadNumber(&file);
  const int greatest = ReadNumber(&file);
  file.get();
  const bool is_sane = image.size.width > 0 && image.size.height > 0 &&
                       image.size.width <= image::kMaxImageSide && image.size.height <= image::kMaxImageSide;
  if (!file || magic != "P5" || greatest != 255 || !is_sane)
    throw std::runtime_error(path + " is no 8-bit PGM file");
  image.pixels.resize(static_cast<size_t>(image.size.width) * static_cast<size_t>(image.size.height));
  file.read(reinterpret_cast<char*>(image.pixels.data()), static_cast<std::streamsize>(image.pixels.size()));
  if (!file) throw std::runtime_error(path + " is cut short");
  return image;
}

}  // namespace loupe::tools
