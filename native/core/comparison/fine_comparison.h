#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/cancellation.h"
#include "core/comparison/options.h"
#include "core/comparison/sensitivity.h"
#include "core/image/image.h"

namespace loupe::comparison {

enum class DifferenceKind : uint8_t { kAdded, kMissing, kChanged, kMoved, kRecolored };

/** Word of a kind: "added", "missing", "changed", "moved" or "recolored". */
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
  /** Mean difference beyond what noise and edges explain, in CIELAB units. */
  double mean_difference = 0;
  /** Mean color difference of the differing pixels (CIE 1976). */
  double delta_e = 0;
  /** Share of the compared area that differs here, 0..1. */
  double area_share = 0;
};

/** Owned RGB pixels without padding. */
struct RgbImage {
  image::ImageSize size;
  std::vector<uint8_t> pixels;
};

/** What of the reference was compared, and how finely. Shares are 0..1 of the reference. */
struct Coverage {
  double compared_share = 1;
  /** Not compared: not in the query's view, hidden by glare, or in a region that was to be ignored. */
  double out_of_view_share = 0;
  double glare_share = 0;
  double ignored_share = 0;
  /** Of the printed places, those so blurred in the query that fine print cannot be compared there. */
  double blurred_share = 0;
  /** Pixels that were compared. */
  double compared_pixels = 0;
  /** Resolution of the comparison along a side, as a share of the finer picture's. */
  double resolution_share = 1;
  Sensitivity sensitivity = Sensitivity::kProof;
};

/** A color of a file that became another one wherever it stands: of the paper, or of all thin print. */
struct WholeColorChange {
  enum class Of : uint8_t { kPaper, kPrint };
  Of of = Of::kPaper;
  /** Mean colors, RGB 0..255. */
  std::array<double, 3> before{}, after{};
  /** CIEDE2000. */
  double delta_e = 0;
};

/** Word of what changed its color: "paper" or "print". */
const char* WholeColorName(WholeColorChange::Of of);

struct FineComparison {
  /** 0 exactly when nothing differs; else the differing share of the compared area in percent, each pixel
   * counted by its difference (50 CIELAB units count in full). At most 100. */
  double score = 0;
  /** Those that differ most first; at most kMostDifferences. */
  std::vector<Difference> differences;
  /** Of a proof: colors that changed all over; they are no light there. They count in `score`. */
  std::vector<WholeColorChange> whole_colors;
  /** Row-major homography on fractions, last entry 1. */
  std::array<double, 9> query_from_reference{};
  /** Share of the reference that the query shows, 0..1; only this part is compared. */
  double visible_share = 0;
  Coverage coverage;
  /** Of the pictures as they were given. */
  image::ImageSize reference_size, query_size;
  /** The pictures with the differences drawn on them, at most 4096 pixels long. */
  RgbImage highlighted_reference;
  RgbImage highlighted_query;
};

constexpr size_t kMostDifferences = 500;

struct FineComparisonRequest {
  /** What the query is; the pose says it when none is given. */
  std::optional<Sensitivity> sensitivity;
  /** Regions that differ by less on average are not reported (CIE 1976); by sensitivity when none is given.
   */
  std::optional<double> min_delta_e;
  /** Longer side below which regions are not reported, in pixels of the reference. */
  double min_size_px = 0;
  /** Marks nowhere this thick, in pixels of the frame, and short are what another rasterizer leaves; 0 keeps
   * all. */
  int least_thickness_px = 0;
  /** Files of one size that are known to lie upon each other: pose and light are not looked for. */
  bool as_they_are = false;
  /** Places of the reference that are not compared. */
  std::vector<FractionBox> ignored;
  /** Draw the highlighted pictures. */
  bool draw_highlights = true;
  const base::CancellationToken* cancellation = nullptr;
};

/**
 * Aligns two pictures of the same thing, evens out light and color, and finds what really differs, ignoring
 * noise, recompression and anti-aliasing. Pose and light are found at about one megapixel, differences at the
 * finest resolution that both pictures have, up to 50 megapixels. Pictures of the same pixels never differ.
 * Deterministic.
 * @throws Error kInvalidImage for an empty or oversized raster, kImagesDoNotMatch when the pictures do not
 * show the same thing, kAborted when cancelled.
 */
FineComparison CompareFinely(const image::RasterView& reference, const image::RasterView& query,
                             const FineComparisonRequest& request = {},
                             const ComparisonOptions& options = {});

}  // namespace loupe::comparison
