#include "core/registration/full_size.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/image/raster_mat.h"
#include "core/registration/block_shifts.h"
#include "core/registration/normalized.h"
#include "core/registration/resolution.h"

namespace loupe::registration {
namespace {

/** The field of a reduced picture of width `reduced_width` for the picture itself. */
SmoothField Resampled(const SmoothField& reduced, int reduced_width, const cv::Size& size, int spacing_px) {
  SmoothField field;
  field.spacing_px = spacing_px;
  const double factor = double(size.width) / reduced_width;
  field.deviation_px = reduced.deviation_px * factor;
  field.nodes = cv::Mat(size.height / spacing_px + 2, size.width / spacing_px + 2, CV_32FC2);
  for (int y = 0; y < field.nodes.rows; ++y) {
    for (int x = 0; x < field.nodes.cols; ++x) {
      const cv::Point2d at((x * spacing_px + 0.5) / factor - 0.5, (y * spacing_px + 0.5) / factor - 0.5);
      const cv::Vec2d shift = ShiftAt(reduced, at) * factor;
      field.nodes.at<cv::Vec2f>(y, x) = cv::Vec2f(float(shift[0]), float(shift[1]));
    }
  }
  return field;
}

/** Shifts of all blocks, with what the field moves them already. */
std::vector<BlockShift> MeasureInBands(const FullSizePair& pair, const FullSizeOptions& options,
                                       const base::CancellationToken* cancellation) {
  const GrayReader query(image::GrayOf(pair.query));
  const int margin = int(options.blocks.farthest_px) + 2, rows = pair.reference.rows;
  // Blocks lie at whole steps of their spacing in each band, too.
  const int step = std::max(1, options.band_rows / options.blocks.spacing_px) * options.blocks.spacing_px;
  std::vector<BlockShift> all;
  for (int top = 0; top < rows; top += step) {
    base::ThrowIfCancelled(cancellation);
    const int bottom =
        std::min(rows, top + step - options.blocks.spacing_px + options.blocks.block_px + 2 * margin);
    const cv::Mat reference = image::GrayOf(pair.reference.rowRange(top, bottom));
    const Warped warped = query.Read(pair.warp, reference.size(), top);
    std::vector<BlockShift> shifts =
        MeasureBlockShifts(reference, warped.image, warped.known, options.blocks);
    for (BlockShift& block : shifts) {
      block.center.y += top;
      block.shift += ShiftAt(pair.warp.field, block.center);
      all.push_back(block);
    }
  }
  return all;
}

}  // namespace

FullSizePair RefineAtFullSize(const cv::Mat& reference, const cv::Mat& query, const RegisteredPair& reduced,
                              const RegistrationOptions& options,
                              const base::CancellationToken* cancellation) {
  const cv::Matx33d pixels_of_query = FractionsFromPixels(query.size()).inv();
  PicturePair pictures{
      reference, query,
      Normalized(pixels_of_query * reduced.query_from_reference * FractionsFromPixels(reference.size()))};
  ToCommonResolution(options.finer, pictures);
  FullSizePair pair;
  pair.reference = pictures.reference;
  pair.query = pictures.query;
  const cv::Size size = pair.reference.size();
  const FullSizeOptions& full_size = options.full_size;
  pair.warp = {pictures.query_from_reference,
               Resampled(reduced.warp.field, reduced.reference.cols, size, full_size.field.spacing_px)};
  std::vector<BlockShift> shifts = MeasureInBands(pair, full_size, cancellation);
  const cv::Matx33d correction = PlanarCorrection(shifts, size, full_size.field);
  for (BlockShift& block : shifts) {
    const cv::Point2d moved = Project(correction, block.center.x, block.center.y);
    block.shift -= cv::Vec2d(moved.x - block.center.x, moved.y - block.center.y);
  }
  pair.warp.homography = Normalized(pair.warp.homography * correction);
  pair.warp.field = FitSmoothField(shifts, size, full_size.field);
  return pair;
}

}  // namespace loupe::registration
