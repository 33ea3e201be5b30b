#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <vector>

namespace loupe::bench {

/** A reference and how sure the peer is of it: inliers, or bits that agree. */
struct Scored {
  uint32_t reference = 0;
  double score = 0.0;
};

/** Something that a user could pick instead of the engine. Pictures are 8-bit gray. */
class Peer {
 public:
  virtual ~Peer() = default;
  /** Adds a reference; its number is the count of those before it. */
  virtual void Add(const cv::Mat& gray) = 0;
  /** Called once, after the last reference. */
  virtual void Build() {}
  /** The best references, best first. */
  virtual std::vector<Scored> Search(const cv::Mat& gray) = 0;
};

std::unique_ptr<Peer> MakeOrbLoop();
std::unique_ptr<Peer> MakeOrbLsh();
std::unique_ptr<Peer> MakePerceptualHash();

/** Keeps the `count` best. */
std::vector<Scored> Best(std::vector<Scored> scored, size_t count);

}  // namespace loupe::bench
