#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/cancellation.h"
#include "core/comparison/options.h"
#include "core/image/image.h"

namespace loupe::comparison {

enum class DifferenceKind : uint8_t { kAdded, kMissing, kChanged, kMoved };

/** Word of a kind: "added", "missing", "changed" or "moved". */
const char* DifferenceKindName(DifferenceKind kind);

/** A box as fractions of a picture's width and height. */
struct FractionBox {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
};

/** One place where the pictures really differ. */
struct Difference {
  DifferenceKind kind = DifferenceKind::kChanged;
  /** In the reference's own frame; of a moved mark, where it was. */
  FractionBox in_reference;
  /** In the query's own frame; of a moved mark, where it is now. */
  FractionBox in_query;
  /** Mean difference of the differing pixels, in CIELAB units. */
  double mean_difference = 0;
  /** Share of the compared area that differs here, 0..1. */
  double area_share = 0;
};

/** Owned RGB pixels without padding. */
struct RgbImage {
  image::ImageSize size;
  std::vector<uint8_t> pixels;
};

struct FineComparison {
  /** 0 exactly when nothing differs; else the differing share of the compared area in percent, each pixel
   * counted by its difference (50 CIELAB units count in full). At most 100. */
  double score = 0;
  /** Those that differ most first; at most kMostDifferences. */
  std::vector<Difference> differences;
  /** Row-major homography on fractions, last entry 1. */
  std::array<double, 9> query_from_reference{};
  /** Share of the reference that the query shows, 0..1; only this part is compared. */
  double visible_share = 0;
  /** The pictures as given, with the differences drawn on them. */
  RgbImage highlighted_reference;
  RgbImage highlighted_query;
};

constexpr size_t kMostDifferences = 500;

struct FineComparisonRequest {
  /** Draw the highlighted pictures. */
  bool draw_highlights = true;
  const base::CancellationToken* cancellation = nullptr;
};

/**
 * Aligns two pictures of the same thing, evens out light and color, and finds what really differs, ignoring
 * noise, recompression and anti-aliasing. Pictures are compared at about one megapixel; marks under some 6 by
 * 6 pixels at that size are not reported. Deterministic.
 * @throws Error kInvalidImage for an empty or oversized raster, kImagesDoNotMatch when the pictures do not
 * show the same thing, kAborted when cancelled.
 */
FineComparison CompareFinely(const image::RasterView& reference, const image::RasterView& query,
                             const FineComparisonRequest& request = {},
                             const ComparisonOptions& options = {});

}  // namespace loupe::comparison
