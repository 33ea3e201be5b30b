#pragma once

#include <napi.h>

#include <memory>
#include <string>
#include <vector>

#include "core/features/features.h"
#include "core/features/grade.h"
#include "core/index/reference_index.h"
#include "core/signature/dna.h"
#include "core/verification/match.h"

namespace loupe::binding {

/** Copied pixels of a JavaScript raster, safe to use on any thread. */
struct OwnedRaster {
  std::vector<uint8_t> pixels;
  image::ImageSize size;
  int32_t channels = 1;
  image::ImageSize original_size;

  image::GrayImage ToGrayImage() const {
    return image::ToGray({pixels.data(), size, channels, original_size});
  }
};

/** What an answer holds beyond the decision. */
struct MatchDetails {
  bool with_points = false;
  /** The named facts that the decision was made from. */
  bool with_facts = false;
};

struct MatchRequest {
  float threshold = 0.5f;
  bool find_mirrored = false;
  /** Looks closer where the first look recognizes nothing. */
  bool has_second_try = true;
  /** One look at fewer pixels and keypoints, without a closer one. */
  bool is_quick = false;
  MatchDetails details;
};

/**
 * Copies the pixels. Those of a raster with isHandedOver are then let go in JavaScript, so that they are held
 * once: their buffer is empty afterwards, unless its memory serves others, too.
 * @throws Error kInvalidImage when the fields do not describe the buffer
 */
OwnedRaster RasterFrom(const Napi::Value& value);

/** @throws Error kInvalidArgument when it is not a buffer */
std::vector<uint8_t> BytesFrom(const Napi::Value& value, const char* what);

/** @throws Error kInvalidArgument for values out of range */
MatchRequest MatchRequestFrom(const Napi::Value& value);

std::vector<std::string> StringsFrom(const Napi::Value& value, const char* what);

/** Undefined is what is due. @throws Error kInvalidArgument unless it is the name of an effort */
index::MergeEffort MergeEffortFrom(const Napi::Value& value);

/** @throws Error kInvalidArgument unless it is an integer from 1 to 2^32 - 1 */
uint32_t KeyFrom(const Napi::Value& value);

Napi::Object ToObject(Napi::Env env, const verification::LocalMatch& match, MatchDetails details);
Napi::Object ToObject(Napi::Env env, const features::Grade& grade);
Napi::Value ToNumbers(Napi::Env env, const std::vector<uint32_t>& numbers);
Napi::Value ToBuffer(Napi::Env env, std::vector<uint8_t> bytes);

}  // namespace loupe::binding
