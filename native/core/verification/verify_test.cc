#include "core/verification/verify.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::verification {
namespace {

features::Features Query(const image::GrayImage& image) {
  return features::ExtractFeatures(image.view(), features::QueryRequest());
}
features::Features Reference(const image::GrayImage& image) {
  return features::ExtractFeatures(image.view(), features::ReferenceRequest());
}

image::GrayImage Warp(const image::GrayImage& image, const cv::Matx33d& target_from_source, int width,
                      int height) {
  const cv::Mat source(image.size.height, image.size.width, CV_8UC1,
                       const_cast<uint8_t*>(image.pixels.data()));
  cv::Mat warped;
  cv::warpPerspective(source, warped, target_from_source, cv::Size(width, height), cv::INTER_LINEAR,
                      cv::BORDER_CONSTANT, cv::Scalar(90));
  image::GrayImage result;
  result.size = {width, height};
  result.pixels.assign(warped.data, warped.data + warped.total());
  return result;
}

bool IsFinite(const LocalMatch& m) {
  bool finite = std::isfinite(m.distance) && std::isfinite(m.scores.match_strength) &&
                std::isfinite(m.scores.box_covered_surface) && std::isfinite(m.evidence.z_score);
  for (const double v : m.query_from_reference) finite = finite && std::isfinite(v);
  for (const FractionPoint& p : m.query.box) finite = finite && std::isfinite(p.x) && std::isfinite(p.y);
  return finite;
}

TEST_CASE("a slanted view of a picture is a match at the right place") {
  const image::GrayImage image = test::MakePicture(11, 640, 480);
  const cv::Matx33d truth(0.7, -0.15, 120, 0.12, 0.72, 40, 0.0001, 0.0002, 1);
  const features::Features query = Query(Warp(image, truth, 800, 600));
  const features::Features reference = Reference(image);
  const LocalMatch match = VerifyMatch(query, signature::ViewOf(reference), {}, {}, {});
  REQUIRE(match.decision == Decision::kMatch);
  const auto& h = match.query_from_reference;
  for (const auto& corner : {cv::Point2d(0, 0), cv::Point2d(1, 0), cv::Point2d(1, 1), cv::Point2d(0, 1)}) {
    const double w = h[6] * corner.x + h[7] * corner.y + h[8];
    const double x = (h[0] * corner.x + h[1] * corner.y + h[2]) / w * 800;
    const double y = (h[3] * corner.x + h[4] * corner.y + h[5]) / w * 600;
    const cv::Vec3d t = truth * cv::Vec3d(corner.x * 640, corner.y * 480, 1);
    CHECK(std::hypot(x - t[0] / t[2], y - t[1] / t[2]) < 2.0);
  }
}

TEST_CASE("a recompressed or resized copy is a clone") {
  const image::GrayImage image = test::MakePicture(12, 640, 480);
  const features::Features reference = Reference(image);
  const image::GrayImage half = Warp(image, cv::Matx33d(0.5, 0, 0, 0, 0.5, 0, 0, 0, 1), 320, 240);
  CHECK(VerifyMatch(Query(image), signature::ViewOf(reference), {}, {}, {}).decision == Decision::kClone);
  CHECK(VerifyMatch(Query(half), signature::ViewOf(reference), {}, {}, {}).decision == Decision::kClone);
}

TEST_CASE("the threshold cuts what is measured and changes none of it") {
  const image::GrayImage image = test::MakePicture(12, 640, 480);
  const features::Features reference = Reference(image);
  const cv::Matx33d slanted(0.42, 0.05, 60, -0.04, 0.40, 70, 3e-4, 1e-4, 1);
  size_t recognized_before = SIZE_MAX;
  for (const float threshold : {0.0f, 0.3f, 0.5f, 0.8f, 1.0f}) {
    VerifyRequest request;
    request.threshold = threshold;
    size_t recognized = 0;
    for (const features::Features& query :
         {Query(image), Query(Warp(image, slanted, 400, 300)), Query(test::MakePicture(13, 640, 480))}) {
      const LocalMatch match = VerifyMatch(query, signature::ViewOf(reference), {}, request, {});
      const LocalMatch shipped = VerifyMatch(query, signature::ViewOf(reference), {}, {}, {});
      CHECK(match.distance == shipped.distance);
      CHECK(match.evidence.score == shipped.evidence.score);
      CHECK(match.evidence.z_score == shipped.evidence.z_score);
      CHECK(match.is_recognized == shipped.is_recognized);
      recognized += IsRecognized(match.decision) ? 1 : 0;
    }
    CHECK(recognized <= recognized_before);
    recognized_before = recognized;
  }
}

TEST_CASE("unrelated pictures are different") {
  const features::Features query = Query(test::MakePicture(13, 640, 480));
  for (uint64_t seed = 100; seed < 130; ++seed) {
    const features::Features reference = Reference(test::MakePicture(seed, 640, 480));
    CHECK_FALSE(IsRecognized(VerifyMatch(query, signature::ViewOf(reference), {}, {}, {}).decision));
  }
}

/** A motif in rows and columns, on a ground of its own. */
image::GrayImage Wallpaper(uint64_t ground, int columns, int rows, int side) {
  image::GrayImage image = test::MakePicture(ground, 640, 480, 12);
  const image::GrayImage motif = test::MakePicture(21, side, side, 14);
  const int left = (640 - columns * side) / 2, top = (480 - rows * side) / 2;
  for (int y = 0; y < rows * side; ++y) {
    for (int x = 0; x < columns * side; ++x) {
      image.pixels[static_cast<size_t>((top + y) * 640 + left + x)] =
          motif.pixels[static_cast<size_t>(y % side * side + x % side)];
    }
  }
  return image;
}

TEST_CASE("what a picture repeats does not prove that another picture shows it") {
  const features::Features reference = Reference(Wallpaper(22, 8, 6, 60));
  const features::Features larger = Query(Wallpaper(23, 10, 8, 60));
  CHECK_FALSE(IsRecognized(VerifyMatch(larger, signature::ViewOf(reference), {}, {}, {}).decision));
}

/** The picture in tiles, each of them moved by up to three pixels. */
image::GrayImage Shaken(const image::GrayImage& image, int side) {
  image::GrayImage shaken = image;
  test::Random random(31);
  for (int top = 0; top < image.size.height; top += side) {
    for (int left = 0; left < image.size.width; left += side) {
      const int dx = static_cast<int>(random.Below(7)) - 3, dy = static_cast<int>(random.Below(7)) - 3;
      for (int y = top; y < std::min(top + side, image.size.height); ++y) {
        for (int x = left; x < std::min(left + side, image.size.width); ++x) {
          const int from_x = std::clamp(x + dx, 0, image.size.width - 1);
          const int from_y = std::clamp(y + dy, 0, image.size.height - 1);
          shaken.pixels[static_cast<size_t>(y * image.size.width + x)] =
              image.pixels[static_cast<size_t>(from_y * image.size.width + from_x)];
        }
      }
    }
  }
  return shaken;
}

TEST_CASE("points that lie a few pixels off say less than precise ones") {
  const image::GrayImage image = test::MakePicture(24, 640, 480);
  const features::Features reference = Reference(image);
  const cv::Matx33d seen(0.8, -0.1, 60, 0.1, 0.8, 20, 0, 0, 1);
  const auto evidence_of = [&](const image::GrayImage& shown) {
    return VerifyMatch(Query(Warp(shown, seen, 640, 520)), signature::ViewOf(reference), {}, {}, {}).evidence;
  };
  const MatchEvidence precise = evidence_of(image), shaken = evidence_of(Shaken(image, 60));
  CHECK(precise.precise_share > 0.5f);
  CHECK(shaken.guided_count > 50);
  CHECK(shaken.precise_share < 0.4f);
  MatchEvidence same_but_for_precision = precise;
  same_but_for_precision.precise_share = shaken.precise_share;
  CHECK(EvidenceScore(same_but_for_precision, {}) < EvidenceScore(precise, {}) - 1.0f);
}

TEST_CASE("points that chance explains say less than others") {
  MatchEvidence few;
  few.z_score = 9.0f;
  few.chance_share = 0.2f;
  MatchEvidence many = few;
  many.chance_share = 0.6f;
  CHECK(EvidenceScore(many, {}) < EvidenceScore(few, {}) - 1.0f);
  const features::Features reference = Reference(Wallpaper(22, 8, 6, 60));
  const LocalMatch repeated =
      VerifyMatch(Query(Wallpaper(23, 10, 8, 60)), signature::ViewOf(reference), {}, {}, {});
  const image::GrayImage image = test::MakePicture(25, 640, 480);
  const LocalMatch own = VerifyMatch(Query(image), signature::ViewOf(Reference(image)), {}, {}, {});
  // Counting ends when a pose is rejected, so that this is a lower bound.
  CHECK(repeated.evidence.chance_share > 0.3f);
  CHECK_FALSE(IsRecognized(repeated.decision));
  CHECK(own.evidence.chance_share < 0.2f);
}

TEST_CASE("a picture that is seen small and blurred is recognized") {
  const image::GrayImage image = test::MakePicture(23, 640, 480, 160);
  image::GrayImage photo = Warp(image, cv::Matx33d(0.22, -0.05, 220, 0.05, 0.22, 150, 0, 0, 1), 640, 480);
  cv::Mat pixels(480, 640, CV_8UC1, photo.pixels.data());
  cv::GaussianBlur(pixels, pixels, cv::Size(), 1.2);
  const features::Features reference = Reference(image);
  CHECK(VerifyMatch(Query(photo), signature::ViewOf(reference), {}, {}, {}).decision == Decision::kMatch);
}

TEST_CASE("a mirror image is found through mirrored features only") {
  const image::GrayImage image = test::MakePicture(14, 640, 480);
  const features::Features reference = Reference(image);
  const features::Features query = Query(test::MirrorPicture(image));
  CHECK_FALSE(IsRecognized(VerifyMatch(query, signature::ViewOf(reference), {}, {}, {}).decision));
  LocalMatch match = VerifyMatch(features::MirrorFeatures(query), signature::ViewOf(reference), {}, {}, {});
  REQUIRE(IsRecognized(match.decision));
  UnmirrorQuery(&match);
  CHECK(match.is_mirrored);
  CHECK(match.query_from_reference[2] == doctest::Approx(1.0).epsilon(0.01));
}

TEST_CASE("degenerate features give an answer without NaN") {
  const features::Features rich = Query(test::MakePicture(15, 400, 300));
  const features::Features flat = Query(test::MakeFlat(400, 300, 9));
  features::Features crowded = rich;
  for (features::Keypoint& k : crowded.keypoints) {
    k.x_q5 = 3200;
    k.y_q5 = 3200;
  }
  features::Features line = rich;
  for (features::Keypoint& k : line.keypoints) k.y_q5 = 3200;
  const features::Features* all[] = {&rich, &flat, &crowded, &line};
  for (const features::Features* query : all) {
    for (const features::Features* reference : all)
      CHECK(IsFinite(VerifyMatch(*query, signature::ViewOf(*reference), {}, {}, {})));
  }
  const std::vector<matching::Correspondence> wrong = {{65535, 0, 1}, {0, 65535, 1}, {0, 0, 999}};
  CHECK(IsFinite(VerifyMatch(rich, signature::ViewOf(rich), wrong, {}, {})));
}

TEST_CASE("the same arguments give the same match") {
  const image::GrayImage image = test::MakePicture(16, 640, 480);
  const features::Features query =
      Query(Warp(image, cv::Matx33d(0.8, 0.1, 10, -0.1, 0.8, 60, 0, 0, 1), 640, 480));
  const features::Features reference = Reference(image);
  const LocalMatch first = VerifyMatch(query, signature::ViewOf(reference), {}, {}, {});
  for (int i = 0; i < 5; ++i) {
    const LocalMatch again = VerifyMatch(query, signature::ViewOf(reference), {}, {}, {});
    CHECK(again.query_from_reference == first.query_from_reference);
    CHECK(again.distance == first.distance);
  }
}

}  // namespace
}  // namespace loupe::verification
