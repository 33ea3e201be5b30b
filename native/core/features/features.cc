#include "core/features/features.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/features/corners.h"
#include "core/features/describe.h"
#include "core/features/orb_pattern.h"
#include "core/image/area.h"
#include "core/image/pixels/contrast.h"
#include "core/image/pixels/scaling.h"
#include "core/image/reduce.h"
#include "core/image/smooth.h"
#include "core/image/working_size.h"

namespace loupe::features {
namespace {

constexpr int kMargin = kPatchRadius + 1;
constexpr int kSmallestHalf = 40;

cv::Mat Resize(const cv::Mat& image, cv::Size size, simd::Isa isa) {
  if (image.size() == size) return image;
  const bool shrinks_much = size.width * 2 < image.cols || size.height * 2 < image.rows;
  return shrinks_much ? image::ReduceByArea(image, size, isa) : image::ScaleLinear(image, size);
}

/** Number of keypoints of each level in proportion to its side, as ORB shares them out. */
std::vector<int> ShareOut(int max_keypoints) {
  const double factor = 1.0 / kPyramidScale;
  double wanted = max_keypoints * (1.0 - factor) / (1.0 - std::pow(factor, kPyramidLevels));
  std::vector<int> counts(kPyramidLevels);
  int sum = 0;
  for (int i = 0; i + 1 < kPyramidLevels; ++i) {
    counts[static_cast<size_t>(i)] = static_cast<int>(std::lround(wanted));
    sum += counts[static_cast<size_t>(i)];
    wanted *= factor;
  }
  counts.back() = std::max(0, max_keypoints - sum);
  return counts;
}

struct LevelScale {
  double x, y;
};

Keypoint MakeKeypoint(const Corner& corner, LevelScale scale, int level, uint16_t angle,
                      image::ImageSize working) {
  const auto quantize = [](double value, int side) {
    return static_cast<uint16_t>(std::clamp(std::lround(value * 32.0), 0L, 32L * side));
  };
  Keypoint keypoint;
  keypoint.x_q5 = quantize((corner.x + 0.5) * scale.x - 0.5, working.width);
  keypoint.y_q5 = quantize((corner.y + 0.5) * scale.y - 0.5, working.height);
  keypoint.angle_q16 = angle;
  keypoint.level = static_cast<uint8_t>(level);
  return keypoint;
}

void DescribeLevel(const cv::Mat& image, int level, int max_count, const CornerOptions& options,
                   simd::Isa isa, Features* features) {
  const std::vector<Corner> corners = FindCorners(image, max_count, kMargin, options, isa);
  if (corners.empty()) return;
  const cv::Mat smoothed = image::Smooth(image, isa);
  const LevelScale scale = {static_cast<double>(features->working_size.width) / image.cols,
                            static_cast<double>(features->working_size.height) / image.rows};
  for (const Corner& corner : corners) {
    const int x = static_cast<int>(std::lround(corner.x));
    const int y = static_cast<int>(std::lround(corner.y));
    const uint16_t angle = Orientation(image, x, y, isa);
    features->keypoints.push_back(MakeKeypoint(corner, scale, level, angle, features->working_size));
    features->descriptors.push_back(Describe(smoothed, x, y, angle));
  }
}

image::GrayImage Copy(const cv::Mat& image) {
  image::GrayImage copy;
  copy.size = {image.cols, image.rows};
  copy.pixels.resize(static_cast<size_t>(image.cols) * static_cast<size_t>(image.rows));
  for (int y = 0; y < image.rows; ++y) {
    std::memcpy(copy.pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(image.cols), image.ptr(y),
                static_cast<size_t>(image.cols));
  }
  return copy;
}

image::GrayImage MakeThumbnail(const cv::Mat& image, simd::Isa isa) {
  const double scale = static_cast<double>(kThumbnailSide) / std::max(image.cols, image.rows);
  const cv::Size size(std::max(1, static_cast<int>(std::lround(image.cols * scale))),
                      std::max(1, static_cast<int>(std::lround(image.rows * scale))));
  return Copy(image::ReduceByArea(image, size, isa));
}

/** Share of the image's contrast that lies in its finest detail, 0..1; falls steeply under blur. */
float Sharpness(const cv::Mat& image) {
  if (image.cols < 8 || image.rows < 8) return 0.0f;
  const image::Contrast contrast = image::ContrastOf(image);
  if (contrast.gradient <= 0) return 0.0f;
  return static_cast<float>(
      std::min(1.0, static_cast<double>(contrast.fine) / static_cast<double>(contrast.gradient)));
}

bool MayBeHalved(const cv::Mat& image) { return std::min(image.cols, image.rows) >= 2 * kSmallestHalf; }

cv::Mat HalfOf(const cv::Mat& image, simd::Isa isa) {
  return image::ReduceByArea(image, cv::Size(image.cols / 2, image.rows / 2), isa);
}

}  // namespace

void CheckGray(const image::GrayView& gray) {
  const image::ImageSize s = gray.size;
  if (gray.pixels == nullptr || s.width <= 0 || s.height <= 0 || gray.stride < static_cast<size_t>(s.width)) {
    throw base::Error(base::ErrorCode::kInvalidImage,
                      "The image is empty or its rows are shorter than its width.");
  }
  if (s.width > image::kMaxImageSide || s.height > image::kMaxImageSide ||
      int64_t{s.width} * s.height > image::kMaxImagePixels) {
    throw base::Error(base::ErrorCode::kInvalidImage,
                      "The image has more pixels than the engine accepts; reduce it first.");
  }
}

std::vector<image::GrayImage> SuccessiveHalves(image::GrayImage first, simd::Isa isa) {
  std::vector<image::GrayImage> halves;
  halves.push_back(std::move(first));
  cv::Mat current(halves[0].size.height, halves[0].size.width, CV_8UC1, halves[0].pixels.data());
  current = current.clone();
  while (MayBeHalved(current)) {
    current = HalfOf(current, isa);
    halves.push_back(Copy(current));
  }
  return halves;
}

Features ExtractFeatures(const image::GrayView& gray, const ExtractRequest& request) {
  return ExtractFeatures(gray, request, simd::ActiveIsa());
}

Features ExtractFeatures(const image::GrayView& gray, const ExtractRequest& request, simd::Isa isa) {
  CheckGray(gray);
  if (request.amount.working_side < 32 || request.amount.working_side > kMaxWorkingSide ||
      request.amount.max_keypoints < 1 || request.amount.max_keypoints > 4096) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "The working side or the number of keypoints is out of range.");
  }
  Features features;
  features.original_size = gray.original_size.width > 0 ? gray.original_size : gray.size;
  features.working_size = image::WorkingSize(gray.size, request.amount.working_side, request.size);
  const cv::Mat source(gray.size.height, gray.size.width, CV_8UC1, const_cast<uint8_t*>(gray.pixels),
                       gray.stride);
  cv::Mat level = Resize(source, cv::Size(features.working_size.width, features.working_size.height), isa);
  features.thumbnail = MakeThumbnail(level, isa);
  if (request.keep_pixels)
    features.halves = SuccessiveHalves(Copy(MayBeHalved(level) ? HalfOf(level, isa) : level), isa);
  if (request.measure_sharpness) features.sharpness = Sharpness(level);

  const std::vector<int> counts = ShareOut(request.amount.max_keypoints);
  features.keypoints.reserve(static_cast<size_t>(request.amount.max_keypoints));
  features.descriptors.reserve(static_cast<size_t>(request.amount.max_keypoints));
  for (int i = 0; i < kPyramidLevels; ++i) {
    base::ThrowIfCancelled(request.cancellation);
    if (i > 0) {
      const double shrink = std::pow(static_cast<double>(kPyramidScale), -i);
      const cv::Size size(static_cast<int>(std::lround(features.working_size.width * shrink)),
                          static_cast<int>(std::lround(features.working_size.height * shrink)));
      if (size.width <= 2 * kMargin || size.height <= 2 * kMargin) break;
      level = image::ReduceLinear(level, size, isa);
    }
    DescribeLevel(level, i, counts[static_cast<size_t>(i)], request.corners, isa, &features);
  }
  return features;
}

Features MirrorFeatures(const Features& features) {
  Features mirrored = features;
  mirrored.words.clear();
  mirrored.vocabulary_id = 0;
  mirrored.closer = nullptr;
  const int last_q5 = 32 * (features.working_size.width - 1);
  for (size_t i = 0; i < mirrored.keypoints.size(); ++i) {
    Keypoint& k = mirrored.keypoints[i];
    k.x_q5 = static_cast<uint16_t>(std::max(0, last_q5 - k.x_q5));
    k.angle_q16 = MirrorAngle(k.angle_q16);
    mirrored.descriptors[i] = MirrorDescriptor(features.descriptors[i]);
  }
  const auto flip_rows = [](image::GrayImage* image) {
    for (int y = 0; y < image->size.height; ++y) {
      const auto row = image->pixels.begin() + static_cast<std::ptrdiff_t>(y) * image->size.width;
      std::reverse(row, row + image->size.width);
    }
  };
  flip_rows(&mirrored.thumbnail);
  for (image::GrayImage& half : mirrored.halves) flip_rows(&half);
  return mirrored;
}

}  // namespace loupe::features
