#include <optional>

#include "binding/jobs/engine_jobs.h"
#include "binding/objects/engine.h"
#include "binding/values/convert.h"
#include "core/color/color_descriptor.h"
#include "core/similarity/similarity_descriptor.h"
#include "core/verification/verify.h"

namespace loupe::binding {
namespace {

class ExtractJob : public Job {
 public:
  ExtractJob(const Napi::CallbackInfo& info, OwnedRaster raster, std::optional<OwnedRaster> appearance,
             bool is_query, std::shared_ptr<const index::Vocabulary> vocabulary)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        raster_(std::move(raster)),
        appearance_(std::move(appearance)),
        is_query_(is_query),
        vocabulary_(std::move(vocabulary)) {}

 private:
  void Execute() override {
    features::ExtractOptions options =
        is_query_ ? features::QueryExtractOptions() : features::ReferenceExtractOptions();
    options.keep_pixels = false;
    options.cancellation = cancellation();
    const image::GrayImage gray = raster_.ToGrayImage();
    image::GrayView view = gray.view();
    view.original_size = raster_.original_size;
    features::Features features = features::ExtractFeatures(view, options);
    features.words = vocabulary_->WordsOf(features.descriptors);
    features.vocabulary_id = vocabulary_->id();
    grade_ = features::GradeReference(features);
    keypoint_count_ = features.keypoints.size();
    dna_ = signature::EncodeDna(features, DescribeAppearance());
  }

  /** Color and similarity descriptors; a gray raster may be a color picture decoded gray, and gets none. */
  std::vector<signature::DnaExtra> DescribeAppearance() const {
    const OwnedRaster& appearance = appearance_ ? *appearance_ : raster_;
    if (appearance.channels != 3) return {};
    const image::RasterView raster = {appearance.pixels.data(), appearance.size, appearance.channels,
                                      appearance.original_size};
    return {{signature::DnaSection::kColor, color::EncodeColors(color::DescribeColors(raster))},
            {signature::DnaSection::kSimilarity,
             similarity::EncodeSimilarity(similarity::DescribeSimilarity(raster))}};
  }

  Napi::Value Result(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("dna", ToBuffer(env, std::move(dna_)));
    object.Set("keypointCount", Napi::Number::New(env, static_cast<double>(keypoint_count_)));
    object.Set("grade", ToObject(env, grade_));
    object.Set("isRecognizable", Napi::Boolean::New(env, grade_.is_recognizable));
    return object;
  }

  OwnedRaster raster_;
  /** The picture in color, when its features come from a gray raster. */
  std::optional<OwnedRaster> appearance_;
  bool is_query_;
  std::shared_ptr<const index::Vocabulary> vocabulary_;
  std::vector<uint8_t> dna_;
  size_t keypoint_count_ = 0;
  features::Grade grade_;
};

class MatchJob : public Job {
 public:
  MatchJob(const Napi::CallbackInfo& info, SharedOptions options)
      : Job(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[3])),
        query_(BytesFrom(info[0], "The query's DNA")),
        reference_(BytesFrom(info[1], "The reference's DNA")),
        request_(MatchRequestFrom(info[2])),
        options_(std::move(options)) {}

 private:
  void Execute() override {
    const features::Features query = signature::FeaturesOf(signature::ParseDna(query_));
    const signature::DnaView reference = signature::ParseDna(reference_);
    verification::VerifyRequest request;
    request.threshold = request_.threshold;
    request.with_points = request_.with_points;
    request.cancellation = cancellation();
    match_ =
        verification::VerifyMatch(query, reference.reference(), {}, request, options_->search.verification);
    if (!request_.find_mirrored) return;
    verification::LocalMatch mirrored = verification::VerifyMatch(
        features::MirrorFeatures(query), reference.reference(), {}, request, options_->search.verification);
    if (mirrored.distance >= match_.distance) return;
    verification::UnmirrorQuery(&mirrored);
    match_ = std::move(mirrored);
  }

  Napi::Value Result(Napi::Env env) override { return ToObject(env, match_, request_.with_points); }

  std::vector<uint8_t> query_;
  std::vector<uint8_t> reference_;
  MatchRequest request_;
  const SharedOptions options_;
  verification::LocalMatch match_;
};

}  // namespace

std::unique_ptr<Job> MakeExtractJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<const index::Vocabulary> vocabulary) {
  OwnedRaster raster = RasterFrom(info[0]);
  const std::string role = info[1].IsString() ? info[1].As<Napi::String>().Utf8Value() : "";
  if (role != "reference" && role != "query") {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The role must be 'reference' or 'query'.");
  }
  std::optional<OwnedRaster> appearance;
  if (info[3].IsObject()) appearance = RasterFrom(info[3]);
  return std::make_unique<ExtractJob>(info, std::move(raster), std::move(appearance), role == "query",
                                      std::move(vocabulary));
}

std::unique_ptr<Job> MakeMatchJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<MatchJob>(info, std::move(options));
}

}  // namespace loupe::binding
