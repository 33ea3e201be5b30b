#include "orb.h"
#include "peer.h"

namespace loupe::bench {
namespace {

/** What most users write first: match the query with every reference, keep the one with most inliers. */
class OrbLoop : public Peer {
 public:
  void Add(const cv::Mat& gray) override { references_.push_back(DetectOrb(*orb_, gray)); }

  std::vector<Scored> Search(const cv::Mat& gray) override {
    const OrbPicture query = DetectOrb(*orb_, gray);
    std::vector<Scored> scored;
    if (query.descriptors.rows < 2) return scored;
    for (uint32_t i = 0; i < references_.size(); ++i) {
      if (references_[i].descriptors.rows < 2) continue;
      std::vector<std::vector<cv::DMatch>> pairs;
      matcher_.knnMatch(query.descriptors, references_[i].descriptors, pairs, 2);
      scored.push_back({i, static_cast<double>(CountInliers(query, references_[i], pairs))});
    }
    return Best(std::move(scored), 10);
  }

 private:
  cv::Ptr<cv::ORB> orb_ = cv::ORB::create();
  cv::BFMatcher matcher_{cv::NORM_HAMMING};
  std::vector<OrbPicture> references_;
};

}  // namespace

std::unique_ptr<Peer> MakeOrbLoop() { return std::make_unique<OrbLoop>(); }

}  // namespace loupe::bench
