#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/cancellation.h"
#include "core/base/span.h"
#include "core/features/descriptor.h"
#include "core/features/options.h"
#include "core/image/image.h"
#include "core/simd/isa.h"

namespace loupe::features {

/**
 * An oriented corner in 7 bytes, the same in memory and in a DNA. Positions are working pixels of level 0.
 * Packed, so that arrays of it may start at any byte of a mapped file.
 */
struct __attribute__((packed)) Keypoint {
  /** Position in 1/32 working pixel. */
  uint16_t x_q5 = 0;
  uint16_t y_q5 = 0;
  /** Orientation in 1/65536 turn, clockwise from the x axis (y points down). */
  uint16_t angle_q16 = 0;
  /** Pyramid level; the scale is kPyramidScale to this power. */
  uint8_t level = 0;

  float x() const { return static_cast<float>(x_q5) * (1.0f / 32.0f); }
  float y() const { return static_cast<float>(y_q5) * (1.0f / 32.0f); }
  /** Orientation in radians, 0 to 2 pi. */
  float angle() const { return static_cast<float>(angle_q16) * (6.28318530718f / 65536.0f); }
};
static_assert(sizeof(Keypoint) == 7, "keypoints are stored as they are");

constexpr int kPyramidLevels = 8;
/** Side of a pyramid level against that of the next; all that follows from it is computed from it. */
constexpr double kPyramidRatio = 1.2;
constexpr auto kPyramidScale = static_cast<float>(kPyramidRatio);
/** Greatest working side: positions have 11 integer bits. */
constexpr int kMaxWorkingSide = 2000;
/** Greatest side of the thumbnail kept in a DNA. */
constexpr int kThumbnailSide = 96;

/** Everything that recognition knows about one picture. */
struct Features {
  /** Size of the picture that keypoint positions refer to. */
  image::ImageSize working_size;
  /** Size of the picture before any reduction. */
  image::ImageSize original_size;
  /** Strongest first within each level; parallel to `descriptors`. */
  std::vector<Keypoint> keypoints;
  std::vector<Descriptor> descriptors;
  /** Nearest vocabulary word of each descriptor; empty until quantized. */
  std::vector<uint16_t> words;
  /** Vocabulary that `words` belong to; 0 when there are none. */
  uint32_t vocabulary_id = 0;
  image::GrayImage thumbnail;
  /** Half of the working picture (the whole where that is small) and its successive halves; only when
   * ExtractRequest::keep_pixels is set. */
  std::vector<image::GrayImage> halves;
  /** Sharpness of the working picture, 0 (blurred) to 1 (crisp); feeds the grade. */
  float sharpness = 0.0f;
  /** Of a query, where it is known: the same picture looked at closer, for a second try. It has none itself.
   */
  std::shared_ptr<const Features> closer;
};

/** One extraction: what is asked for, and the options that apply. */
struct ExtractRequest {
  AmountOptions amount;
  /** Keep the working pixels: verification of a query needs them, a reference does not. */
  bool keep_pixels = false;
  /** Searches need none; what is graded does. */
  bool measure_sharpness = true;
  CornerOptions corners;
  image::WorkingSizeOptions size;
  const base::CancellationToken* cancellation = nullptr;
};

inline ExtractRequest ReferenceRequest(const FeatureOptions& options = {}) {
  return {options.reference, false, true, options.corners, options.working_size, nullptr};
}
inline ExtractRequest QueryRequest(const FeatureOptions& options = {}) {
  return {options.query, true, false, options.corners, options.working_size, nullptr};
}
inline ExtractRequest QuickQueryRequest(const FeatureOptions& options = {}) {
  return {options.quick_query, true, false, options.corners, options.working_size, nullptr};
}
inline ExtractRequest CloserQueryRequest(const FeatureOptions& options = {}) {
  return {options.closer_query, true, false, options.corners, options.working_size, nullptr};
}

/** @throws Error kInvalidImage for an empty picture, one of short rows, and one that is too large */
void CheckGray(const image::GrayView& gray);

/**
 * Finds oriented FAST corners on one image pyramid, spread evenly over each level, and describes them by
 * binary tests (ORB: Rublee et al., ICCV 2011; FAST: Rosten and Drummond, ECCV 2006). Deterministic. A flat
 * picture gives no keypoints, which is not an error.
 * @throws Error kInvalidImage for an empty, oversized or inconsistent view, kAborted when cancelled.
 */
Features ExtractFeatures(const image::GrayView& gray, const ExtractRequest& request);
/** The same with the loops of one instruction set; the caller has checked IsSupported(). */
Features ExtractFeatures(const image::GrayView& gray, const ExtractRequest& request, simd::Isa isa);

/** A picture, and halves of it for as long as they hold anything: what Features::halves are. */
std::vector<image::GrayImage> SuccessiveHalves(image::GrayImage first, simd::Isa isa);

/** The features of the picture's mirror image (left and right swapped), computed from the features alone;
 * without a closer look, which is mirrored by itself. */
Features MirrorFeatures(const Features& features);

}  // namespace loupe::features
