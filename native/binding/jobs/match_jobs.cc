#include "binding/jobs/engine_jobs.h"
#include "binding/jobs/picture_job.h"
#include "binding/objects/engine.h"
#include "binding/values/query_looks.h"
#include "core/color/color_descriptor.h"
#include "core/features/looks/slanted_look.h"
#include "core/similarity/similarity_descriptor.h"
#include "core/verification/verify.h"

namespace loupe::binding {
namespace {

class ExtractJob : public PictureJob {
 public:
  ExtractJob(const Napi::CallbackInfo& info, std::shared_ptr<const index::Vocabulary> vocabulary,
             SharedOptions options)
      : PictureJob(info.Env(), info.This().As<Napi::Object>(), TokenFrom(info.Env(), info[2])),
        is_query_(IsQueryRole(info[1])),
        has_appearance_(info[3].IsObject()),
        has_closer_look_(is_query_ && !info[4].ToBoolean()),
        vocabulary_(std::move(vocabulary)),
        options_(std::move(options)) {
    Add(Picture::Luma(info[0], is_query_, options_->features));
    if (has_appearance_) Add(Picture::Color(info[3], &picture(0)));
  }

 private:
  void Work() override {
    features::ExtractRequest request = is_query_ ? features::QueryRequest(options_->features)
                                                 : features::ReferenceRequest(options_->features);
    // A query's DNA also holds what a search uses beyond the keypoints.
    request.keep_pixels = is_query_;
    // A search alone asks for no grade.
    request.measure_sharpness = !is_query_ || has_closer_look_;
    request.cancellation = cancellation();
    features::Features features = FirstLook(picture(0), request);
    if (has_closer_look_)
      features.closer = std::make_shared<const features::Features>(
          CloserLook(picture(0), options_->features, cancellation()));
    features.words = vocabulary_->WordsOf(features.descriptors);
    features.vocabulary_id = vocabulary_->id();
    grade_ = features::GradeReference(features, options_->features.grade);
    keypoint_count_ = features.keypoints.size();
    dna_ = signature::EncodeDna(features, DescribeAppearance());
  }

  /** Color and similarity descriptors; a gray raster may be a color picture decoded gray, and gets none. */
  std::vector<signature::DnaExtra> DescribeAppearance() const {
    const image::RasterView raster = picture(has_appearance_ ? 1 : 0).view();
    if (raster.channels != 3) return {};
    return {{signature::DnaSection::kColor,
             color::EncodeColors(color::DescribeColors(raster, options_->color.dominant))},
            {signature::DnaSection::kSimilarity,
             similarity::EncodeSimilarity(similarity::DescribeSimilarity(raster))}};
  }

  Napi::Value Answer(Napi::Env env) override {
    Napi::Object object = Napi::Object::New(env);
    object.Set("dna", ToBuffer(env, std::move(dna_)));
    object.Set("keypointCount", Napi::Number::New(env, static_cast<double>(keypoint_count_)));
    object.Set("grade", ToObject(env, grade_));
    object.Set("isRecognizable", Napi::Boolean::New(env, grade_.is_recognizable));
    return object;
  }

  bool is_query_;
  /** Whether the picture came a second time, in color. */
  bool has_appearance_;
  /** Of a query, unless the first look at it is wanted alone. */
  bool has_closer_look_;
  std::shared_ptr<const index::Vocabulary> vocabulary_;
  const SharedOptions options_;
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
    request.with_points = request_.details.with_points;
    request.cancellation = cancellation();
    match_ = BestOf(query, reference.reference(), request);
    if (match_.is_recognized || !request_.has_second_try || query.closer == nullptr) return;
    const auto look_at = [&](const features::Features& view, verification::Look look) {
      if (view.keypoints.empty()) return;
      request.look = look;
      verification::LocalMatch match = BestOf(view, reference.reference(), request);
      match.query.resized_size = query.closer->working_size;
      if (verification::IsNearer(match, match_)) match_ = std::move(match);
    };
    look_at(*query.closer, verification::Look::kCloser);
    for (const features::SlantAxis axis : features::kSlantAxes) {
      if (match_.is_recognized) return;
      look_at(features::SlantedLook(*query.closer, axis, options_->search.slanted_look, cancellation()),
              verification::Look::kSlanted);
    }
  }

  /** As it is, or mirrored where that is asked for and nearer. */
  verification::LocalMatch BestOf(const features::Features& query, const signature::ReferenceView& reference,
                                  const verification::VerifyRequest& request) const {
    const verification::VerificationOptions& options = options_->search.verification;
    verification::LocalMatch match = verification::VerifyMatch(query, reference, {}, request, options);
    if (!request_.find_mirrored) return match;
    verification::LocalMatch mirrored =
        verification::VerifyMatch(features::MirrorFeatures(query), reference, {}, request, options);
    if (mirrored.distance >= match.distance) return match;
    verification::UnmirrorQuery(&mirrored);
    return mirrored;
  }

  Napi::Value Result(Napi::Env env) override { return ToObject(env, match_, request_.details); }

  std::vector<uint8_t> query_;
  std::vector<uint8_t> reference_;
  MatchRequest request_;
  const SharedOptions options_;
  verification::LocalMatch match_;
};

}  // namespace

bool IsQueryRole(const Napi::Value& value) {
  const std::string role = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
  if (role != "reference" && role != "query") {
    throw base::Error(base::ErrorCode::kInvalidArgument, "The role must be 'reference' or 'query'.");
  }
  return role == "query";
}

std::unique_ptr<Job> MakeExtractJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<const index::Vocabulary> vocabulary,
                                    SharedOptions options) {
  return std::make_unique<ExtractJob>(info, std::move(vocabulary), std::move(options));
}

std::unique_ptr<Job> MakeMatchJob(const Napi::CallbackInfo& info, SharedOptions options) {
  return std::make_unique<MatchJob>(info, std::move(options));
}

}  // namespace loupe::binding
