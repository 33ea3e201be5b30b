#include "core/comparison/leveling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/simd/lanes.h"

namespace loupe::comparison {
namespace {

constexpr int kGainTerms = 6;
constexpr int kOffsetTerms = 3;
constexpr int kTerms = LightModel::kTerms;
static_assert(kTerms == kGainTerms + kOffsetTerms + 4);
using Row = LightModel::Row;

// Each prior is the weight, in samples, of the assumption that nothing changed.
Row PriorWeights(const LevelingOptions& options) {
  Row p;
  p.fill(2);
  p[0] = 0.5F;
  p[6] = 4;
  p[9] = p[10] = float(options.tone_prior);
  p[11] = p[12] = float(options.crosstalk_prior);
  return p;
}

/** Places (-1..1) and colors (0..1) in columns of their own, filled up to whole lanes by samples of no
 * weight. */
struct Samples {
  size_t count = 0;
  /** `areas` are weights that count each sample once, `counts` those that count each color once. */
  std::vector<float> x, y, areas, counts;
  std::array<std::vector<float>, 3> reference, query;

  void Add(float at_x, float at_y, const cv::Vec3f& of_reference, const cv::Vec3f& of_query, float weight) {
    x.push_back(at_x);
    y.push_back(at_y);
    areas.push_back(weight);
    counts.push_back(weight);
    for (int c = 0; c < 3; ++c) reference[c].push_back(of_reference[c]);
    for (int c = 0; c < 3; ++c) query[c].push_back(of_query[c]);
  }
};

constexpr int kTilePx = 4;

cv::Vec3f MeanOfTile(const cv::Mat& rgb, const cv::Point& corner) {
  const int channels = rgb.channels();
  cv::Vec3i sum;
  for (int y = 0; y < kTilePx; ++y) {
    const uchar* p = rgb.ptr(corner.y + y) + corner.x * channels;
    for (int x = 0; x < kTilePx; ++x, p += channels) sum += cv::Vec3i(p[0], p[1], p[2]);
  }
  return cv::Vec3f(sum) * (1.0F / (255 * kTilePx * kTilePx));
}

bool IsTileKnown(const cv::Mat& valid, const cv::Point& corner) {
  bool is_known = true;
  for (int y = 0; y < kTilePx; ++y) {
    const uchar* p = valid.ptr(corner.y + y) + corner.x;
    for (int x = 0; x < kTilePx; ++x) is_known = is_known && p[x] != 0;
  }
  return is_known;
}

/** Samples of one color in one part of the picture share a fixed number of votes. */
void ShareVotes(const LevelingOptions& options, Samples& samples) {
  const int parts = options.parts, shades = options.shades;
  const auto step = [](float value, int steps) {
    return std::clamp(int(value * float(steps)), 0, steps - 1);
  };
  std::vector<int> groups(samples.count), sizes(size_t(parts) * parts * shades * shades * shades, 0);
  for (size_t i = 0; i < samples.count; ++i) {
    int group = step(0.5F * (samples.y[i] + 1), parts) * parts + step(0.5F * (samples.x[i] + 1), parts);
    for (const auto& channel : samples.reference) group = group * shades + step(channel[i], shades);
    ++sizes[groups[i] = group];
  }
  for (size_t i = 0; i < samples.count; ++i)
    samples.counts[i] = std::min(1.0F, float(options.votes) / float(sizes[groups[i]]));
}

/** Averages over 4x4 pixels, which are hardly touched by what is left of the misalignment. */
Samples CollectSamples(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid,
                       const LevelingOptions& options) {
  const cv::Size size(reference.cols / kTilePx, reference.rows / kTilePx);
  const int stride = std::max(1, int(std::sqrt(double(size.area()) / options.most_samples)));
  Samples samples;
  for (int y = 0; y < size.height; y += stride) {
    for (int x = 0; x < size.width; x += stride) {
      const cv::Point corner(kTilePx * x, kTilePx * y);
      if (!IsTileKnown(valid, corner)) continue;
      samples.Add(2.0F * (x + 0.5F) / size.width - 1, 2.0F * (y + 0.5F) / size.height - 1,
                  MeanOfTile(reference, corner), MeanOfTile(warped, corner), 1);
    }
  }
  samples.count = samples.x.size();
  ShareVotes(options, samples);
  while (samples.x.size() % simd::kLanes != 0) samples.Add(0, 0, {}, {}, 0);
  return samples;
}

/** What one round of fitting a channel reads and writes. */
struct FittedColumns {
  const float *x, *y, *counts, *wanted, *own, *next, *last;
  size_t count;
  float* misses;
};

constexpr int kProducts = kTerms * (kTerms + 1) / 2;

/** Sums of the normal equations: the lower triangle row by row, then the right side. */
struct NormalSums {
  float triangle[kProducts];
  float right[kTerms];
};

LOUPE_KERNEL void TermsAt(const FittedColumns* at, size_t i, simd::FloatLanes* terms) {
  const simd::FloatLanes x = simd::Load<simd::FloatLanes>(at->x + i),
                         y = simd::Load<simd::FloatLanes>(at->y + i);
  const simd::FloatLanes v = simd::Load<simd::FloatLanes>(at->own + i);
  terms[0] = v, terms[1] = v * x, terms[2] = v * y;
  terms[3] = v * x * x, terms[4] = v * x * y, terms[5] = v * y * y;
  terms[6] = simd::AllLanes(1), terms[7] = x, terms[8] = y;
  terms[9] = v * v, terms[10] = v * v * v;
  terms[11] = simd::Load<simd::FloatLanes>(at->next + i),
  terms[12] = simd::Load<simd::FloatLanes>(at->last + i);
}

LOUPE_KERNEL simd::FloatLanes MissOf(const FittedColumns* at, size_t i, const float* model,
                                     const simd::FloatLanes* terms) {
  simd::FloatLanes value = simd::AllLanes(0);
  for (int t = 0; t < kTerms; ++t) value += model[t] * terms[t];
  const simd::FloatLanes zero = simd::AllLanes(0), one = simd::AllLanes(1);
  value = value > zero ? value : zero;
  value = value < one ? value : one;
  return simd::Load<simd::FloatLanes>(at->wanted + i) - value;
}

LOUPE_KERNEL void SumKernel(const FittedColumns* at, const float* model, float spread, NormalSums* sums) {
  simd::FloatLanes triangle[kProducts] = {}, right[kTerms] = {};
  for (size_t i = 0; i < at->count; i += simd::kLanes) {
    simd::FloatLanes terms[kTerms];
    TermsAt(at, i, terms);
    const simd::FloatLanes t = MissOf(at, i, model, terms) / spread, damping = 1.0F + t * t;
    const simd::FloatLanes weight = simd::Load<simd::FloatLanes>(at->counts + i) / (damping * damping);
    const simd::FloatLanes wanted = simd::Load<simd::FloatLanes>(at->wanted + i);
    int product = 0;
    for (int row = 0; row < kTerms; ++row) {
      const simd::FloatLanes weighted = weight * terms[row];
      for (int column = 0; column <= row; ++column) triangle[product++] += weighted * terms[column];
      right[row] += weighted * wanted;
    }
  }
  for (int i = 0; i < kProducts; ++i) sums->triangle[i] = simd::SumOf(triangle[i]);
  for (int i = 0; i < kTerms; ++i) sums->right[i] = simd::SumOf(right[i]);
}

LOUPE_KERNEL void MissKernel(const FittedColumns* at, const float* model) {
  for (size_t i = 0; i < at->count; i += simd::kLanes) {
    simd::FloatLanes terms[kTerms];
    TermsAt(at, i, terms);
    const simd::FloatLanes miss = MissOf(at, i, model, terms);
    simd::Store(at->misses + i, miss < simd::AllLanes(0) ? -miss : miss);
  }
}

Row Solve(const NormalSums& sums, const Row& prior) {
  cv::Matx<double, kTerms, kTerms> normal;
  cv::Matx<double, kTerms, 1> right;
  int product = 0;
  for (int i = 0; i < kTerms; ++i) {
    for (int j = 0; j <= i; ++j) normal(i, j) = normal(j, i) = sums.triangle[product++];
    // Without evidence the own channel stays as it is.
    normal(i, i) += prior[i];
    right(i) = sums.right[i] + (i == 0 ? prior[0] : 0);
  }
  const auto solved = normal.solve(right, cv::DECOMP_CHOLESKY);
  Row model;
  for (int i = 0; i < kTerms; ++i) model[i] = float(solved(i));
  return model;
}

/** The miss below which half of the weight lies, to a 1024th. */
float TypicalMiss(const std::vector<float>& misses, const std::vector<float>& weights, size_t count) {
  constexpr int kSteps = 1024;
  std::array<float, kSteps> shares{};
  float all = 0;
  for (size_t i = 0; i < count; ++i) {
    shares[std::min(kSteps - 1, int(misses[i] * kSteps))] += weights[i];
    all += weights[i];
  }
  float below = 0;
  int step = 0;
  while (step + 1 < kSteps && below + shares[step] < 0.5F * all) below += shares[step++];
  return float(step) / kSteps;
}

Row FitChannel(const Samples& samples, int c, const LevelingOptions& options) {
  std::vector<float> misses(samples.x.size());
  FittedColumns columns{samples.x.data(),
                        samples.y.data(),
                        samples.areas.data(),
                        samples.reference[c].data(),
                        samples.query[c].data(),
                        samples.query[(c + 1) % 3].data(),
                        samples.query[(c + 2) % 3].data(),
                        samples.x.size(),
                        misses.data()};
  // First by area, of which most is unchanged, and brightness alone; then color by color, from there.
  const Row prior = PriorWeights(options);
  Row brightness_alone = prior;
  for (int term = kGainTerms; term < kTerms; ++term) brightness_alone[term] = 1e5F;
  Row model{1};
  float spread = 0.25F;
  NormalSums sums;
  for (int round = 0; round < 2 * options.rounds; ++round) {
    const bool is_start = round < options.rounds;
    const std::vector<float>& weights = is_start ? samples.areas : samples.counts;
    columns.counts = weights.data();
    simd::RunWidest<SumKernel>(static_cast<const FittedColumns*>(&columns),
                               static_cast<const float*>(model.data()), spread, &sums);
    model = Solve(sums, is_start ? brightness_alone : prior);
    simd::RunWidest<MissKernel>(static_cast<const FittedColumns*>(&columns),
                                static_cast<const float*>(model.data()));
    const std::vector<float>& next = round + 1 < options.rounds ? samples.areas : samples.counts;
    const float typical = TypicalMiss(misses, next, samples.count);
    spread = std::max(0.012F, std::min(0.5F * spread + 1.5F * typical, 4.0F * typical + 0.008F));
    // What brightness alone leaves is a curve or a tint; whatever lies farther away has changed.
    if (round + 1 >= options.rounds) spread = std::min(spread, float(options.most_spread));
  }
  return model;
}

/** One row of a channel: its own values, those of the two others, and where it is written. */
struct LeveledRow {
  const uint8_t *own, *next, *last;
  uint8_t* out;
  int width;
};

LOUPE_KERNEL void LevelKernel(const LeveledRow* row, const float* m, float y) {
  const float step = 2.0F / row->width;
  const float g0 = m[0] + m[2] * y + m[5] * y * y, g1 = m[1] + m[4] * y, g2 = m[3];
  const float o0 = 255 * (m[6] + m[8] * y) + 0.5F, o1 = 255 * m[7];
  const float square = m[9] / 255, cube = m[10] / (255 * 255);
  const float of_next = m[11], of_last = m[12];
  const uint8_t *own = row->own, *next = row->next, *last = row->last;
  uint8_t* __restrict out = row->out;
  const int width = row->width;
  for (int col = 0; col < width; ++col) {
    const float x = (float(col) + 0.5F) * step - 1, v = own[col];
    const float value = v * (g0 + x * (g1 + x * g2) + v * (square + v * cube)) + o0 + o1 * x +
                        of_next * next[col] + of_last * last[col];
    // Clamped as a whole number: compilers do not choose between floats several pixels at a time.
    const int whole = int(value);
    out[col] = uint8_t(whole < 0 ? 0 : whole > 255 ? 255 : whole);
  }
}

}  // namespace

cv::Vec3f LightOf(const LightModel& model, const cv::Vec3f& rgb, double x, double y) {
  if (!model.is_fitted) return rgb;
  cv::Vec3f lit;
  for (int c = 0; c < 3; ++c) {
    const LightModel::Row& m = model.channels[c];
    const double v = rgb[c] / 255;
    const double value = v * (m[0] + m[1] * x + m[2] * y + m[3] * x * x + m[4] * x * y + m[5] * y * y) +
                         m[6] + m[7] * x + m[8] * y + m[9] * v * v + m[10] * v * v * v +
                         (m[11] * rgb[(c + 1) % 3] + m[12] * rgb[(c + 2) % 3]) / 255;
    lit[c] = float(255 * value);
  }
  return lit;
}

LightModel FitLight(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid,
                    const LevelingOptions& options) {
  const Samples samples = CollectSamples(reference, warped, valid, options);
  LightModel model;
  if (samples.count < 4 * LightModel::kTerms) return model;
  model.is_fitted = true;
  for (int c = 0; c < 3; ++c) model.channels[c] = FitChannel(samples, c, options);
  return model;
}

cv::Mat Leveled(const LightModel& model, const cv::Mat& warped, int first_row, int rows) {
  // Channel by channel in planes of their own, so that several pixels are taken at once.
  std::array<cv::Mat, 4> in;
  std::array<cv::Mat, 3> out;
  cv::split(warped, in.data());
  for (int c = 0; c < 3; ++c) {
    if (!model.is_fitted) {
      out[c] = in[c];
      continue;
    }
    out[c].create(warped.size(), CV_8U);
    for (int y = 0; y < warped.rows; ++y) {
      const LeveledRow row{in[c].ptr(y), in[(c + 1) % 3].ptr(y), in[(c + 2) % 3].ptr(y), out[c].ptr(y),
                           warped.cols};
      simd::RunWidest<LevelKernel>(&row, static_cast<const float*>(model.channels[c].data()),
                                   2.0F * (first_row + y + 0.5F) / rows - 1);
    }
  }
  cv::Mat leveled;
  cv::merge(out.data(), out.size(), leveled);
  return leveled;
}

}  // namespace loupe::comparison
