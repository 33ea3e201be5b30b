#include "core/image/pixels/scaling.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace loupe::image {
namespace {

/** Where a new row or column lies: between two old ones, with the weight of each. */
struct Place {
  int first, second;
  int first_weight, second_weight;
};
using Places = std::vector<Place>;

double StepOf(int from, int to) { return 1.0 / (static_cast<double>(to) / from); }

Places ExactPlaces(int from, int to) {
  Places places;
  const double step = StepOf(from, to);
  for (int i = 0; i < to; ++i) {
    const double place = step * (i + 0.5) - 0.5;
    const int floor = static_cast<int>(std::floor(place));
    // Beyond the outermost pixels' centers the picture goes on as it ends.
    const bool is_outside = floor < 0 || floor >= from - 1;
    const int weight =
        is_outside ? (floor < 0 ? 0 : 256) : static_cast<int>(std::nearbyint((place - floor) * 256.0));
    const int first = std::clamp(floor, 0, std::max(0, from - 2));
    places.push_back({first, std::min(first + 1, from - 1), 256 - weight, weight});
  }
  return places;
}

constexpr int kLinearBits = 11;

int LinearWeight(float share) {
  return static_cast<int>(std::nearbyint(share * static_cast<float>(1 << kLinearBits)));
}

/** @param position  where new number i lies: a whole number of old ones, and the share of the next */
template <typename Position>
Places LinearPlaces(int from, int to, bool are_columns, Position position) {
  Places places;
  for (int i = 0; i < to; ++i) {
    auto [at, share] = position(i);
    // Columns beyond the edge have one weight; rows keep two, of the same row.
    if (are_columns && (at < 0 || at >= from - 1)) {
      at = std::clamp(at, 0, from - 1);
      share = 0.0f;
    }
    places.push_back({std::clamp(at, 0, from - 1), std::clamp(at + 1, 0, from - 1),
                      LinearWeight(1.0f - share), LinearWeight(share)});
  }
  return places;
}

struct Position {
  int at;
  float share;
};

/** Columns, or rows, of the new picture that lie between the centers of old pixels. */
Places BetweenCenters(int from, int to, bool are_columns) {
  const double step = StepOf(from, to);
  return LinearPlaces(from, to, are_columns, [step](int i) {
    const auto place = static_cast<float>((i + 0.5) * step - 0.5);
    const int floor = static_cast<int>(std::floor(place));
    return Position{floor, place - static_cast<float>(floor)};
  });
}

/** Those that lie on an old pixel, and on the next where they reach into it. */
Places OnAreas(int from, int to, bool are_columns) {
  const double inverse = static_cast<double>(to) / from, step = 1.0 / inverse;
  return LinearPlaces(from, to, are_columns, [inverse, step](int i) {
    const int floor = static_cast<int>(std::floor(i * step));
    const auto into = static_cast<float>((i + 1) - (floor + 1) * inverse);
    return Position{floor, into <= 0.0f ? 0.0f : into - std::floor(into)};
  });
}

/** Mixes rows of a picture along, and remembers two of them, since neighbors share them. */
template <typename Number>
class RowMixer {
 public:
  RowMixer(const cv::Mat& image, const Places& columns) : image_(image), columns_(columns) {
    for (auto& row : rows_) row.resize(columns.size());
  }

  /** The other row that was asked for last stays as it is. */
  const Number* Row(int y) {
    for (int i = 0; i < 2; ++i) {
      if (known_[i] == y) return Use(i);
    }
    const int oldest = 1 - last_;
    const uint8_t* pixels = image_.ptr(y);
    Number* row = rows_[oldest].data();
    for (const Place& place : columns_) {
      *row++ = static_cast<Number>(pixels[place.first] * place.first_weight +
                                   pixels[place.second] * place.second_weight);
    }
    known_[oldest] = y;
    return Use(oldest);
  }

 private:
  const Number* Use(int place) {
    last_ = place;
    return rows_[place].data();
  }

  const cv::Mat& image_;
  const Places& columns_;
  std::vector<Number> rows_[2];
  int known_[2] = {-1, -1};
  int last_ = 1;
};

void MixExactly(const uint16_t* above, const uint16_t* below, uint32_t weight, uint32_t other_weight,
                size_t count, uint8_t* __restrict out) {
  for (size_t x = 0; x < count; ++x)
    out[x] = static_cast<uint8_t>((above[x] * weight + below[x] * other_weight + (1U << 15)) >> 16);
}

void MixLinear(const int32_t* above, const int32_t* below, int weight, int other_weight, size_t count,
               uint8_t* __restrict out) {
  for (size_t x = 0; x < count; ++x) {
    const int first = (weight * (above[x] >> 4)) >> 16, second = (other_weight * (below[x] >> 4)) >> 16;
    out[x] = static_cast<uint8_t>((first + second + 2) >> 2);
  }
}

cv::Mat Linear(const cv::Mat& image, const cv::Size& size, const Places& columns, const Places& rows) {
  cv::Mat scaled(size, CV_8UC1);
  RowMixer<int32_t> mixer(image, columns);
  for (int y = 0; y < size.height; ++y) {
    const Place& place = rows[static_cast<size_t>(y)];
    const int32_t* above = mixer.Row(place.first);
    const int32_t* below = mixer.Row(place.second);
    MixLinear(above, below, place.first_weight, place.second_weight, static_cast<size_t>(size.width),
              scaled.ptr(y));
  }
  return scaled;
}

}  // namespace

cv::Mat ScaleExactly(const cv::Mat& image, const cv::Size& size) {
  if (image.size() == size) return image.clone();
  const Places columns = ExactPlaces(image.cols, size.width), rows = ExactPlaces(image.rows, size.height);
  cv::Mat scaled(size, CV_8UC1);
  RowMixer<uint16_t> mixer(image, columns);
  for (int y = 0; y < size.height; ++y) {
    const Place& place = rows[static_cast<size_t>(y)];
    const uint16_t* above = mixer.Row(place.first);
    const uint16_t* below = mixer.Row(place.second);
    MixExactly(above, below, static_cast<uint32_t>(place.first_weight),
               static_cast<uint32_t>(place.second_weight), static_cast<size_t>(size.width), scaled.ptr(y));
  }
  return scaled;
}

cv::Mat ScaleLinear(const cv::Mat& image, const cv::Size& size) {
  if (image.size() == size) return image.clone();
  if (image.cols == 2 * size.width && image.rows == 2 * size.height) return MeansOfBlocks(image, size);
  return Linear(image, size, BetweenCenters(image.cols, size.width, true),
                BetweenCenters(image.rows, size.height, false));
}

cv::Mat EnlargeByArea(const cv::Mat& image, const cv::Size& size) {
  if (image.size() == size) return image.clone();
  return Linear(image, size, OnAreas(image.cols, size.width, true), OnAreas(image.rows, size.height, false));
}

cv::Mat MeansOfBlocks(const cv::Mat& image, const cv::Size& size) {
  const int along = image.cols / size.width, across = image.rows / size.height;
  const bool are_fours = along == 2 && across == 2;
  const float share = 1.0f / static_cast<float>(along * across);
  cv::Mat means(size, CV_8UC1);
  const auto used = static_cast<size_t>(along) * static_cast<size_t>(size.width);
  std::vector<int> columns(used);
  for (int y = 0; y < size.height; ++y) {
    std::fill(columns.begin(), columns.end(), 0);
    for (int j = 0; j < across; ++j) {
      const uint8_t* row = image.ptr(y * across + j);
      for (size_t x = 0; x < used; ++x) columns[x] += row[x];
    }
    const int* column = columns.data();
    uint8_t* out = means.ptr(y);
    for (int x = 0; x < size.width; ++x) {
      int sum = 0;
      for (int i = 0; i < along; ++i) sum += *column++;
      out[x] = are_fours ? static_cast<uint8_t>((sum + 2) >> 2)
                         : cv::saturate_cast<uint8_t>(static_cast<float>(sum) * share);
    }
  }
  return means;
}

}  // namespace loupe::image
