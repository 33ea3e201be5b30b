#include "core/comparison/common_frame.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/comparison/leveling.h"
#include "core/image/raster_mat.h"
#include "core/registration/full_size.h"
#include "core/registration/registration.h"
#include "core/registration/resolution.h"

namespace loupe::comparison {
namespace {

using registration::RegisteredPair;

cv::Mat Reduced(const cv::Mat& rgb, double most_pixels) {
  const double factor = std::sqrt(most_pixels / (double(rgb.cols) * rgb.rows));
  if (factor >= 1) return rgb;
  const cv::Size size(std::max(1, cvRound(rgb.cols * factor)), std::max(1, cvRound(rgb.rows * factor)));
  cv::Mat reduced;
  cv::resize(rgb, reduced, size, 0, 0, cv::INTER_AREA);
  return reduced;
}

double MeanDifference(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L1) / (3.0 * double(a.total()));
}

/** Whether the pictures lie upon each other as they are, at least as well as by the pose that was found. */
bool LieAsTheyAre(const RegisteredPair& pair, const cv::Mat& query, const LightModel& light) {
  if (!pair.share_frame || query.size() != pair.reference.size()) return false;
  const double found = MeanDifference(pair.reference, Leveled(light, pair.query, 0, query.rows));
  return MeanDifference(pair.reference, Leveled(light, query, 0, query.rows)) <= 1.02 * found + 0.05;
}

/** Share of the pixels that are clearly of another lightness than most, 0..1. */
double PrintedShare(const cv::Mat& rgb) {
  const cv::Mat gray = image::GrayOf(rgb);
  cv::Mat histogram;
  cv::Point most;
  cv::calcHist(std::vector<cv::Mat>{gray}, {0}, {}, histogram, {32}, {0, 256});
  cv::minMaxLoc(histogram, nullptr, nullptr, nullptr, &most);
  const double level = 8 * most.y + 4;
  return cv::countNonZero(cv::abs(gray - level) > 24) / double(gray.total());
}

/** Pictures of one size that show too little to be registered lie upon each other as they are. */
bool MayLieAsTheyAre(const cv::Mat& reference, const cv::Mat& query, const FallbackOptions& options) {
  return reference.size() == query.size() && MeanDifference(reference, query) <= options.same_levels &&
         std::min(PrintedShare(reference), PrintedShare(query)) <= options.poor_share;
}

/** A pair that is compared pixel by pixel as it is. */
CommonFrame AsTheyAre(const cv::Mat& reference, const cv::Mat& query, const cv::Mat& small_reference,
                      const cv::Mat& small_query, const LightModel& light) {
  CommonFrame frame;
  frame.share_frame = true;
  frame.query_from_reference = cv::Matx33d::eye();
  frame.reference = reference, frame.query_size = query.size();
  frame.query = Leveled(light, query, 0, query.rows);
  frame.valid = cv::Mat(reference.size(), CV_8U, cv::Scalar(255));
  frame.reduced_reference = small_reference;
  frame.reduced_query = Leveled(light, small_query, 0, small_query.rows);
  frame.reduced_unleveled = small_query, frame.posed = frame.unposed = query, frame.light = light;
  frame.reduced_valid = frame.settled = cv::Mat(small_reference.size(), CV_8U, cv::Scalar(255));
  return frame;
}

/** Takes saturated places, where even white paper would be less bright, out of `valid`; returns their share.
 */
double MarkGlare(const cv::Mat& warped, const LightModel& light, const CoverageOptions& options,
                 cv::Mat& valid) {
  cv::Mat channels[4], glare;
  cv::split(warped, channels);
  glare = (channels[0] >= options.saturated) & (channels[1] >= options.saturated) &
          (channels[2] >= options.saturated) & valid;
  for (int y = 0; y < glare.rows; ++y) {
    for (int x = 0; x < glare.cols; ++x) {
      if (!glare.at<uchar>(y, x)) continue;
      const cv::Vec3f lit =
          LightOf(light, {255, 255, 255}, 2 * (x + 0.5) / glare.cols - 1, 2 * (y + 0.5) / glare.rows - 1);
      if (std::min({lit[0], lit[1], lit[2]}) < 255 + options.glare_levels) glare.at<uchar>(y, x) = 0;
    }
  }
  cv::morphologyEx(glare, glare, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, {5, 5}));
  if (cv::countNonZero(glare) == 0) return 0;
  const int halo = 2 * std::max(1, int(options.halo_share * std::max(glare.cols, glare.rows))) + 1;
  cv::dilate(glare, glare, cv::getStructuringElement(cv::MORPH_ELLIPSE, {halo, halo}));
  const int before = cv::countNonZero(valid);
  valid.setTo(0, glare);
  return double(before - cv::countNonZero(valid)) / double(valid.total());
}

/** Most pixels that a corner lies aside where two files are meant to lie upon each other. */
constexpr double kMeantPx = 5;

/** The pose that was meant, upright or turned by quarters; empty where that is not nearly the one found. */
std::optional<cv::Matx33d> MeantPose(const cv::Matx33d& found, const cv::Size& reference,
                                     const cv::Size& query) {
  const cv::Matx33d quarters[4] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                   {-1, 0, 1, 0, -1, 1, 0, 0, 1},
                                   {0, -1, 1, 1, 0, 0, 0, 0, 1},
                                   {0, 1, 0, -1, 0, 1, 0, 0, 1}};
  for (const cv::Matx33d& quarter : quarters) {
    const cv::Matx33d meant = registration::FractionsFromPixels(query).inv() * quarter *
                              registration::FractionsFromPixels(reference);
    double aside = 0;
    for (const cv::Point2d& corner :
         {cv::Point2d(0, 0), cv::Point2d(reference.width, 0), cv::Point2d(reference.width, reference.height),
          cv::Point2d(0, reference.height)})
      aside = std::max(aside, cv::norm(registration::Project(meant, corner.x, corner.y) -
                                       registration::Project(found, corner.x, corner.y)));
    if (aside <= kMeantPx) return meant;
  }
  return {};
}

/** The query in the frame of the reference by its pose alone. */
void Pose(const cv::Mat& query, CommonFrame& frame) {
  cv::Mat common = query;
  if (query.size() != frame.query_size) cv::resize(query, common, frame.query_size, 0, 0, cv::INTER_AREA);
  frame.unposed = common;
  const auto meant = MeantPose(frame.warp.homography, frame.reference.size(), common.size());
  frame.is_meant = meant.has_value();
  frame.pose = meant.value_or(frame.warp.homography);
  cv::cvtColor(registration::WarpRgb(common, {frame.pose, {}}, frame.reference.size()).image, frame.posed,
               cv::COLOR_RGBA2RGB);
}

/** Reads, levels and marks the query in bands of rows. */
void ReadInBands(const registration::FullSizePair& pair, const LightModel& light, int band_rows,
                 const base::CancellationToken* cancellation, CommonFrame& frame) {
  const int rows = pair.reference.rows;
  frame.query.create(pair.reference.size(), CV_8UC3);
  cv::resize(frame.reduced_valid, frame.valid, pair.reference.size(), 0, 0, cv::INTER_NEAREST);
  for (int top = 0; top < rows; top += band_rows) {
    base::ThrowIfCancelled(cancellation);
    const int bottom = std::min(rows, top + band_rows);
    const registration::Warped warped =
        registration::WarpRgb(pair.query, pair.warp, {pair.reference.cols, bottom - top}, top);
    Leveled(light, warped.image, top, rows).copyTo(frame.query.rowRange(top, bottom));
    cv::Mat valid = frame.valid.rowRange(top, bottom);
    valid &= warped.known;
  }
}

}  // namespace

cv::Point2d CommonFrame::FractionInQuery(const cv::Point2d& pixel) const {
  const cv::Point2d place = PlaceOf(warp, pixel);
  const double x = (place.x + 0.5) / query_size.width;
  return {is_mirrored ? 1 - x : x, (place.y + 0.5) / query_size.height};
}

void CommonFrame::Repose(const cv::Matx23d& query_from_reference, int band_rows,
                         const base::CancellationToken* cancellation) {
  const cv::Matx23d& m = query_from_reference;
  const cv::Matx33d pixels(m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), 0, 0, 1);
  if (share_frame && cv::norm(pixels - cv::Matx33d::eye(), cv::NORM_INF) < 0.05) return;
  warp = {pixels, {}};
  const int rows = reference.rows;
  cv::Mat read(reference.size(), CV_8UC3);
  for (int top = 0; top < rows; top += band_rows) {
    base::ThrowIfCancelled(cancellation);
    const int bottom = std::min(rows, top + band_rows);
    const registration::Warped warped =
        registration::WarpRgb(unposed, warp, {reference.cols, bottom - top}, top);
    Leveled(light, warped.image, top, rows).copyTo(read.rowRange(top, bottom));
    valid.rowRange(top, bottom) &= warped.known;
  }
  query = read;
}

namespace {

/** A file that was turned over. */
std::optional<CommonFrame> Mirrored(const cv::Mat& reference, const cv::Mat& query,
                                    const ComparisonOptions& options,
                                    const base::CancellationToken* cancellation) {
  cv::Mat flipped;
  cv::flip(query, flipped, 1);
  auto frame = BringTogether(reference, flipped, Origin::kMirroredFile, options, cancellation);
  if (frame) frame->is_mirrored = true;
  return frame;
}

/** Mean difference in levels, where what is out of view differs in full. */
double Misfit(const CommonFrame& frame) {
  cv::Mat apart;
  cv::absdiff(frame.reduced_reference, frame.reduced_query, apart);
  apart.setTo(cv::Scalar::all(255), ~frame.reduced_valid);
  const cv::Scalar mean = cv::mean(apart);
  return (mean[0] + mean[1] + mean[2]) / 3;
}

/** A file that lies in no way that was meant may lie better turned over. */
CommonFrame BetterOf(CommonFrame frame, const cv::Mat& reference, const cv::Mat& query, Origin origin,
                     const ComparisonOptions& options, const base::CancellationToken* cancellation) {
  if (origin != Origin::kFile || frame.is_meant || Misfit(frame) < options.fallback.same_levels) return frame;
  auto mirrored = Mirrored(reference, query, options, cancellation);
  return mirrored && Misfit(*mirrored) < Misfit(frame) ? std::move(*mirrored) : std::move(frame);
}

}  // namespace

std::optional<CommonFrame> BringTogether(const cv::Mat& reference, const cv::Mat& query, Origin origin,
                                         const ComparisonOptions& options,
                                         const base::CancellationToken* cancellation) {
  const cv::Mat small_reference = Reduced(reference, options.reduced_pixels);
  const cv::Mat small_query = Reduced(query, options.reduced_pixels);
  if (origin == Origin::kFileAsItIs && reference.size() == query.size())
    return AsTheyAre(reference, query, small_reference, small_query, {});
  const auto pair = Register(small_reference, small_query, options.registration, cancellation);
  if (!pair) {
    if (reference.size() == query.size() && MayLieAsTheyAre(small_reference, small_query, options.fallback))
      return AsTheyAre(reference, query, small_reference, small_query, {});
    return origin == Origin::kFile ? Mirrored(reference, query, options, cancellation) : std::nullopt;
  }
  base::ThrowIfCancelled(cancellation);
  const LightModel light = FitLight(pair->reference, pair->query, pair->valid, options.leveling);
  if (reference.size() == query.size() && LieAsTheyAre(*pair, small_query, light))
    return AsTheyAre(reference, query, small_reference, small_query, light);
  CommonFrame frame;
  frame.share_frame = pair->share_frame;
  frame.query_from_reference = pair->query_from_reference;
  frame.reduced_reference = pair->reference;
  frame.reduced_valid = pair->valid, frame.settled = pair->settled;
  frame.seen_share = cv::countNonZero(pair->valid) / double(pair->valid.total());
  const bool is_file = origin == Origin::kUnknown ? frame.share_frame : origin != Origin::kCamera;
  if (!frame.share_frame && !is_file)
    frame.glare_share = MarkGlare(pair->query, light, options.coverage, frame.reduced_valid);
  frame.reduced_query = Leveled(light, pair->query, 0, pair->query.rows);
  cv::cvtColor(pair->query, frame.reduced_unleveled, cv::COLOR_RGBA2RGB);
  frame.light = light;
  if (small_reference.data == reference.data && small_query.data == query.data) {
    frame.reference = frame.reduced_reference, frame.query = frame.reduced_query;
    frame.valid = frame.reduced_valid;
    frame.warp = pair->warp, frame.query_size = pair->query_size;
    if (is_file) Pose(query, frame);
    return BetterOf(std::move(frame), reference, query, origin, options, cancellation);
  }
  const registration::FullSizePair full =
      RefineAtFullSize(Reduced(reference, options.compared_pixels), Reduced(query, options.compared_pixels),
                       *pair, options.registration, cancellation);
  frame.reference = full.reference, frame.warp = full.warp, frame.query_size = full.query.size();
  ReadInBands(full, light, options.difference.band_rows, cancellation, frame);
  if (is_file) Pose(full.query, frame);
  return BetterOf(std::move(frame), reference, query, origin, options, cancellation);
}

}  // namespace loupe::comparison
