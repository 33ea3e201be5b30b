#pragma once

#include <opencv2/core.hpp>

#include "core/features/features.h"

namespace loupe::features {

/** Orientations are rounded to this many steps a turn before the tests are turned by them. */
constexpr int kAngleSteps = 256;

/**
 * Direction from a corner to the intensity centroid of the disc around it (Rosin, CVIU 1999), in 1/65536
 * turn. The disc of radius kPatchRadius must lie inside the picture, and another pixel to its right.
 * @param isa  the result is the same for every one
 */
uint16_t Orientation(const cv::Mat& level, int x, int y, simd::Isa isa);

/** Describes the spot (x, y) of a smoothed pyramid level; the patch must lie inside the picture. */
Descriptor Describe(const cv::Mat& smoothed, int x, int y, uint16_t angle_q16);

/** The descriptor that the mirror image has at the same spot. */
Descriptor MirrorDescriptor(const Descriptor& descriptor);

/** The orientation that the mirror image has at the same spot. */
inline uint16_t MirrorAngle(uint16_t angle_q16) { return static_cast<uint16_t>(32768u - angle_q16); }

}  // namespace loupe::features
