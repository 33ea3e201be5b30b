#include "core/signature/dna.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/image/working_size.h"
#include "core/signature/dna_container.h"
#include "core/signature/thumbnail.h"

namespace loupe::signature {
namespace {

constexpr uint32_t kMaxKeypoints = 4096;

struct Geometry {
  int32_t working_width;
  int32_t working_height;
  int32_t original_width;
  int32_t original_height;
  float sharpness;
  uint16_t thumbnail_width;
  uint16_t thumbnail_height;
};
static_assert(sizeof(Geometry) == 24, "the geometry is stored as it is");

void CheckGeometry(const Geometry& g) {
  const bool sane =
      g.working_width > 0 && g.working_height > 0 && g.working_width <= features::kMaxWorkingSide &&
      g.working_height <= features::kMaxWorkingSide && g.original_width > 0 && g.original_height > 0 &&
      g.thumbnail_width <= features::kThumbnailSide && g.thumbnail_height <= features::kThumbnailSide &&
      g.sharpness >= 0.0f && g.sharpness <= 1.0f;
  if (!sane) Corrupt("geometry");
}

void CheckKeypoints(base::Span<const features::Keypoint> keypoints, const Geometry& g) {
  for (const features::Keypoint& k : keypoints) {
    const bool inside = k.x_q5 <= 32 * g.working_width && k.y_q5 <= 32 * g.working_height;
    if (!inside || k.level >= features::kPyramidLevels) Corrupt("keypoint");
  }
}

std::vector<Piece> CommonPieces(const ReferenceView& view, const Geometry& geometry,
                                const std::vector<uint8_t>& thumbnail) {
  return {
      {DnaSection::kGeometry, &geometry, sizeof(Geometry), 1},
      {DnaSection::kKeypoints, view.keypoints.data(), view.keypoints.size() * sizeof(features::Keypoint),
       view.keypoints.size()},
      {DnaSection::kDescriptors, view.descriptors.data(),
       view.descriptors.size() * sizeof(features::Descriptor), view.descriptors.size()},
      {DnaSection::kThumbnail, thumbnail.data(), thumbnail.size(), 1},
  };
}

Geometry GeometryOf(const ReferenceView& view, float sharpness) {
  return {view.working_size.width,
          view.working_size.height,
          view.original_size.width,
          view.original_size.height,
          sharpness,
          static_cast<uint16_t>(view.thumbnail.size.width),
          static_cast<uint16_t>(view.thumbnail.size.height)};
}

void CheckCounts(const ReferenceView& view, size_t word_count) {
  const size_t n = view.keypoints.size();
  if (n > kMaxKeypoints || view.descriptors.size() != n || (word_count != 0 && word_count != n)) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "Keypoints, descriptors and words of a DNA must be equally many.");
  }
}

}  // namespace

ReferenceView ViewOf(const features::Features& f) {
  return {f.working_size,
          f.original_size,
          f.keypoints,
          f.descriptors,
          {f.thumbnail.pixels.data(), f.thumbnail.size}};
}

base::Span<const uint8_t> DnaView::section(DnaSection id) const {
  TableEntry entry{};
  const auto header = Load<Header>(bytes_.data());
  const uint8_t* data = FindSection(bytes_, header.section_count, id, &entry);
  return data == nullptr ? base::Span<const uint8_t>() : base::Span<const uint8_t>(data, entry.size);
}

std::vector<uint8_t> EncodeDna(const features::Features& features, const std::vector<DnaExtra>& extras) {
  const ReferenceView view = ViewOf(features);
  CheckCounts(view, features.words.size());
  const Geometry geometry = GeometryOf(view, features.sharpness);
  const std::vector<uint8_t> thumbnail = EncodeThumbnail(view.thumbnail);
  std::vector<Piece> pieces = CommonPieces(view, geometry, thumbnail);
  if (!features.words.empty()) {
    pieces.push_back(
        {DnaSection::kWords, features.words.data(), features.words.size() * 2, features.words.size()});
  }
  if (!features.halves.empty()) {
    const image::GrayImage& half = features.halves[0];
    const auto count = static_cast<size_t>(half.size.width) << 16 | static_cast<size_t>(half.size.height);
    pieces.push_back({DnaSection::kPixels, half.pixels.data(), half.pixels.size(), count});
  }
  std::vector<uint8_t> closer;
  if (features.closer != nullptr) {
    closer = EncodeDna(*features.closer);
    pieces.push_back({DnaSection::kCloser, closer.data(), closer.size(), 1});
  }
  for (const DnaExtra& extra : extras)
    pieces.push_back({extra.id, extra.bytes.data(), extra.bytes.size(), 1});
  return Assemble(pieces, features.words.empty() ? 0 : features.vocabulary_id);
}

DnaView ParseDna(base::Span<const uint8_t> bytes, bool verify_checksum) {
  const Header header = CheckHeader(bytes, verify_checksum);
  TableEntry entry{};
  const uint8_t* data = NeedSection(bytes, header.section_count, DnaSection::kGeometry, &entry);
  if (entry.size != sizeof(Geometry)) Corrupt("geometry size");
  const auto geometry = Load<Geometry>(data);
  CheckGeometry(geometry);

  DnaView view;
  view.bytes_ = bytes;
  view.vocabulary_id_ = header.vocabulary_id;
  view.sharpness_ = geometry.sharpness;
  ReferenceView& reference = view.reference_;
  reference.working_size = {geometry.working_width, geometry.working_height};
  reference.original_size = {geometry.original_width, geometry.original_height};

  data = NeedSection(bytes, header.section_count, DnaSection::kKeypoints, &entry);
  const uint32_t count = entry.count;
  if (count > kMaxKeypoints || entry.size != count * sizeof(features::Keypoint)) Corrupt("keypoint count");
  reference.keypoints = {reinterpret_cast<const features::Keypoint*>(data), count};
  CheckKeypoints(reference.keypoints, geometry);

  data = NeedSection(bytes, header.section_count, DnaSection::kDescriptors, &entry);
  if (entry.count != count || entry.size != count * sizeof(features::Descriptor)) Corrupt("descriptor count");
  reference.descriptors = {reinterpret_cast<const features::Descriptor*>(data), count};

  data = NeedSection(bytes, header.section_count, DnaSection::kThumbnail, &entry);
  const bool has_thumbnail = geometry.thumbnail_width > 0 && geometry.thumbnail_height > 0;
  if (has_thumbnail != (entry.size > 0)) Corrupt("thumbnail");
  reference.thumbnail = {nullptr, {geometry.thumbnail_width, geometry.thumbnail_height}, {data, entry.size}};

  data = FindSection(bytes, header.section_count, DnaSection::kWords, &entry);
  if (data != nullptr && (entry.count != count || entry.size != count * 2)) Corrupt("word count");
  view.words_ = data;
  data = FindSection(bytes, header.section_count, DnaSection::kPixels, &entry);
  if (data != nullptr) {
    const auto width = static_cast<int32_t>(entry.count >> 16),
               height = static_cast<int32_t>(entry.count & 0xffff);
    const bool is_sane = width > 0 && height > 0 && width <= features::kMaxWorkingSide &&
                         height <= features::kMaxWorkingSide &&
                         entry.size == static_cast<size_t>(width) * static_cast<size_t>(height);
    if (!is_sane) Corrupt("pixels");
    view.pixels_ = {data, {width, height}, static_cast<size_t>(width), {}};
  }
  for (const DnaSection optional : {DnaSection::kColor, DnaSection::kSimilarity}) {
    FindSection(bytes, header.section_count, optional, &entry);
  }
  return view;
}

bool IsSound(base::Span<const uint8_t> bytes) {
  try {
    ParseDna(bytes);
    return true;
  } catch (const base::Error&) {
    return false;
  }
}

namespace {

/** Without those of its closer look. */
features::Features OwnFeaturesOf(const DnaView& dna) {
  const ReferenceView& view = dna.reference();
  features::Features features;
  features.working_size = view.working_size;
  features.original_size = view.original_size;
  features.keypoints.assign(view.keypoints.begin(), view.keypoints.end());
  features.descriptors.assign(view.descriptors.begin(), view.descriptors.end());
  features.sharpness = dna.sharpness();
  features.thumbnail = PixelsOf(view.thumbnail);
  if (features.thumbnail.empty() != view.thumbnail.empty()) Corrupt("thumbnail");
  if (dna.pixels().pixels != nullptr) {
    image::GrayImage half;
    half.size = dna.pixels().size;
    half.pixels.assign(dna.pixels().pixels,
                       dna.pixels().pixels + dna.pixels().stride * static_cast<size_t>(half.size.height));
    features.halves = features::SuccessiveHalves(std::move(half), simd::ActiveIsa());
  }
  if (dna.has_words()) {
    features.vocabulary_id = dna.vocabulary_id();
    features.words.resize(features.keypoints.size());
    for (size_t i = 0; i < features.words.size(); ++i) features.words[i] = dna.word(i);
  }
  return features;
}

}  // namespace

features::Features FeaturesOf(const DnaView& dna) {
  features::Features features = OwnFeaturesOf(dna);
  const base::Span<const uint8_t> closer = dna.section(DnaSection::kCloser);
  if (!closer.empty())
    features.closer = std::make_shared<const features::Features>(OwnFeaturesOf(ParseDna(closer, false)));
  return features;
}

std::vector<uint8_t> WithoutExtras(const DnaView& dna) {
  const Geometry geometry = GeometryOf(dna.reference(), dna.sharpness());
  const std::vector<uint8_t> thumbnail = EncodeThumbnail(dna.reference().thumbnail);
  return Assemble(CommonPieces(dna.reference(), geometry, thumbnail), 0);
}

bool IsOfQuery(const DnaView& dna, const features::FeatureOptions& options) {
  // Decoded pictures are a little smaller or larger than the original's shape would have them.
  constexpr int kRoundingPx = 2;
  const ReferenceView& view = dna.reference();
  const image::ImageSize usual =
      image::WorkingSize(view.original_size, options.reference.working_side, options.working_size);
  return view.keypoints.size() > static_cast<size_t>(options.reference.max_keypoints) ||
         std::max(view.working_size.width, view.working_size.height) >
             std::max(usual.width, usual.height) + kRoundingPx;
}

bool HasAppearance(const DnaView& dna) {
  return !dna.section(DnaSection::kColor).empty() && !dna.section(DnaSection::kSimilarity).empty();
}

std::vector<uint8_t> AppearanceOf(const DnaView& dna) {
  if (!HasAppearance(dna)) {
    throw base::Error(
        base::ErrorCode::kInvalidArgument,
        "The DNA holds no color and similarity descriptors; extract the picture again, in color.");
  }
  ReferenceView frame;
  frame.working_size = dna.reference().working_size;
  frame.original_size = dna.reference().original_size;
  const Geometry geometry = GeometryOf(frame, dna.sharpness());
  const base::Span<const uint8_t> color = dna.section(DnaSection::kColor);
  const base::Span<const uint8_t> similarity = dna.section(DnaSection::kSimilarity);
  const std::vector<uint8_t> no_thumbnail;
  std::vector<Piece> pieces = CommonPieces(frame, geometry, no_thumbnail);
  pieces.push_back({DnaSection::kColor, color.data(), color.size(), 1});
  pieces.push_back({DnaSection::kSimilarity, similarity.data(), similarity.size(), 1});
  return Assemble(pieces, 0);
}

}  // namespace loupe::signature
