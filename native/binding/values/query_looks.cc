#include "binding/values/query_looks.h"

#include "core/features/looks/reduced_look.h"

namespace loupe::binding {
namespace {

features::Features Extract(const OwnedRaster& raster, const features::ExtractRequest& request) {
  const image::GrayImage gray = raster.ToGrayImage();
  image::GrayView view = gray.view();
  view.original_size = raster.original_size;
  return features::ExtractReduced(view, request);
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
