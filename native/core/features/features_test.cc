#include "core/features/features.h"

#include <thread>

#include "core/base/error.h"
#include "core/signature/dna.h"
#include "test/picture.h"
#include "third_party/doctest/doctest.h"

namespace loupe::features {
namespace {

TEST_CASE("a rich picture fills its keypoint budget inside the picture") {
  const image::GrayImage image = test::MakePicture(1, 800, 600);
  const Features f = ExtractFeatures(image.view(), ReferenceRequest());
  CHECK(f.keypoints.size() > 450);
  CHECK(f.keypoints.size() <= 500);
  CHECK(f.descriptors.size() == f.keypoints.size());
  CHECK(f.working_size == image::ImageSize{512, 384});
  CHECK(f.thumbnail.size == image::ImageSize{96, 72});
  for (const Keypoint& k : f.keypoints) {
    CHECK(k.x() < 512.0f);
    CHECK(k.y() < 384.0f);
  }
}

TEST_CASE("keypoints are spread over every quarter of an evenly textured picture") {
  const Features f = ExtractFeatures(test::MakePicture(2, 512, 512, 600).view(), ReferenceRequest());
  int quarters[4] = {0, 0, 0, 0};
  for (const Keypoint& k : f.keypoints) ++quarters[(k.x() > 256 ? 1 : 0) + (k.y() > 256 ? 2 : 0)];
  for (const int count : quarters) CHECK(count > 60);
}

TEST_CASE("extraction gives the same DNA on every thread") {
  const image::GrayImage image = test::MakePicture(3, 640, 480);
  const std::vector<uint8_t> expected =
      signature::EncodeDna(ExtractFeatures(image.view(), ReferenceRequest()));
  std::vector<std::vector<uint8_t>> got(4);
  std::vector<std::thread> threads;
  for (std::vector<uint8_t>& dna : got) {
    threads.emplace_back(
        [&] { dna = signature::EncodeDna(ExtractFeatures(image.view(), ReferenceRequest())); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<uint8_t>& dna : got) CHECK(dna == expected);
}

TEST_CASE("small and faint pictures still give keypoints") {
  const Features small = ExtractFeatures(test::MakePicture(4, 120, 90, 60).view(), ReferenceRequest());
  CHECK(small.working_size == image::ImageSize{300, 225});
  CHECK(small.keypoints.size() > 50);
  image::GrayImage faint = test::MakePicture(5, 600, 400);
  for (uint8_t& pixel : faint.pixels) pixel = static_cast<uint8_t>(120 + pixel / 16);
  CHECK(ExtractFeatures(faint.view(), ReferenceRequest()).keypoints.size() > 100);
}

TEST_CASE("flat, tiny and thin pictures give few or no keypoints and no error") {
  const image::ImageSize sizes[] = {{1, 1}, {1, 500}, {500, 1}, {31, 31}, {33, 33}, {32767, 2}, {640, 480}};
  for (const image::ImageSize size : sizes) {
    const Features f = ExtractFeatures(test::MakeFlat(size.width, size.height, 128).view(), QueryRequest());
    CHECK(f.keypoints.empty());
    CHECK_NOTHROW(signature::ParseDna(signature::EncodeDna(f)));
  }
}

TEST_CASE("impossible pictures are refused") {
  const image::GrayImage image = test::MakeFlat(10, 10, 0);
  image::GrayView view = image.view();
  view.stride = 5;
  CHECK_THROWS_AS(ExtractFeatures(view, ReferenceRequest()), base::Error);
  view = image.view();
  view.size = {0, 10};
  CHECK_THROWS_AS(ExtractFeatures(view, ReferenceRequest()), base::Error);
  view.size = {40000, 10};
  view.stride = 40000;
  CHECK_THROWS_AS(ExtractFeatures(view, ReferenceRequest()), base::Error);
  CHECK_THROWS_AS(ExtractFeatures(image::GrayView{}, ReferenceRequest()), base::Error);
}

TEST_CASE("a raised token stops extraction") {
  base::CancellationToken token;
  token.Cancel();
  ExtractRequest request = ReferenceRequest();
  request.cancellation = &token;
  CHECK_THROWS_AS(ExtractFeatures(test::MakePicture(6, 300, 300).view(), request), base::Error);
}

TEST_CASE("mirrored features are close to the features of the mirrored picture") {
  const image::GrayImage image = test::MakePicture(7, 512, 400);
  const Features mirrored = MirrorFeatures(ExtractFeatures(image.view(), ReferenceRequest()));
  const Features direct = ExtractFeatures(test::MirrorPicture(image).view(), ReferenceRequest());
  int close = 0;
  for (size_t i = 0; i < mirrored.keypoints.size(); ++i) {
    for (size_t j = 0; j < direct.keypoints.size(); ++j) {
      const bool same_place = std::abs(mirrored.keypoints[i].x() - direct.keypoints[j].x()) < 1.5f &&
                              std::abs(mirrored.keypoints[i].y() - direct.keypoints[j].y()) < 1.5f;
      if (same_place && HammingDistance(mirrored.descriptors[i], direct.descriptors[j]) < 40) {
        ++close;
        break;
      }
    }
  }
  CHECK(close > static_cast<int>(mirrored.keypoints.size()) * 7 / 10);
}

}  // namespace
}  // namespace loupe::features
