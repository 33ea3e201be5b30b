#include "wasm/answer.h"

#include <cstdarg>
#include <cstdio>

namespace loupe::wasm {
namespace {

/** Greatest side of a picture: the longer side that a closer look uses is all that is worth handing over. */
constexpr int kMostSide = 4096;

}  // namespace

std::string& Text() {
  static std::string text;
  return text;
}

std::vector<uint8_t>& Bytes() {
  static std::vector<uint8_t> bytes;
  return bytes;
}

void Append(const char* format, ...) {
  char line[400];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  Text() += line;
}

image::GrayView ViewOf(const uint8_t* pixels, int width, int height) {
  if (width > kMostSide || height > kMostSide)
    throw base::Error(base::ErrorCode::kInvalidImage, "The picture is too large; reduce it to 4096 pixels.");
  return {pixels, {width, height}, static_cast<size_t>(width), {width, height}};
}

}  // namespace loupe::wasm
