#include "packages/bench/native/stranger_distances.h"

#include <algorithm>
#include <numeric>

#include "core/retrieval/nearest_postings.h"

namespace loupe::bench {
namespace {

constexpr uint32_t kDescriptorsOfPicture = 60;
constexpr double kNoStranger = 64.0;

using Pictures = std::vector<features::Features>;

std::vector<index::WordProbes> ProbesOf(const Pictures& pictures, const index::Vocabulary& vocabulary,
                                        test::Random* random) {
  std::vector<features::Descriptor> descriptors;
  for (const features::Features& picture : pictures) {
    const auto count = static_cast<uint32_t>(picture.descriptors.size());
    for (uint32_t i = 0; count > 0 && i < kDescriptorsOfPicture; ++i)
      descriptors.push_back(picture.descriptors[random->Below(count)]);
  }
  return vocabulary.ProbesOf(descriptors);
}

/** Distances of one descriptor from all that share a word with it, nearest first. */
std::vector<int> DistancesOf(const index::WordProbes& probes, const CornerPool& strangers) {
  std::vector<int> distances;
  for (const index::WordProbe& probe : probes) {
    for (const PooledCorner& corner : strangers.of(probe.word))
      distances.push_back(__builtin_popcountll(corner.signature ^ probe.signature));
  }
  std::sort(distances.begin(), distances.end());
  return distances;
}

double MiddleOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto first = values.begin() + static_cast<ptrdiff_t>(0.45 * static_cast<double>(values.size()));
  const auto last = values.begin() + static_cast<ptrdiff_t>(0.55 * static_cast<double>(values.size()));
  return first == last ? kNoStranger : std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
}

StrangerDistances MeasureStrangers(const std::vector<index::WordProbes>& asked, const CornerPool& strangers) {
  std::array<std::vector<double>, StrangerDistances::kRanks.size()> by_rank;
  StrangerDistances measured;
  for (const index::WordProbes& probes : asked) {
    const std::vector<int> distances = DistancesOf(probes, strangers);
    for (size_t i = 0; i < by_rank.size(); ++i) {
      const size_t rank = StrangerDistances::kRanks[i];
      by_rank[i].push_back(rank <= distances.size() ? distances[rank - 1] : kNoStranger);
    }
    const auto limit = static_cast<int>(retrieval::kSignatureDistanceLimit);
    measured.hits +=
        static_cast<double>(std::lower_bound(distances.begin(), distances.end(), limit) - distances.begin()) /
        static_cast<double>(asked.size());
  }
  for (size_t i = 0; i < by_rank.size(); ++i) measured.by_rank[i] = MiddleOf(by_rank[i]);
  return measured;
}

}  // namespace

StrangerComparison CompareStrangers(const Pictures& pictures, const index::Vocabulary& vocabulary,
                                    size_t size, size_t parents, size_t asked, uint64_t seed) {
  test::Random random(seed);
  const auto end_of = [&](size_t count) { return pictures.begin() + static_cast<ptrdiff_t>(count); };
  const auto probes = ProbesOf({end_of(pictures.size() - asked), pictures.end()}, vocabulary, &random);
  const CornerPool pool({end_of(size - parents), end_of(size)}, vocabulary);
  return {MeasureStrangers(probes, CornerPool({pictures.begin(), end_of(size)}, vocabulary)),
          MeasureStrangers(probes, Simulated(pool, size, parents, &random))};
}

}  // namespace loupe::bench
