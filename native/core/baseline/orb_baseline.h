#pragma once

#include <array>
#include <optional>

#include "core/image/image.h"

namespace loupe::baseline {

/** Keypoints that OpenCV's ORB looks for unless told. */
constexpr int kDefaultOrbKeypoints = 500;

/** The answer of ORB and a homography to two pictures. */
struct OrbMatch {
  int reference_keypoints = 0;
  int query_keypoints = 0;
  /** Pairs of keypoints that pass the ratio test. */
  int matches = 0;
  /** Of these, that the homography maps onto each other. */
  int inliers = 0;
  /** Row-major, on fractions of width and height, last entry 1; nothing where none was found. */
  std::optional<std::array<double, 9>> query_from_reference;
};

/**
 * OpenCV's ORB with its own settings (Rublee et al., ICCV 2011), brute force with the ratio test (Lowe,
 * IJCV 2004), cv::findHomography with RANSAC: what tutorials do. No part of recognition; it is there to
 * compare with.
 * @param max_keypoints  of each picture; OpenCV's own default is 500
 */
OrbMatch MatchByOrb(const image::RasterView& reference, const image::RasterView& query,
                    int max_keypoints = kDefaultOrbKeypoints);

}  // namespace loupe::baseline
