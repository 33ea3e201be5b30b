#include "core/similarity/similarity_descriptor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/imgproc.hpp>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "core/base/error.h"
#include "core/color/lab.h"
#include "core/image/raster_mat.h"

namespace loupe::similarity {
namespace {

constexpr int kCells = 4;
constexpr int kDirections = 8;
constexpr int kEdgeSidePx = 128;
constexpr int kLayoutSidePx = 32;
constexpr int kLayoutTerms = 8;
constexpr int kSectors = 16;
constexpr int kLightnessSteps = 4;
constexpr uint8_t kFormat = 1;
static_assert(kCells * kCells * kDirections == kEdgeBytes, "one byte a direction");
static_assert(kLayoutTerms * kLayoutTerms == kLayoutBytes, "one byte a frequency");
static_assert((kSectors + 4) * kLightnessSteps == kHistogramBytes, "one byte a bin");

uint8_t ToByte(double value) { return static_cast<uint8_t>(std::lround(std::clamp(value, 0.0, 255.0))); }

cv::Mat Squeezed(const cv::Mat& image, int side_px) {
  const bool shrinks = image.cols > side_px && image.rows > side_px;
  cv::Mat squeezed;
  cv::resize(image, squeezed, {side_px, side_px}, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  return squeezed;
}

/** Shares a gradient between the two nearest cells each way and the two nearest directions. */
void Vote(cv::Mat& votes, float x, float y, float direction, float strength) {
  const int left = int(std::floor(x)), top = int(std::floor(y)), first = int(std::floor(direction));
  for (int dy = 0; dy < 2; ++dy) {
    const int row = top + dy;
    if (row < 0 || row >= kCells) continue;
    const float wy = dy ? y - top : 1 - (y - top);
    for (int dx = 0; dx < 2; ++dx) {
      const int column = left + dx;
      if (column < 0 || column >= kCells) continue;
      const float wx = dx ? x - left : 1 - (x - left);
      float* cell = votes.ptr<float>(row * kCells + column);
      const float share = direction - first;
      cell[(first + kDirections) % kDirections] += strength * wx * wy * (1 - share);
      cell[(first + 1 + kDirections) % kDirections] += strength * wx * wy * share;
    }
  }
}

void DescribeEdges(const cv::Mat& gray, uint8_t* out) {
  cv::Mat image, gx, gy;
  Squeezed(gray, kEdgeSidePx).convertTo(image, CV_32F);
  cv::GaussianBlur(image, image, {5, 5}, 1.2);
  cv::Sobel(image, gx, CV_32F, 1, 0);
  cv::Sobel(image, gy, CV_32F, 0, 1);
  cv::Mat magnitudes, turns;
  cv::cartToPolar(gx, gy, magnitudes, turns);
  cv::Mat votes = cv::Mat::zeros(kCells * kCells, kDirections, CV_32F);
  const float cell_px = float(kEdgeSidePx) / kCells;
  for (int y = 0; y < kEdgeSidePx; ++y) {
    const float* magnitude = magnitudes.ptr<float>(y);
    const float* turn = turns.ptr<float>(y);
    for (int x = 0; x < kEdgeSidePx; ++x) {
      if (magnitude[x] < 4.0f) continue;
      const float strength = std::sqrt(magnitude[x]);
      float direction = turn[x] * float(kDirections / CV_PI);
      while (direction >= kDirections) direction -= kDirections;
      Vote(votes, (x + 0.5f) / cell_px - 0.5f, (y + 0.5f) / cell_px - 0.5f, direction, strength);
    }
  }
  // Half of the norm is the picture's own, half fixed: faint texture must not look like strong edges.
  const double norm = cv::norm(votes) + 1500;
  for (int i = 0; i < int(kEdgeBytes); ++i)
    out[i] = ToByte(700 * votes.at<float>(i / kDirections, i % kDirections) / norm);
}

void DescribeLayout(const cv::Mat& gray, uint8_t* out) {
  cv::Mat image, frequencies;
  Squeezed(gray, kLayoutSidePx).convertTo(image, CV_32F);
  cv::dct(image, frequencies);
  frequencies.at<float>(0, 0) = 0;
  cv::Mat low = frequencies(cv::Rect(0, 0, kLayoutTerms, kLayoutTerms)).clone();
  const double norm = cv::norm(low) + 60;
  for (int i = 0; i < int(kLayoutBytes); ++i) {
    const double value = low.at<float>(i / kLayoutTerms, i % kLayoutTerms) / norm;
    // Square roots keep the few strong frequencies from drowning the others.
    const double root = std::copysign(std::sqrt(std::abs(value)), value);
    out[i] = ToByte(128 + 127 * root);
  }
}

/** Soft histogram: lightness and hue are shared between neighboring bins, weak chroma goes to neutral bins.
 */
void DescribeHistogram(const cv::Mat& rgb, uint8_t* out) {
  std::array<float, kHistogramBytes> bins{};
  for (int y = 0; y < rgb.rows; ++y) {
    for (int x = 0; x < rgb.cols; ++x) {
      const auto& p = rgb.at<cv::Vec3b>(y, x);
      const color::Lab lab = color::LabFromRgb({p[0], p[1], p[2]});
      const float chroma = std::sqrt(lab.a * lab.a + lab.b * lab.b);
      const float colorful = std::clamp((chroma - 6.0f) / 12.0f, 0.0f, 1.0f);
      const float lightness =
          std::clamp(lab.l / 100.0f * kLightnessSteps - 0.5f, 0.0f, kLightnessSteps - 1.0f);
      const int step = std::min(int(lightness), kLightnessSteps - 2);
      float hue = float(std::atan2(lab.b, lab.a) / (2 * CV_PI)) * kSectors;
      if (hue < 0) hue += kSectors;
      const int sector = int(hue) % kSectors;
      for (int dl = 0; dl < 2; ++dl) {
        const float wl = dl ? lightness - step : 1 - (lightness - step);
        float* row = bins.data() + (step + dl) * (kSectors + 4);
        row[sector] += wl * colorful * (1 - (hue - std::floor(hue)));
        row[(sector + 1) % kSectors] += wl * colorful * (hue - std::floor(hue));
        row[kSectors + step] += wl * (1 - colorful);
      }
    }
  }
  const float total = float(rgb.total());
  for (size_t i = 0; i < kHistogramBytes; ++i) out[i] = ToByte(255 * std::sqrt(bins[i] / total));
}

void DescribeColorLayout(const cv::Mat& rgb, uint8_t* out) {
  const cv::Mat cells = Squeezed(rgb, kCells);
  for (int i = 0; i < kCells * kCells; ++i) {
    const auto& p = cells.at<cv::Vec3b>(i / kCells, i % kCells);
    const color::Lab lab = color::LabFromRgb({p[0], p[1], p[2]});
    out[3 * i] = ToByte(1.6 * lab.l);
    out[3 * i + 1] = ToByte(128 + 1.6 * lab.a);
    out[3 * i + 2] = ToByte(128 + 1.6 * lab.b);
  }
}

uint32_t SumOfDifferences(const uint8_t* x, const uint8_t* y, size_t count) {
#ifdef __SSE2__
  __m128i sum = _mm_setzero_si128();
  for (size_t i = 0; i < count; i += 16) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(y + i));
    sum = _mm_add_epi64(sum, _mm_sad_epu8(a, b));
  }
  return uint32_t(_mm_cvtsi128_si32(sum)) + uint32_t(_mm_cvtsi128_si32(_mm_srli_si128(sum, 8)));
#else
  uint32_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += uint32_t(x[i] > y[i] ? x[i] - y[i] : y[i] - x[i]);
  return sum;
#endif
}
static_assert(kEdgeBytes % 16 == 0 && kLayoutBytes % 16 == 0 && kHistogramBytes % 16 == 0 &&
                  kColorLayoutBytes % 16 == 0,
              "parts are compared 16 bytes at a time");

}  // namespace

SimilarityDescriptor DescribeSimilarity(const image::RasterView& raster) {
  constexpr int kSidePx = 256;
  const cv::Mat rgb = image::ReducedRgb(raster, kSidePx);
  cv::Mat gray;
  cv::cvtColor(rgb, gray, cv::COLOR_RGB2GRAY);
  SimilarityDescriptor descriptor;
  uint8_t* out = descriptor.bytes.data();
  DescribeEdges(gray, out);
  DescribeLayout(gray, out + kEdgeBytes);
  const cv::Mat small = Squeezed(rgb, 64);
  DescribeHistogram(small, out + kEdgeBytes + kLayoutBytes);
  DescribeColorLayout(small, out + kEdgeBytes + kLayoutBytes + kHistogramBytes);
  return descriptor;
}

SimilarityDistance Compare(const SimilarityDescriptor& x, const uint8_t* y,
                           const SimilarityOptions& options) {
  const uint8_t* a = x.bytes.data();
  const float edges = float(SumOfDifferences(a, y, kEdgeBytes)) / options.far_edges;
  a += kEdgeBytes, y += kEdgeBytes;
  const float layout = float(SumOfDifferences(a, y, kLayoutBytes)) / options.far_layout;
  a += kLayoutBytes, y += kLayoutBytes;
  const float histogram = float(SumOfDifferences(a, y, kHistogramBytes)) / options.far_histogram;
  a += kHistogramBytes, y += kHistogramBytes;
  const float color_layout = float(SumOfDifferences(a, y, kColorLayoutBytes)) / options.far_color_layout;
  return {std::min(1.0f, options.edge_weight * edges + options.layout_weight * layout),
          std::min(1.0f, options.histogram_weight * histogram + options.color_layout_weight * color_layout)};
}

std::vector<uint8_t> EncodeSimilarity(const SimilarityDescriptor& descriptor) {
  std::vector<uint8_t> bytes(1 + kSimilarityBytes, kFormat);
  std::memcpy(bytes.data() + 1, descriptor.bytes.data(), kSimilarityBytes);
  return bytes;
}

SimilarityDescriptor DecodeSimilarity(base::Span<const uint8_t> bytes) {
  if (bytes.size() != 1 + kSimilarityBytes || bytes[0] != kFormat) {
    throw base::Error(base::ErrorCode::kDnaCorrupt,
                      "The similarity descriptor is damaged; extract the picture again.");
  }
  SimilarityDescriptor descriptor;
  std::memcpy(descriptor.bytes.data(), bytes.data() + 1, kSimilarityBytes);
  return descriptor;
}

}  // namespace loupe::similarity
