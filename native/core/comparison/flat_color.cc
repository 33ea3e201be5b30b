#include "core/comparison/flat_color.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>

#include "core/color/lab.h"
#include "core/comparison/lab_planes.h"

namespace loupe::comparison {
namespace {

double Ciede2000(const cv::Vec3f& x, const cv::Vec3f& y) {
  return color::Ciede2000({x[0], x[1], x[2]}, {y[0], y[1], y[2]});
}

/** 255 where no channel varies by more than `levels` within 3x3 pixels. */
cv::Mat EvenPlaces(const cv::Mat& rgb, int levels) {
  cv::Mat range, channels[3];
  cv::morphologyEx(rgb, range, cv::MORPH_GRADIENT, cv::getStructuringElement(cv::MORPH_RECT, {3, 3}));
  cv::split(range, channels);
  return cv::max(cv::max(channels[0], channels[1]), channels[2]) <= levels;
}

/** Colors that fall together: five bits a channel. */
int KeyOf(const cv::Vec3b& rgb) { return (rgb[0] >> 3) << 10 | (rgb[1] >> 3) << 5 | rgb[2] >> 3; }

/** Colors and differences of places, added up. */
struct ColorSum {
  cv::Vec3d before, after, difference;
  double lengths = 0;
  int count = 0, changed = 0;

  void Add(const cv::Vec3b& r, const cv::Vec3b& q, const cv::Vec3f& lab_r, const cv::Vec3f& lab_q) {
    before += cv::Vec3d(r), after += cv::Vec3d(q);
    const cv::Vec3d apart = cv::Vec3d(lab_q) - cv::Vec3d(lab_r);
    difference += apart, lengths += cv::norm(apart);
    ++count;
  }
  /** 1 when all differ in one direction. */
  double Coherence() const { return cv::norm(difference) / std::max(1e-9, lengths); }
};

cv::Vec3f LabOfMean(const cv::Vec3d& sum, int count) {
  const cv::Mat one(1, 1, CV_32FC3, cv::Scalar(sum[0], sum[1], sum[2]) * (1.0 / (255.0 * count)));
  cv::Mat lab;
  cv::cvtColor(one, lab, cv::COLOR_RGB2Lab);
  return lab.at<cv::Vec3f>(0, 0);
}

ColorChange ChangeOf(const ColorSum& sum, double compared) {
  ColorChange change;
  change.before = cv::Vec3f(sum.before * (1.0 / sum.count));
  change.after = cv::Vec3f(sum.after * (1.0 / sum.count));
  change.delta_e = Ciede2000(LabOfMean(sum.before, sum.count), LabOfMean(sum.after, sum.count));
  change.share = sum.count / std::max(1.0, compared);
  return change;
}

/** Both pictures of a pair and their evenly colored places. */
struct EvenPair {
  cv::Mat reference, query, lab_r, lab_q;
  /** 255 where both are even and compared. */
  cv::Mat even;

  EvenPair(const CommonFrame& frame, int levels) {
    even = EvenPlaces(frame.reduced_reference, levels) & EvenPlaces(frame.reduced_unleveled, levels) &
           frame.reduced_valid;
    cv::blur(frame.reduced_reference, reference, {3, 3});
    cv::blur(frame.reduced_unleveled, query, {3, 3});
    lab_r = LabOf(reference), lab_q = LabOf(query);
  }

  bool Differs(int y, int x, double least) const {
    const cv::Vec3f &r = lab_r.at<cv::Vec3f>(y, x), &q = lab_q.at<cv::Vec3f>(y, x);
    // CIE 1976 is never less than half of CIEDE2000 and costs a hundredth.
    return cv::norm(r - q) >= 0.5 * least && Ciede2000(r, q) >= least;
  }
};

cv::Mat DifferingPlaces(const EvenPair& pair, double least) {
  cv::Mat differing = cv::Mat::zeros(pair.even.size(), CV_8U);
  for (int y = 0; y < differing.rows; ++y) {
    const uchar* even = pair.even.ptr(y);
    for (int x = 0; x < differing.cols; ++x)
      if (even[x] && pair.Differs(y, x, least)) differing.at<uchar>(y, x) = 255;
  }
  return differing;
}

/** How far, in CIE 1976, differences of even places beside print stray from those around: compression leaves
 * most there, and nothing on blank paper. */
double NoiseOf(const EvenPair& pair, const FlatColorOptions& options) {
  constexpr int kSteps = 16, kAroundPx = 15;
  cv::Mat beside, even, apart = pair.lab_q - pair.lab_r, around, known;
  const int side = 2 * options.beside_px + 1;
  cv::dilate(~pair.even, beside, cv::getStructuringElement(cv::MORPH_RECT, {side, side}));
  apart.setTo(cv::Scalar::all(0), ~pair.even);
  pair.even.convertTo(even, CV_32F, 1.0 / 255);
  cv::Mat levels, levels_around;
  cv::subtract(pair.query, pair.reference, levels, cv::noArray(), CV_32F);
  levels.setTo(cv::Scalar::all(0), ~pair.even);
  cv::blur(levels, levels_around, {kAroundPx, kAroundPx});
  cv::blur(apart, around, {kAroundPx, kAroundPx});
  cv::blur(even, known, {kAroundPx, kAroundPx});
  std::vector<int> histogram(64 * kSteps, 0);
  int count = 0;
  for (int y = 0; y < apart.rows; ++y) {
    for (int x = 0; x < apart.cols; ++x) {
      if (!pair.even.at<uchar>(y, x) || !beside.at<uchar>(y, x)) continue;
      const cv::Vec3f usual = around.at<cv::Vec3f>(y, x) * (1 / known.at<float>(y, x));
      const cv::Vec3f usual_levels = levels_around.at<cv::Vec3f>(y, x) * (1 / known.at<float>(y, x));
      // Gradients stray by what their levels are rounded by.
      const bool is_rounded = cv::norm(levels.at<cv::Vec3f>(y, x) - usual_levels, cv::NORM_INF) <= 1;
      const double astray = is_rounded ? 0 : cv::norm(apart.at<cv::Vec3f>(y, x) - usual);
      ++histogram[std::min(int(histogram.size()) - 1, int(astray * kSteps))], ++count;
    }
  }
  int left = int(options.usual_share * count), step = 0;
  while (step + 1 < int(histogram.size()) && left >= histogram[step]) left -= histogram[step++];
  return double(step) / kSteps;
}

/** The most frequent color of even places when nearly all of it differs; takes it out of `differing`. */
std::vector<ColorChange> TakeEverywhere(const EvenPair& pair, const FlatColorOptions& options,
                                        double compared, cv::Mat& differing) {
  std::map<int, ColorSum> by_color;
  for (int y = 0; y < differing.rows; ++y) {
    for (int x = 0; x < differing.cols; ++x) {
      if (!pair.even.at<uchar>(y, x)) continue;
      ColorSum& sum = by_color[KeyOf(pair.reference.at<cv::Vec3b>(y, x))];
      sum.Add(pair.reference.at<cv::Vec3b>(y, x), pair.query.at<cv::Vec3b>(y, x),
              pair.lab_r.at<cv::Vec3f>(y, x), pair.lab_q.at<cv::Vec3f>(y, x));
      sum.changed += differing.at<uchar>(y, x) != 0;
    }
  }
  const auto most = std::max_element(by_color.begin(), by_color.end(), [](const auto& a, const auto& b) {
    return a.second.count < b.second.count;
  });
  if (most == by_color.end()) return {};
  const ColorSum& sum = most->second;
  if (sum.count < options.least_share_everywhere * compared || sum.changed < options.nearly_all * sum.count ||
      sum.Coherence() < options.coherence)
    return {};
  const cv::Vec3d apart = sum.difference * (1.0 / sum.count);
  const int near = 2;
  const cv::Vec3b middle(cv::Vec3d(sum.before * (1.0 / sum.count)));
  for (int y = 0; y < differing.rows; ++y) {
    for (int x = 0; x < differing.cols; ++x) {
      if (!differing.at<uchar>(y, x)) continue;
      const cv::Vec3b& color = pair.reference.at<cv::Vec3b>(y, x);
      const bool is_this = std::abs(color[0] - middle[0]) <= 8 + near &&
                           std::abs(color[1] - middle[1]) <= 8 + near &&
                           std::abs(color[2] - middle[2]) <= 8 + near;
      const cv::Vec3d own =
          cv::Vec3d(pair.lab_q.at<cv::Vec3f>(y, x)) - cv::Vec3d(pair.lab_r.at<cv::Vec3f>(y, x));
      if (is_this && cv::norm(own - apart) < options.least_delta_e) differing.at<uchar>(y, x) = 0;
    }
  }
  return {ChangeOf(sum, compared)};
}

}  // namespace

FlatColors FindFlatColors(const CommonFrame& frame, const FlatColorOptions& options) {
  FlatColors colors;
  colors.areas = cv::Mat::zeros(frame.reduced_reference.size(), CV_8U);
  const EvenPair pair(frame, options.even_levels);
  const double compared = cv::countNonZero(frame.reduced_valid);
  cv::Mat differing = DifferingPlaces(pair, options.least_delta_e);
  if (cv::countNonZero(differing) == 0) return colors;
  colors.everywhere = TakeEverywhere(pair, options, compared, differing);
  // Compression leaves halos beside edges, faint and narrow.
  const double noise = NoiseOf(pair, options);
  if (noise >= options.least_noise) {
    const cv::Mat clear = DifferingPlaces(pair, options.least_delta_e + options.per_noise * noise);
    differing &= clear;
    const int side = options.least_side_in_noise;
    cv::morphologyEx(differing, differing, cv::MORPH_OPEN,
                     cv::getStructuringElement(cv::MORPH_RECT, {side, side}));
  }
  cv::Mat labels, stats, centers;
  const int count = cv::connectedComponentsWithStats(differing, labels, stats, centers, 8);
  std::vector<ColorSum> sums(count);
  for (int y = 0; y < labels.rows; ++y) {
    for (int x = 0; x < labels.cols; ++x) {
      const int label = labels.at<int>(y, x);
      if (label == 0) continue;
      sums[label].Add(pair.reference.at<cv::Vec3b>(y, x), pair.query.at<cv::Vec3b>(y, x),
                      pair.lab_r.at<cv::Vec3f>(y, x), pair.lab_q.at<cv::Vec3f>(y, x));
    }
  }
  for (int y = 0; y < labels.rows; ++y) {
    for (int x = 0; x < labels.cols; ++x) {
      const int label = labels.at<int>(y, x);
      if (label != 0 && sums[label].count >= options.least_area &&
          sums[label].Coherence() >= options.coherence)
        colors.areas.at<uchar>(y, x) = 255;
    }
  }
  return colors;
}

void AddFlatColors(const FlatColors& colors, const CommonFrame& frame, const FlatColorOptions& options,
                   DifferenceMap& map) {
  if (cv::countNonZero(colors.areas) == 0) return;
  cv::Mat areas;
  cv::resize(colors.areas, areas, map.strength.size(), 0, 0, cv::INTER_NEAREST);
  areas &= frame.valid;
  const cv::Mat strength(areas.size(), CV_8U,
                         cv::Scalar(cv::saturate_cast<uchar>(DifferenceMap::kUnit * options.strength)));
  const cv::Mat size(areas.size(), CV_8U, cv::Scalar(options.least_delta_e));
  cv::Mat raised;
  cv::max(map.strength, strength, raised);
  raised.copyTo(map.strength, areas);
  cv::max(map.size, size, raised);
  raised.copyTo(map.size, areas);
}

std::vector<ColorChange> FindPrintColor(const CommonFrame& frame, const FlatColorOptions& options) {
  const cv::Mat &reference = frame.reduced_reference, &raw = frame.reduced_unleveled;
  const cv::Mat& leveled = frame.reduced_query;
  // Print lies where the page is not even, at its darker or lighter side.
  const cv::Mat print = ~EvenPlaces(reference, options.print_levels) & frame.reduced_valid;
  const double compared = cv::countNonZero(frame.reduced_valid);
  if (cv::countNonZero(print) < options.least_print_share * compared) return {};
  const cv::Mat lab_reference = LabOf(reference), lab_raw = LabOf(raw), lab_leveled = LabOf(leveled);
  ColorSum sum;
  double left = 0;
  for (int y = 0; y < print.rows; ++y) {
    for (int x = 0; x < print.cols; ++x) {
      if (!print.at<uchar>(y, x)) continue;
      sum.Add(leveled.at<cv::Vec3b>(y, x), raw.at<cv::Vec3b>(y, x), lab_leveled.at<cv::Vec3f>(y, x),
              lab_raw.at<cv::Vec3f>(y, x));
      left += cv::norm(lab_leveled.at<cv::Vec3f>(y, x) - lab_reference.at<cv::Vec3f>(y, x));
    }
  }
  const double moved = cv::norm(sum.difference) / sum.count;
  if (moved < options.least_print_delta_e || sum.Coherence() < options.coherence || left > sum.lengths)
    return {};
  return {ChangeOf(sum, compared)};
}

}  // namespace loupe::comparison
