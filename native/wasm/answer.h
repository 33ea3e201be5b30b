#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/image/image.h"

#define LOUPE_API extern "C" __attribute__((used, visibility("default")))

/** Shared by the functions that pages call: what the last one answered, and what is made of pointers. */
namespace loupe::wasm {

/** The last answer, or why there is none. */
std::string& Text();
std::vector<uint8_t>& Bytes();

/** Adds to the text; at most 400 letters at once. */
__attribute__((format(printf, 1, 2))) void Append(const char* format, ...);

/** @throws Error kInvalidImage for one that is larger than anything uses */
image::GrayView ViewOf(const uint8_t* pixels, int width, int height);

/** @return what the work says; -1 where it fails */
template <typename Work>
int Guarded(Work work) {
  std::string* text = &Text();
  try {
    return work();
  } catch (const base::Error& error) {
    *text = std::string(base::ErrorCodeName(error.code())) + " " + error.what();
  } catch (const std::bad_alloc&) {
    *text = "OUT_OF_MEMORY There is not enough memory; close other pages, or use a smaller pack.";
  } catch (const std::exception& error) {
    *text = std::string("INTERNAL ") + error.what();
  }
  return -1;
}

}  // namespace loupe::wasm
