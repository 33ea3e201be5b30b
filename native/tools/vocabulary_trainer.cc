#include "tools/vocabulary_trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/features/hamming.h"
#include "test/random.h"

namespace loupe::tools {
namespace {

constexpr int kBits = 256;
constexpr int kSignatureBits = 64;
constexpr size_t kCenters = 256;
/** The first level is trained on at most this many descriptors. */
constexpr size_t kMaxBranchSample = 400000;

using Members = std::vector<features::Descriptor>;

bool BitOf(const features::Descriptor& d, int bit) { return (d.bytes[bit / 8] >> (bit % 8)) & 1U; }
void SetBit(features::Descriptor* d, int bit) {
  d->bytes[bit / 8] = static_cast<uint8_t>(d->bytes[bit / 8] | (1U << (bit % 8)));
}

std::vector<uint8_t> Assign(const Members& members, const Members& centers) {
  std::vector<uint8_t> nearest(members.size());
  const std::vector<uint64_t> blocks = features::ToBlocks(centers);
  std::array<uint16_t, kCenters> distances;
  for (size_t i = 0; i < members.size(); ++i) {
    features::ActiveKernels().block_distances(members[i], blocks.data(), kCenters, distances.data());
    nearest[i] =
        static_cast<uint8_t>(std::min_element(distances.begin(), distances.end()) - distances.begin());
  }
  return nearest;
}

/** Majority of each bit over the members of each center. */
Members Majorities(const Members& members, const std::vector<uint8_t>& nearest, test::Random* random) {
  std::vector<std::array<uint32_t, kBits>> ones(kCenters);
  std::vector<uint32_t> sizes(kCenters, 0);
  for (size_t i = 0; i < members.size(); ++i) {
    ++sizes[nearest[i]];
    for (int bit = 0; bit < kBits; ++bit)
      ones[nearest[i]][static_cast<size_t>(bit)] += BitOf(members[i], bit);
  }
  Members centers(kCenters, features::Descriptor{});
  for (size_t c = 0; c < kCenters; ++c) {
    if (sizes[c] == 0) {
      centers[c] = members[random->Below(static_cast<uint32_t>(members.size()))];
      continue;
    }
    for (int bit = 0; bit < kBits; ++bit) {
      if (2 * ones[c][static_cast<size_t>(bit)] > sizes[c]) SetBit(&centers[c], bit);
    }
  }
  return centers;
}

Members RandomCenters(const Members& members, test::Random* random) {
  Members centers;
  for (size_t i = 0; i < kCenters; ++i) {
    centers.push_back(members[random->Below(static_cast<uint32_t>(members.size()))]);
  }
  return centers;
}

Members KMajority(const Members& members, int round_count, test::Random* random) {
  Members centers = RandomCenters(members, random);
  for (int round = 0; round < round_count; ++round) {
    centers = Majorities(members, Assign(members, centers), random);
  }
  return centers;
}

/** Deviations of members from their word's center, as +1 and -1 per bit, minus the mean: what a word leaves
 * open. */
std::vector<std::array<float, kBits>> DeviationsOf(const Members& members, const Members& words) {
  const std::vector<uint8_t> nearest = Assign(members, words);
  std::vector<std::array<float, kBits>> deviations(members.size());
  std::array<double, kBits> mean{};
  for (size_t i = 0; i < members.size(); ++i) {
    for (int bit = 0; bit < kBits; ++bit) {
      const float deviation = BitOf(members[i], bit) == BitOf(words[nearest[i]], bit) ? 0.0f : 1.0f;
      deviations[i][static_cast<size_t>(bit)] = deviation;
      mean[static_cast<size_t>(bit)] += deviation;
    }
  }
  for (double& m : mean) m /= static_cast<double>(members.size());
  for (auto& row : deviations) {
    for (size_t bit = 0; bit < kBits; ++bit) row[bit] -= static_cast<float>(mean[bit]);
  }
  return deviations;
}

/** Greedy choice of bits that vary most within words and are least like those already chosen. */
features::Descriptor ChooseSignatureBits(const Members& members, const Members& words) {
  const auto deviations = DeviationsOf(members, words);
  std::vector<std::array<float, kBits>> covariance(kBits);
  for (const auto& row : deviations) {
    for (size_t a = 0; a < kBits; ++a) {
      for (size_t b = 0; b < kBits; ++b) covariance[a][b] += row[a] * row[b];
    }
  }
  std::array<float, kBits> penalty{};
  features::Descriptor mask{};
  for (int chosen = 0; chosen < kSignatureBits; ++chosen) {
    int best = -1;
    float best_worth = -1.0f;
    for (int bit = 0; bit < kBits; ++bit) {
      const auto b = static_cast<size_t>(bit);
      const float worth = covariance[b][b] * (1.0f - penalty[b]);
      if (BitOf(mask, bit) || worth <= best_worth) continue;
      best = bit;
      best_worth = worth;
    }
    SetBit(&mask, best);
    for (size_t b = 0; b < kBits; ++b) {
      const auto c = static_cast<size_t>(best);
      const float scale = std::sqrt(covariance[b][b] * covariance[c][c]);
      if (scale > 0.0f) penalty[b] = std::max(penalty[b], std::abs(covariance[b][c]) / scale);
    }
  }
  return mask;
}

/** Members of a branch; too small ones are filled up, since every branch has 256 words. */
std::vector<Members> SplitByBranch(const Members& descriptors, const Members& branches,
                                   test::Random* random) {
  const std::vector<uint8_t> nearest = Assign(descriptors, branches);
  std::vector<Members> split(kCenters);
  for (size_t i = 0; i < descriptors.size(); ++i) split[nearest[i]].push_back(descriptors[i]);
  for (Members& members : split) {
    while (members.size() < 2 * kCenters) {
      members.push_back(descriptors[random->Below(static_cast<uint32_t>(descriptors.size()))]);
    }
  }
  return split;
}

}  // namespace

TrainedVocabulary TrainVocabulary(const std::vector<features::Descriptor>& descriptors,
                                  const TrainOptions& options) {
  if (descriptors.size() < index::kWordCount)
    throw std::runtime_error("a vocabulary needs at least 65,536 descriptors");
  test::Random random(options.seed);
  Members shuffled = descriptors;
  for (size_t i = shuffled.size() - 1; i > 0; --i) {
    std::swap(shuffled[i], shuffled[random.Below(static_cast<uint32_t>(i + 1))]);
  }
  const Members sample(shuffled.begin(), shuffled.begin() + static_cast<ptrdiff_t>(
                                                                std::min(kMaxBranchSample, shuffled.size())));
  const Members branches = KMajority(sample, options.round_count, &random);
  Members all_words;
  Members masks;
  for (const Members& members : SplitByBranch(shuffled, branches, &random)) {
    const Members words = KMajority(members, options.round_count, &random);
    all_words.insert(all_words.end(), words.begin(), words.end());
    masks.push_back(ChooseSignatureBits(members, words));
  }
  return {branches, all_words, masks};
}

}  // namespace loupe::tools
