#include "core/image/jpeg_decoder.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <opencv2/imgproc.hpp>

// Needs size_t and FILE before it.
#include <jpeglib.h>

#include "core/image/downscale.h"

namespace loupe::image {
namespace {

/** Scans that encoders write stay far below; a file of thousands was made to keep a server busy. */
constexpr int kMostScans = 50;
/** Progressive pictures are held whole in memory while they are decoded. */
constexpr int64_t kMostProgressivePixels = 30'000'000;
constexpr int kIccMarker = JPEG_APP0 + 2;
constexpr char kIccMark[] = "ICC_PROFILE";

struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf escape;
};

[[noreturn]] void Escape(j_common_ptr info) {
  std::longjmp(reinterpret_cast<ErrorManager*>(info->err)->escape, 1);
}

/** Warnings have negative levels, and end the decoding: another decoder shall judge the damage. */
void OnMessage(j_common_ptr info, int level) {
  if (level < 0) Escape(info);
}

struct ProgressMonitor {
  jpeg_progress_mgr base;
  const base::CancellationToken* cancellation;
};

void OnProgress(j_common_ptr info) {
  const auto* monitor = reinterpret_cast<const ProgressMonitor*>(info->progress);
  if (monitor->cancellation != nullptr && monitor->cancellation->IsCancelled()) Escape(info);
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMostScans) Escape(info);
}

/**
 * libjpeg's decompressor. Its errors leave by longjmp, so functions that call it hold nothing that needs a
 * destructor.
 */
class Decompressor {
 public:
  explicit Decompressor(const base::CancellationToken* cancellation) {
    std::memset(&info_, 0, sizeof(info_));
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = Escape;
    errors_.base.emit_message = OnMessage;
    progress_.base.progress_monitor = OnProgress;
    progress_.cancellation = cancellation;
  }
  ~Decompressor() { jpeg_destroy_decompress(&info_); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  bool ReadHeader(base::Span<const uint8_t> jpeg) {
    if (setjmp(errors_.escape) != 0) return false;
    jpeg_create_decompress(&info_);
    info_.progress = &progress_.base;
    jpeg_save_markers(&info_, kIccMarker, sizeof(kIccMark));
    jpeg_mem_src(&info_, jpeg.data(), static_cast<unsigned long>(jpeg.size()));
    return jpeg_read_header(&info_, TRUE) == JPEG_HEADER_OK;
  }

  bool Start(int32_t channels, unsigned eighths) {
    if (setjmp(errors_.escape) != 0) return false;
    info_.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    info_.scale_num = eighths;
    info_.scale_denom = 8;
    return jpeg_start_decompress(&info_) != 0 && info_.output_components == channels;
  }

  /** @param pixels room for all rows of output_size() */
  bool ReadRows(uint8_t* pixels, size_t stride) {
    if (setjmp(errors_.escape) != 0) return false;
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW row = pixels + info_.output_scanline * stride;
      jpeg_read_scanlines(&info_, &row, 1);
    }
    return jpeg_finish_decompress(&info_) != 0;
  }

  const jpeg_decompress_struct& info() const { return info_; }
  ImageSize output_size() const {
    return {static_cast<int32_t>(info_.output_width), static_cast<int32_t>(info_.output_height)};
  }

 private:
  jpeg_decompress_struct info_;
  ProgressMonitor progress_{};
  ErrorManager errors_{};
};

bool HasIccProfile(const jpeg_decompress_struct& info) {
  for (auto* marker = info.marker_list; marker != nullptr; marker = marker->next) {
    if (marker->marker == kIccMarker && marker->data_length >= sizeof(kIccMark) &&
        std::memcmp(marker->data, kIccMark, sizeof(kIccMark)) == 0) {
      return true;
    }
  }
  return false;
}

bool IsPlain(const jpeg_decompress_struct& info, const JpegOptions& options) {
  const int64_t pixels = int64_t{info.image_width} * info.image_height;
  const bool is_small = info.image_width <= static_cast<unsigned>(kMaxImageSide) &&
                        info.image_height <= static_cast<unsigned>(kMaxImageSide) &&
                        pixels <= std::min(options.most_pixels, kMaxImagePixels) &&
                        (!info.progressive_mode || pixels <= kMostProgressivePixels);
  const bool is_known = info.jpeg_color_space == JCS_GRAYSCALE || info.jpeg_color_space == JCS_YCbCr ||
                        info.jpeg_color_space == JCS_RGB;
  return pixels > 0 && is_small && is_known && info.data_precision == 8 &&
         (options.channels == 1 || !HasIccProfile(info));
}

/** Orientations 5 to 8 swap width and height. */
bool IsTurned(int orientation) { return orientation >= 5; }

ImageSize Turned(ImageSize size, int orientation) {
  return IsTurned(orientation) ? ImageSize{size.height, size.width} : size;
}

/** The least reduction in eighths that leaves `target`; powers of two, which have fast transforms. */
unsigned EighthsFor(ImageSize full, ImageSize target) {
  for (const unsigned eighths : {1U, 2U, 4U}) {
    const auto reduced = [&](int32_t side) { return (int64_t{side} * eighths + 7) / 8; };
    if (reduced(full.width) >= target.width && reduced(full.height) >= target.height) return eighths;
  }
  return 8;
}

cv::Mat Resized(const cv::Mat& image, ImageSize size) {
  if (image.cols == size.width && image.rows == size.height) return image;
  if (image.channels() == 1) return Downscale(image, {size.width, size.height});
  // Colors are only counted and averaged, so that the crispness of detail does not matter.
  cv::Mat resized;
  cv::resize(image, resized, {size.width, size.height}, 0, 0, cv::INTER_AREA);
  return resized;
}

/** Turns the picture as the EXIF orientation says that it lies. */
cv::Mat Upright(const cv::Mat& image, int orientation) {
  if (orientation == 1) return image;
  cv::Mat upright = image;
  if (IsTurned(orientation)) {
    cv::Mat transposed;
    cv::transpose(upright, transposed);
    upright = transposed;
  }
  // 2 and 6 mirror left and right, 4 and 8 top and bottom, 3 and 7 both; 5 is the transposed picture itself.
  const bool mirrors_x = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
  const bool mirrors_y = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
  if (!mirrors_x && !mirrors_y) return upright;
  cv::Mat mirrored;
  cv::flip(upright, mirrored, mirrors_x && mirrors_y ? -1 : mirrors_x ? 1 : 0);
  return mirrored;
}

}  // namespace

std::optional<DecodedPicture> DecodePlainJpeg(base::Span<const uint8_t> jpeg, const JpegOptions& options) {
  Decompressor decompressor(options.cancellation);
  if (jpeg.empty() || !decompressor.ReadHeader(jpeg)) return {};
  if (!IsPlain(decompressor.info(), options)) return {};
  const ImageSize full = {static_cast<int32_t>(decompressor.info().image_width),
                          static_cast<int32_t>(decompressor.info().image_height)};
  DecodedPicture picture;
  picture.original_size = Turned(full, options.orientation);
  const ImageSize target = Turned(options.target_size(picture.original_size), options.orientation);
  const bool starts = decompressor.Start(options.channels, EighthsFor(full, target));
  base::ThrowIfCancelled(options.cancellation);
  if (!starts) return {};
  const ImageSize read = decompressor.output_size();
  cv::Mat image(read.height, read.width, options.channels == 1 ? CV_8UC1 : CV_8UC3);
  const bool is_whole = decompressor.ReadRows(image.data, image.step);
  base::ThrowIfCancelled(options.cancellation);
  if (!is_whole) return {};
  image = Upright(Resized(image, target), options.orientation);
  picture.size = {image.cols, image.rows};
  picture.channels = options.channels;
  picture.pixels.assign(image.datastart, image.dataend);
  return picture;
}

}  // namespace loupe::image
