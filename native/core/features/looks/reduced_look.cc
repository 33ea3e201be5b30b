#include "core/features/looks/reduced_look.h"

#include "core/image/downscale.h"
#include "core/image/working_size.h"

namespace loupe::features {

Features ExtractReduced(const image::GrayView& gray, const ExtractRequest& request) {
  CheckGray(gray);
  const image::ImageSize size = image::WorkingSize(gray.size, request.amount.working_side, request.size);
  if (size.width >= gray.size.width || size.height >= gray.size.height) return ExtractFeatures(gray, request);
  const cv::Mat whole(gray.size.height, gray.size.width, CV_8UC1, const_cast<uint8_t*>(gray.pixels),
                      gray.stride);
  const cv::Mat reduced = image::Downscale(whole, {size.width, size.height});
  const image::ImageSize original = gray.original_size.width > 0 ? gray.original_size : gray.size;
  return ExtractFeatures({reduced.data, size, reduced.step[0], original}, request);
}

}  // namespace loupe::features
