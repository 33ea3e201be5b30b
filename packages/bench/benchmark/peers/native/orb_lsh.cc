#include <numeric>

#include "orb.h"
#include "peer.h"

namespace loupe::bench {
namespace {

constexpr size_t kVerified = 20;

/** FLANN's locality-sensitive hashing over all descriptors (12 tables of 20 bits), votes, 20 verified. */
class OrbLsh : public Peer {
 public:
  void Add(const cv::Mat& gray) override { references_.push_back(DetectOrb(*orb_, gray)); }

  void Build() override {
    std::vector<cv::Mat> all;
    for (uint32_t i = 0; i < references_.size(); ++i) {
      const cv::Mat& descriptors = references_[i].descriptors;
      if (descriptors.empty()) continue;
      all.push_back(descriptors);
      owner_.insert(owner_.end(), static_cast<size_t>(descriptors.rows), i);
    }
    cv::Mat joined;
    if (!all.empty()) cv::vconcat(all, joined);
    flann_.add(std::vector<cv::Mat>{joined});
    flann_.train();
  }

  std::vector<Scored> Search(const cv::Mat& gray) override {
    const OrbPicture query = DetectOrb(*orb_, gray);
    if (query.descriptors.rows < 2 || owner_.empty()) return {};
    std::vector<Scored> verified;
    for (const Scored& candidate : Best(Vote(query), kVerified)) {
      const OrbPicture& reference = references_[candidate.reference];
      if (candidate.score <= 0.0 || reference.descriptors.rows < 2) continue;
      std::vector<std::vector<cv::DMatch>> pairs;
      matcher_.knnMatch(query.descriptors, reference.descriptors, pairs, 2);
      verified.push_back({candidate.reference, static_cast<double>(CountInliers(query, reference, pairs))});
    }
    return Best(std::move(verified), 10);
  }

 private:
  /** Each query descriptor votes for the pictures of its five nearest, by how near they are. */
  std::vector<Scored> Vote(const OrbPicture& query) {
    std::vector<std::vector<cv::DMatch>> nearest;
    flann_.knnMatch(query.descriptors, nearest, 5);
    std::vector<Scored> votes(references_.size());
    for (uint32_t i = 0; i < votes.size(); ++i) votes[i].reference = i;
    for (const std::vector<cv::DMatch>& list : nearest) {
      for (const cv::DMatch& match : list) {
        if (match.trainIdx < 0) continue;
        votes[owner_[static_cast<size_t>(match.trainIdx)]].score += std::max(0.0, 64.0 - match.distance);
      }
    }
    return votes;
  }

  cv::Ptr<cv::ORB> orb_ = cv::ORB::create();
  cv::BFMatcher matcher_{cv::NORM_HAMMING};
  cv::FlannBasedMatcher flann_{cv::makePtr<cv::flann::LshIndexParams>(12, 20, 2)};
  std::vector<OrbPicture> references_;
  std::vector<uint32_t> owner_;
};

}  // namespace

std::unique_ptr<Peer> MakeOrbLsh() { return std::make_unique<OrbLsh>(); }

}  // namespace loupe::bench
