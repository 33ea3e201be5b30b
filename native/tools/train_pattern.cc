/**
 * Chooses the binary tests of the descriptor (native/core/orb_pattern.cc) from example pictures.
 *
 *   train_pattern picture.pgm... > orb_pattern.cc
 *
 * Random tests are ranked by how seldom they change under small changes of view, light and focus, and taken
 * greedily while they correlate little with those taken before (rBRIEF's greedy search, Rublee et al., ICCV
 * 2011, with repeatability instead of variance). Each test is taken together with its mirror image.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/features/corners.h"
#include "core/features/describe.h"
#include "core/features/orb_pattern.h"
#include "test/random.h"

namespace loupe::tools {
namespace {

constexpr int kSide = 2 * features::kPatchRadius + 1;
constexpr int kCandidates = 8000;
constexpr int kCornersPerPicture = 150;
constexpr double kPi = 3.14159265358979323846;

struct PatchPair {
  uint8_t first[kSide * kSide];
  uint8_t second[kSide * kSide];
};

using Bits = std::vector<uint64_t>;

cv::Mat ReadPgm(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  int width = 0, height = 0, maximum = 0;
  in >> magic >> width >> height >> maximum;
  in.get();
  if (magic != "P5" || width <= 0 || height <= 0 || maximum != 255) return {};
  cv::Mat image(height, width, CV_8UC1);
  in.read(reinterpret_cast<char*>(image.data), static_cast<std::streamsize>(image.total()));
  return image;
}

cv::Mat RandomView(const cv::Mat& image, test::Random* random, cv::Matx33d* view_from_image) {
  const double angle = random->Between(0, 2 * kPi), scale = random->Between(0.75, 1.3);
  const double stretch = random->Between(0.75, 1.0), skew = random->Between(0, kPi);
  const auto turn = [](double a) {
    return cv::Matx33d(std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a), 0, 0, 0, 1);
  };
  const cv::Matx33d center(1, 0, -image.cols / 2.0, 0, 1, -image.rows / 2.0, 0, 0, 1);
  const cv::Matx33d place(1, 0, image.cols / 2.0, 0, 1, image.rows / 2.0, 0, 0, 1);
  const cv::Matx33d shrink(scale, 0, 0, 0, scale * stretch, 0, 0, 0, 1);
  *view_from_image = place * turn(angle) * turn(-skew) * shrink * turn(skew) * center;
  cv::Mat view;
  cv::warpPerspective(image, view, *view_from_image, image.size(), cv::INTER_LINEAR, cv::BORDER_REFLECT_101);
  const double blur = random->Between(0.0, 1.3);
  if (blur > 0.3) cv::GaussianBlur(view, view, cv::Size(), blur);
  cv::Mat noise(view.size(), CV_8UC1);
  const double gain = random->Between(0.6, 1.1), offset = random->Between(-20, 30),
               sigma = random->Between(0, 7);
  for (int y = 0; y < view.rows; ++y) {
    for (int x = 0; x < view.cols; ++x) {
      const double gaussian = random->Between(-1, 1) + random->Between(-1, 1) + random->Between(-1, 1);
      view.at<uint8_t>(y, x) =
          cv::saturate_cast<uint8_t>(view.at<uint8_t>(y, x) * gain + offset + sigma * gaussian);
    }
  }
  return view;
}

void CopyTurned(const cv::Mat& smoothed, int x, int y, uint16_t angle, uint8_t* patch) {
  const double a = ((angle + 128) >> 8) * 2.0 * kPi / features::kAngleSteps, c = std::cos(a), s = std::sin(a);
  for (int v = -features::kPatchRadius; v <= features::kPatchRadius; ++v) {
    for (int u = -features::kPatchRadius; u <= features::kPatchRadius; ++u) {
      const int px = std::clamp(x + static_cast<int>(std::lround(u * c - v * s)), 0, smoothed.cols - 1);
      const int py = std::clamp(y + static_cast<int>(std::lround(u * s + v * c)), 0, smoothed.rows - 1);
      *patch++ = smoothed.at<uint8_t>(py, px);
    }
  }
}

void Collect(const cv::Mat& picture, test::Random* random, std::vector<PatchPair>* pairs) {
  const double scale = 512.0 / std::max(picture.cols, picture.rows) * random->Between(0.4, 1.0);
  cv::Mat image;
  cv::resize(picture, image, cv::Size(), scale, scale, cv::INTER_AREA);
  cv::Matx33d view_from_image;
  const cv::Mat view = RandomView(image, random, &view_from_image);
  const int margin = features::kPatchRadius + 8;
  const std::vector<features::Corner> corners =
      features::FindCorners(image, kCornersPerPicture, margin, {}, simd::BestIsa());
  cv::Mat smooth_image, smooth_view;
  cv::GaussianBlur(image, smooth_image, cv::Size(7, 7), 2.0, 2.0);
  cv::GaussianBlur(view, smooth_view, cv::Size(7, 7), 2.0, 2.0);
  for (const features::Corner& corner : corners) {
    const cv::Vec3d p = view_from_image * cv::Vec3d(corner.x, corner.y, 1);
    const int x = static_cast<int>(std::lround(p[0] / p[2] + random->Between(-1, 1)));
    const int y = static_cast<int>(std::lround(p[1] / p[2] + random->Between(-1, 1)));
    if (x < margin || y < margin || x >= view.cols - margin || y >= view.rows - margin) continue;
    pairs->emplace_back();
    const int ix = static_cast<int>(corner.x), iy = static_cast<int>(corner.y);
    CopyTurned(smooth_image, ix, iy, features::Orientation(image, ix, iy, simd::BestIsa()),
               pairs->back().first);
    CopyTurned(smooth_view, x, y, features::Orientation(view, x, y, simd::BestIsa()), pairs->back().second);
  }
}

struct Candidate {
  features::BinaryTest test;
  Bits bits[2];
  double instability = 0.0;
};

bool Outcome(const uint8_t* patch, const features::BinaryTest& t) {
  const auto at = [&](int x, int y) {
    return patch[(y + features::kPatchRadius) * kSide + x + features::kPatchRadius];
  };
  return at(t.x1, t.y1) < at(t.x2, t.y2);
}

features::BinaryTest MirrorOf(const features::BinaryTest& t) {
  return {t.x1, static_cast<int8_t>(-t.y1), t.x2, static_cast<int8_t>(-t.y2)};
}

double Correlation(const Bits& a, const Bits& b, size_t n) {
  size_t ones_a = 0, ones_b = 0, both = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ones_a += static_cast<size_t>(__builtin_popcountll(a[i]));
    ones_b += static_cast<size_t>(__builtin_popcountll(b[i]));
    both += static_cast<size_t>(__builtin_popcountll(a[i] & b[i]));
  }
  const double pa = static_cast<double>(ones_a) / n, pb = static_cast<double>(ones_b) / n;
  return std::abs(static_cast<double>(both) / n - pa * pb) / std::sqrt(pa * (1 - pa) * pb * (1 - pb) + 1e-12);
}

std::vector<Candidate> MakeCandidates(const std::vector<PatchPair>& pairs, test::Random* random) {
  std::vector<Candidate> candidates;
  const auto offset = [&] {
    const double sum = random->Between(-1, 1) + random->Between(-1, 1) + random->Between(-1, 1);
    return static_cast<int8_t>(std::lround(sum * 7.0));
  };
  while (candidates.size() < kCandidates) {
    Candidate c;
    c.test = {offset(), offset(), offset(), offset()};
    const auto radius2 = [](int x, int y) { return x * x + y * y; };
    if (radius2(c.test.x1, c.test.y1) > features::kPatchRadius * features::kPatchRadius - 15 ||
        radius2(c.test.x2, c.test.y2) > features::kPatchRadius * features::kPatchRadius - 15 ||
        radius2(c.test.x1 - c.test.x2, c.test.y1 - c.test.y2) < 9) {
      continue;
    }
    const features::BinaryTest mirror = MirrorOf(c.test);
    double ones[2] = {0, 0}, changes = 0;
    for (Bits& bits : c.bits) bits.assign((pairs.size() + 63) / 64, 0);
    for (size_t i = 0; i < pairs.size(); ++i) {
      for (int side = 0; side < 2; ++side) {
        const features::BinaryTest& t = side == 0 ? c.test : mirror;
        const bool first = Outcome(pairs[i].first, t);
        changes += first != Outcome(pairs[i].second, t);
        ones[side] += first;
        if (first) c.bits[side][i / 64] |= 1ull << (i % 64);
      }
    }
    const double n = static_cast<double>(pairs.size());
    c.instability = changes / (2 * n);
    if (std::abs(ones[0] / n - 0.5) < 0.15 && std::abs(ones[1] / n - 0.5) < 0.15)
      candidates.push_back(std::move(c));
  }
  return candidates;
}

std::vector<const Candidate*> Choose(const std::vector<Candidate>& candidates, size_t n, double* limit) {
  for (*limit = 0.15;; *limit += 0.02) {
    std::vector<const Candidate*> chosen;
    for (const Candidate& c : candidates) {
      bool fits = Correlation(c.bits[0], c.bits[1], n) < *limit;
      for (size_t i = 0; fits && i < chosen.size(); ++i) {
        fits = Correlation(c.bits[0], chosen[i]->bits[0], n) < *limit &&
               Correlation(c.bits[0], chosen[i]->bits[1], n) < *limit &&
               Correlation(c.bits[1], chosen[i]->bits[0], n) < *limit &&
               Correlation(c.bits[1], chosen[i]->bits[1], n) < *limit;
      }
      if (fits) chosen.push_back(&c);
      if (chosen.size() == features::kTestCount / 2) return chosen;
    }
    std::fprintf(stderr, "limit %.2f gives %zu tests\n", *limit, chosen.size());
  }
}

void Print(const std::vector<const Candidate*>& chosen) {
  std::printf(
      "#include \"core/features/orb_pattern.h\"\n\n#include <array>\n#include <cstddef>\n\nnamespace "
      "loupe::features {\nnamespace "
      "{\n\n");
  std::printf(
      "/** Chosen by native/tools/train_pattern.cc. */\nconstexpr BinaryTest kHalf[kTestCount / 2] = {\n");
  for (const Candidate* c : chosen) {
    std::printf("    {%d, %d, %d, %d},\n", c->test.x1, c->test.y1, c->test.x2, c->test.y2);
  }
  std::printf("};\n\n}  // namespace\n\nconst BinaryTest* OrbPattern() {\n");
  std::printf("  static const std::array<BinaryTest, kTestCount> kPattern = [] {\n");
  std::printf("    std::array<BinaryTest, kTestCount> pattern{};\n");
  std::printf(
      "    for (std::size_t i = 0; i < kTestCount / 2; ++i) {\n      const BinaryTest& t = kHalf[i];\n");
  std::printf(
      "      pattern[i] = t;\n      pattern[kTestCount / 2 + i] = {t.x1, static_cast<int8_t>(-t.y1), t.x2, "
      "static_cast<int8_t>(-t.y2)};\n");
  std::printf(
      "    }\n    return pattern;\n  }();\n  return kPattern.data();\n}\n\n}  // namespace "
      "loupe::features\n");
}

}  // namespace

int TrainPattern(const std::vector<std::string>& paths) {
  test::Random random(20260101);
  std::vector<PatchPair> pairs;
  for (const std::string& path : paths) {
    const cv::Mat picture = ReadPgm(path);
    if (!picture.empty()) Collect(picture, &random, &pairs);
  }
  std::fprintf(stderr, "%zu patch pairs\n", pairs.size());
  if (pairs.empty()) return 1;
  std::vector<Candidate> candidates = MakeCandidates(pairs, &random);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.instability < b.instability; });
  double limit = 0.0;
  const std::vector<const Candidate*> chosen = Choose(candidates, pairs.size(), &limit);
  double mean = 0.0;
  for (const Candidate* c : chosen) mean += c->instability / chosen.size();
  std::fprintf(stderr, "correlation limit %.2f, mean instability %.3f\n", limit, mean);
  Print(chosen);
  return 0;
}

}  // namespace loupe::tools

int main(int argc, char** argv) { return loupe::tools::TrainPattern({argv + 1, argv + argc}); }
