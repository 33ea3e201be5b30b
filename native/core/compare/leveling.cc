#include "leveling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace loupe::compare {
namespace {

constexpr int kGainTerms = 6;
constexpr int kOffsetTerms = 3;
constexpr int kTerms = kGainTerms + kOffsetTerms + 4;
constexpr int kMostSamples = 3500;
using Row = cv::Vec<float, kTerms>;

/** Terms of the model at a place of the picture (-1..1) for a color (0..1) whose channel `c` is predicted. */
Row Terms(float x, float y, const cv::Vec3f& color, int c) {
  const float v = color[c];
  const float values[kTerms] = {v,
                                v * x,
                                v * y,
                                v * x * x,
                                v * x * y,
                                v * y * y,  // gain
                                1,
                                x,
                                y,  // offset
                                v * v,
                                v * v * v,
                                color[(c + 1) % 3],
                                color[(c + 2) % 3]};
  return Row(values);
}

// Each prior is the weight, in samples, of the assumption that nothing changed.
Row PriorWeights() {
  Row p = Row::all(0);
  for (int i = 0; i < kTerms; ++i) p[i] = 2;
  p[0] = 0.5F;
  p[6] = 4;
  p[9] = p[10] = 4;
  p[11] = p[12] = 8;
  return p;
}

struct Sample {
  cv::Vec2f place;
  cv::Vec3f reference, query;
};

std::vector<Sample> CollectSamples(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid) {
  // Averages over 4x4 pixels are hardly touched by what is left of the misalignment.
  const cv::Size size(std::max(1, reference.cols / 4), std::max(1, reference.rows / 4));
  cv::Mat r, q, v;
  cv::resize(reference, r, size, 0, 0, cv::INTER_AREA);
  cv::resize(warped, q, size, 0, 0, cv::INTER_AREA);
  cv::resize(valid, v, size, 0, 0, cv::INTER_AREA);
  const int stride = std::max(1, int(std::sqrt(double(size.area()) / kMostSamples)));
  std::vector<Sample> samples;
  for (int y = 0; y < size.height; y += stride) {
    for (int x = 0; x < size.width; x += stride) {
      if (v.at<uchar>(y, x) != 255) continue;
      const cv::Vec2f place(2.0F * (x + 0.5F) / size.width - 1, 2.0F * (y + 0.5F) / size.height - 1);
      samples.push_back(
          {place, cv::Vec3f(r.at<cv::Vec3b>(y, x)) / 255, cv::Vec3f(q.at<cv::Vec3b>(y, x)) / 255});
    }
  }
  return samples;
}

float Predict(const Row& model, const Row& at) { return std::clamp(model.dot(at), 0.0F, 1.0F); }

Row FitChannel(const std::vector<Sample>& samples, int c) {
  Row model = Row::all(0);
  model[0] = 1;
  const Row identity = model, prior = PriorWeights();
  float spread = 0.25F;
  std::vector<float> misses(samples.size());
  for (int round = 0; round < 7; ++round) {
    cv::Matx<double, kTerms, kTerms> normal = cv::Matx<double, kTerms, kTerms>::zeros();
    cv::Vec<double, kTerms> right = cv::Vec<double, kTerms>::all(0);
    for (const Sample& s : samples) {
      const Row at = Terms(s.place[0], s.place[1], s.query, c);
      const float t = (s.reference[c] - Predict(model, at)) / spread;
      const float weight = 1 / ((1 + t * t) * (1 + t * t));
      for (int i = 0; i < kTerms; ++i) {
        const float wi = weight * at[i];
        for (int j = 0; j <= i; ++j) normal(i, j) += wi * at[j];
        right[i] += wi * s.reference[c];
      }
    }
    for (int i = 0; i < kTerms; ++i) {
      normal(i, i) += prior[i];
      right[i] += prior[i] * identity[i];
      for (int j = 0; j < i; ++j) normal(j, i) = normal(i, j);
    }
    const auto solved = normal.solve(cv::Matx<double, kTerms, 1>(right.val), cv::DECOMP_CHOLESKY);
    for (int i = 0; i < kTerms; ++i) model[i] = float(solved(i));
    for (size_t i = 0; i < samples.size(); ++i) {
      const Sample& s = samples[i];
      misses[i] = std::abs(s.reference[c] - Predict(model, Terms(s.place[0], s.place[1], s.query, c)));
    }
    const auto middle = misses.begin() + misses.size() / 2;
    std::nth_element(misses.begin(), middle, misses.end());
    spread = std::max(0.015F, std::min(0.5F * spread + 1.5F * *middle, 4.0F * *middle + 0.01F));
  }
  return model;
}

/** Writes one row of a channel from its own values and those of the two others. */
void LevelRow(const Row& m, int row, const cv::Mat& own, const cv::Mat& next, const cv::Mat& last,
              cv::Mat& out) {
  const float y = 2.0F * (row + 0.5F) / own.rows - 1, step = 2.0F / own.cols;
  const float g0 = m[0] + m[2] * y + m[5] * y * y, g1 = m[1] + m[4] * y, g2 = m[3];
  const float o0 = 255 * (m[6] + m[8] * y) + 0.5F, o1 = 255 * m[7];
  const float square = m[9] / 255, cube = m[10] / (255 * 255);
  const float of_next = m[11], of_last = m[12];
  const uchar* p = own.ptr<uchar>(row);
  const uchar* n = next.ptr<uchar>(row);
  const uchar* l = last.ptr<uchar>(row);
  uchar* written = out.ptr<uchar>(row);
  for (int col = 0; col < own.cols; ++col) {
    const float x = (col + 0.5F) * step - 1, v = p[col];
    const float value = v * (g0 + x * (g1 + x * g2) + v * (square + v * cube)) + o0 + o1 * x +
                        of_next * n[col] + of_last * l[col];
    written[col] = uchar(int(std::min(std::max(value, 0.0F), 255.0F)));
  }
}

}  // namespace

cv::Mat LevelLight(const cv::Mat& reference, const cv::Mat& warped, const cv::Mat& valid) {
  const std::vector<Sample> samples = CollectSamples(reference, warped, valid);
  if (samples.size() < 4 * kTerms) return warped.clone();
  // Channel by channel in planes of their own, so that the compiler takes several pixels at once.
  std::array<cv::Mat, 3> in, out;
  cv::split(warped, in.data());
  for (int c = 0; c < 3; ++c) {
    const Row m = FitChannel(samples, c);
    out[c].create(warped.size(), CV_8U);
    for (int row = 0; row < warped.rows; ++row) {
      LevelRow(m, row, in[c], in[(c + 1) % 3], in[(c + 2) % 3], out[c]);
    }
  }
  cv::Mat leveled;
  cv::merge(out.data(), out.size(), leveled);
  return leveled;
}

}  // namespace loupe::compare
