#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/retrieval/reference_source.h"
#include "core/retrieval/search_filter.h"
#include "core/shards/image_table.h"
#include "core/shards/merged_nearest.h"
#include "core/shards/shard_line.h"
#include "core/shards/shard_messages.h"
#include "core/shards/told_nearest.h"

namespace loupe::shards {

/** One of the shards into which an index is divided: it holds the references whose key is `number` modulo
 * `count`. */
struct Shard {
  /** Position of the index in the search call. */
  uint32_t index = 0;
  uint32_t number = 0;
  uint32_t count = 1;
};

/**
 * The references of indexes of which each is divided into shards that lie elsewhere. A search through them
 * gives what it gives through whole indexes, for these reasons, however many of the shards answer together:
 *
 * - Of the postings that resemble a descriptor those are kept that are nearer than a distance, which depends
 * on how many there are at each distance in all shards. Each shard reports its nearest and how many are next.
 *   Where that leaves open what the distance is, the shards are asked once more for as many as one index
 * would keep; the nearest of all are then among the nearest of each.
 * - Votes, spatial agreement and the order of candidates follow from these postings alone; ties are broken by
 *   index and key.
 * - What depends on the number of references uses the sum over the shards.
 * - A DNA is brought from the shard that holds it, so that verification is the same.
 */
class ShardedReferences : public retrieval::ReferenceSource {
 public:
  /**
   * Asks the shards how many references there are.
   * @param line          outlives this
   * @param shards        all of each index
   * @param filter        as of a search of the whole indexes
   * @param vocabulary_id that of the shards
   * @throws Error kInvalidArgument for shards of another vocabulary or version, and what the line throws; all
   * functions throw the latter
   */
  ShardedReferences(ShardLine* line, const std::vector<Shard>& shards, const retrieval::SearchFilter& filter,
                    uint32_t vocabulary_id);

  size_t reference_count() const override { return reference_count_; }
  size_t allowed_count() const override { return allowed_count_; }
  void Begin(size_t descriptor_count, size_t crowd_size,
             const base::CancellationToken* cancellation) override;
  void Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
            const retrieval::ScanBreadth& breadth) override;
  const std::vector<retrieval::PostingHit>& Hits() override;
  size_t image_count() const override { return images_.size(); }
  base::Span<const uint16_t> crowded() const override { return crowded_; }
  retrieval::ScanCounters counters() const override { return counters_; }
  const std::vector<retrieval::PostingHit>& ScanCrowd(base::Span<const uint16_t> queries,
                                                      const std::vector<index::WordProbes>& probes,
                                                      size_t least) override;
  std::vector<uint32_t> CountFound(base::Span<const uint16_t> queries,
                                   const std::vector<index::WordProbes>& probes,
                                   const std::vector<retrieval::ExpectedPlace>& places,
                                   const retrieval::PlacedVoteOptions& options) override;
  std::vector<retrieval::VotedImage> CountPlaced(base::Span<const uint16_t> queries,
                                                 const std::vector<index::WordProbes>& probes,
                                                 const std::vector<retrieval::ExpectedPlace>& places,
                                                 const retrieval::PlacedVoteOptions& options,
                                                 size_t most) override;
  retrieval::ImageFacts FactsOf(uint32_t image) const override;
  bool are_elsewhere() const override { return true; }
  void Expect(base::Span<const uint32_t> images) override { expected_.assign(images.begin(), images.end()); }
  void Fetch(base::Span<const uint32_t> images) override;
  const index::DnaBlob* DnaOf(uint32_t image) const override;

 private:
  /** An index of the search, and its shards by their numbers. */
  struct Divided {
    uint32_t index;
    std::vector<uint32_t> shards;
    retrieval::SearchFilter filter;
  };
  static std::vector<Divided> DividedBy(const std::vector<Shard>& shards,
                                        const retrieval::SearchFilter& filter);
  /** The beginning of a question that reads postings. */
  ByteWriter QuestionOf(QuestionKind kind, const Divided& divided) const;
  /** @param looked_for  probes and places of `count` descriptors */
  std::vector<uint32_t> CountFoundBy(const std::vector<uint8_t>& looked_for, size_t count);
  /** Asks all shards the same. */
  std::vector<ShardAnswer> AskAll(QuestionKind kind, const std::vector<uint8_t>& rest);
  void AskNearest(const std::vector<index::WordProbes>& probes, const retrieval::ScanBreadth& breadth,
                  bool is_last);
  void Keep(uint16_t query, const MergedNearest& merged);
  uint32_t NumberOf(uint32_t index, const ToldHit& hit);
  void Bring(const std::vector<uint32_t>& images);

  ShardLine* line_;
  const size_t shard_count_;
  const std::vector<Divided> divided_;
  size_t reference_count_ = 0;
  size_t allowed_count_ = 0;
  const base::CancellationToken* cancellation_ = nullptr;
  size_t crowd_size_ = 0;
  std::vector<uint16_t> crowded_;
  retrieval::ScanCounters counters_;
  ImageTable images_;
  /** Hits in the order of their scans, and which of them are those of each descriptor. */
  std::vector<retrieval::PostingHit> found_;
  std::vector<retrieval::HitRun> runs_;
  std::vector<retrieval::PostingHit> hits_;
  std::vector<retrieval::PostingHit> crowd_hits_;
  /** By number of the reference; empty for one that is gone. */
  std::unordered_map<uint32_t, index::DnaBlob> dnas_;
  /** Whose DNAs the next question for DNAs asks for, too. */
  std::vector<uint32_t> expected_;
  ToldNearest told_;
};

}  // namespace loupe::shards
