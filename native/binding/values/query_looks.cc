#include "binding/values/query_looks.h"

#include "core/image/downscale.h"
#include "core/image/working_size.h"

namespace loupe::binding {
namespace {

features::Features Extract(const OwnedRaster& raster, const features::ExtractRequest& request) {
  const image::GrayImage gray = raster.ToGrayImage();
  image::GrayView view = gray.view();
  view.original_size = raster.original_size;
  const image::ImageSize size = image::WorkingSize(view.size, request.amount.working_side, request.size);
  if (size.width >= view.size.width || size.height >= view.size.height)
    return features::ExtractFeatures(view, request);
  const cv::Mat whole(view.size.height, view.size.width, CV_8UC1, const_cast<uint8_t*>(view.pixels),
                      view.stride);
  const cv::Mat reduced = image::Downscale(whole, {size.width, size.height});
  return features::ExtractFeatures({reduced.data, size, reduced.step[0], raster.original_size}, request);
}

}  // namespace

features::Features FirstLook(const Picture& picture, const features::ExtractRequest& request) {
  return Extract(picture.raster(), request);
}

features::Features CloserLook(const Picture& picture, const features::FeatureOptions& options,
                              const base::CancellationToken* cancellation) {
  features::ExtractRequest request = features::CloserQueryRequest(options);
  request.cancellation = cancellation;
  return Extract(picture.DecodeCloser(cancellation), request);
}

}  // namespace loupe::binding
