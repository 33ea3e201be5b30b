#pragma once

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/image.h"
#include "test/random.h"

namespace loupe::test {

inline cv::Mat Wrap(const image::GrayImage& image) {
  return cv::Mat(image.size.height, image.size.width, CV_8UC1, const_cast<uint8_t*>(image.pixels.data()));
}

inline image::GrayImage Unwrap(const cv::Mat& image) {
  image::GrayImage copy;
  copy.size = {image.cols, image.rows};
  for (int y = 0; y < image.rows; ++y) {
    const uint8_t* row = image.ptr<uint8_t>(y);
    copy.pixels.insert(copy.pixels.end(), row, row + image.cols);
  }
  return copy;
}

/** The picture seen through a transform of its pixels, before a gray background. */
inline image::GrayImage Warp(const image::GrayImage& image, const cv::Matx33d& target_from_source, int width,
                             int height) {
  cv::Mat warped;
  cv::warpPerspective(Wrap(image), warped, target_from_source, cv::Size(width, height), cv::INTER_LINEAR,
                      cv::BORDER_CONSTANT, cv::Scalar(90));
  return Unwrap(warped);
}

/** A page of random text: every page has the same letters, line height, margins and heading. */
inline image::GrayImage MakeTextPage(uint64_t seed, int width = 480, int height = 640) {
  constexpr int kLetters = 26, kLetterWidth = 8, kLineHeight = 20;
  Random font(77), random(seed * 6364136223846793005ull + 3);
  std::vector<uint64_t> letters;
  for (int i = 0; i < kLetters; ++i) letters.push_back(font.Next() & font.Next());
  image::GrayImage page;
  page.size = {width, height};
  page.pixels.assign(static_cast<size_t>(width) * static_cast<size_t>(height), 245);
  Random heading(5);
  for (int y = 40; y + kLineHeight < height - 40; y += kLineHeight) {
    Random* source = y < 60 ? &heading : &random;
    const int end = width - 40 - static_cast<int>(source->Below(120));
    for (int x = 40; x + kLetterWidth < end; x += kLetterWidth) {
      if (source->Below(6) == 0) continue;
      const uint64_t letter = letters[source->Below(kLetters)];
      for (int i = 0; i < 60; ++i) {
        const int px = x + i % 6, py = y + i / 6;
        if ((letter >> i) & 1u) page.pixels[static_cast<size_t>(py * width + px)] = 30;
      }
    }
  }
  return page;
}

/** A photo of a picture from a random direction, with blur, noise and other light. */
inline image::GrayImage PhotographPicture(const image::GrayImage& image, uint64_t seed) {
  constexpr int kWidth = 640, kHeight = 800;
  Random random(seed * 40503ull + 11);
  const double scale = random.Between(0.75, 1.05) * 640.0 / std::max(image.size.width, image.size.height);
  const double angle = random.Between(-0.5, 0.5);
  const cv::Matx33d center(1, 0, -0.5 * image.size.width, 0, 1, -0.5 * image.size.height, 0, 0, 1);
  const cv::Matx33d turn(scale * std::cos(angle), -scale * std::sin(angle), 0, scale * std::sin(angle),
                         scale * std::cos(angle), 0, random.Between(-4e-4, 4e-4), random.Between(-4e-4, 4e-4),
                         1);
  const cv::Matx33d place(1, 0, kWidth / 2.0 + random.Between(-40, 40), 0, 1,
                          kHeight / 2.0 + random.Between(-40, 40), 0, 0, 1);
  cv::Mat photo = Wrap(Warp(image, place * turn * center, kWidth, kHeight)).clone();
  cv::GaussianBlur(photo, photo, {}, random.Between(0.4, 1.0));
  const double gain = random.Between(0.6, 1.0);
  for (int i = 0; i < kWidth * kHeight; ++i) {
    photo.data[i] = cv::saturate_cast<uint8_t>(photo.data[i] * gain + random.Between(-6, 6));
  }
  return Unwrap(photo);
}

/**
 * The picture on a sheet whose rows and columns move sideways.
 * @param along, across  of a position down and across the picture, 0..1: pixels to the right, and downwards
 */
template <typename Along, typename Across>
image::GrayImage DisplacePicture(const image::GrayImage& image, Along along, Across across) {
  cv::Mat x(image.size.height, image.size.width, CV_32F), y = x.clone(), displaced;
  for (int row = 0; row < image.size.height; ++row) {
    for (int column = 0; column < image.size.width; ++column) {
      const double u = static_cast<double>(column) / image.size.width;
      const double v = static_cast<double>(row) / image.size.height;
      x.at<float>(row, column) = static_cast<float>(column + along(v));
      y.at<float>(row, column) = static_cast<float>(row + across(u));
    }
  }
  cv::remap(Wrap(image), displaced, x, y, cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar(90));
  return Unwrap(displaced);
}

/** The picture on a sheet that waves across its width and sags along it. */
inline image::GrayImage BendPicture(const image::GrayImage& image, double depth_px) {
  return DisplacePicture(
      image, [&](double v) { return depth_px * std::sin(3.0 * v + 1.0); },
      [&](double u) { return depth_px * std::sin(5.5 * u); });
}

/** Depth of a fold that runs back and forth `folds` times over the unit interval, -1..1. */
inline double ZigZag(double position, double folds) {
  const double phase = position * folds - std::floor(position * folds);
  return 4.0 * std::abs(phase - 0.5) - 1.0;
}

/** The picture on a sheet that was folded across and along, and lies open: straight between sharp folds. */
inline image::GrayImage FoldPicture(const image::GrayImage& image, double depth_px) {
  return DisplacePicture(
      image, [&](double v) { return depth_px * ZigZag(v + 0.1, 1.5); },
      [&](double u) { return depth_px * ZigZag(u + 0.2, 1.5); });
}

}  // namespace loupe::test
