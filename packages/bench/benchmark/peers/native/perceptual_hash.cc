#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "peer.h"

namespace loupe::bench {
namespace {

constexpr int kBits = 64;

/** 64 signs of the lowest frequencies of a 32 x 32 picture against their median (pHash; Zauner, 2010). */
class PerceptualHash : public Peer {
 public:
  void Add(const cv::Mat& gray) override { hashes_.push_back(HashOf(gray)); }

  std::vector<Scored> Search(const cv::Mat& gray) override {
    const uint64_t hash = HashOf(gray);
    std::vector<Scored> scored;
    for (uint32_t i = 0; i < hashes_.size(); ++i) {
      scored.push_back({i, static_cast<double>(kBits - __builtin_popcountll(hash ^ hashes_[i]))});
    }
    return Best(std::move(scored), 10);
  }

 private:
  static uint64_t HashOf(const cv::Mat& gray) {
    cv::Mat small, frequencies;
    cv::resize(gray, small, {32, 32}, 0, 0, cv::INTER_AREA);
    small.convertTo(small, CV_32F);
    cv::dct(small, frequencies);
    std::vector<float> low;
    for (int y = 1; y <= 8; ++y) {
      for (int x = 1; x <= 8; ++x) low.push_back(frequencies.at<float>(y, x));
    }
    std::vector<float> sorted = low;
    std::nth_element(sorted.begin(), sorted.begin() + kBits / 2, sorted.end());
    uint64_t hash = 0;
    for (size_t i = 0; i < low.size(); ++i) hash |= static_cast<uint64_t>(low[i] > sorted[kBits / 2]) << i;
    return hash;
  }

  std::vector<uint64_t> hashes_;
};

}  // namespace

std::unique_ptr<Peer> MakePerceptualHash() { return std::make_unique<PerceptualHash>(); }

std::vector<Scored> Best(std::vector<Scored> scored, size_t count) {
  const size_t kept = std::min(count, scored.size());
  const auto is_better = [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.reference < b.reference;
  };
  std::partial_sort(scored.begin(), scored.begin() + static_cast<ptrdiff_t>(kept), scored.end(), is_better);
  scored.resize(kept);
  return scored;
}

}  // namespace loupe::bench
