#include "core/shards/sharded_references.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "core/base/error.h"

namespace loupe::shards {
namespace {

using retrieval::PostingHit;

/** Descriptors of one question: its answer stays below the megabyte that one message of NATS may have. */
constexpr size_t kMostDescriptors = 1000;
/** A shard whose share of hits is so many standard deviations above the mean is asked once more. */
constexpr double kSpareDeviations = 3.0;

std::vector<retrieval::SearchFilter> FiltersOf(const std::vector<Shard>& shards,
                                               const retrieval::SearchFilter& filter) {
  std::vector<retrieval::SearchFilter> filters;
  for (const Shard& shard : shards) {
    retrieval::SearchFilter& own = filters.emplace_back();
    own.keywords = filter.keywords;
    own.only_keys = filter.only_keys;
    const auto is_held = [&](uint32_t key) { return key % shard.count == shard.number; };
    std::copy_if(filter.keys.begin(), filter.keys.end(), std::back_inserter(own.keys), is_held);
    if (filter.excluded && filter.excluded->first == shard.index && is_held(filter.excluded->second))
      own.excluded = filter.excluded;
  }
  return filters;
}

/**
 * Hits that a shard tells of a descriptor at first: the share of one among so many shards is distributed like
 * the successes of as many trials, so that hardly any has more.
 */
size_t MostToldFirst(size_t shard_count) {
  const double mean =
      static_cast<double>(retrieval::kMaxHitsPerDescriptor) / static_cast<double>(shard_count);
  return std::min<size_t>(retrieval::kMaxHitsPerDescriptor,
                          static_cast<size_t>(std::ceil(mean + kSpareDeviations * std::sqrt(mean))));
}

void PutNumbers(const std::vector<uint32_t>& numbers, ByteWriter* writer) {
  for (const uint32_t number : numbers) writer->Put(number);
}

}  // namespace

ShardedReferences::ShardedReferences(ShardLine* line, std::vector<Shard> shards,
                                     const retrieval::SearchFilter& filter, uint32_t vocabulary_id)
    : line_(line), shards_(std::move(shards)), filters_(FiltersOf(shards_, filter)) {
  for (const std::vector<uint8_t>& answer : AskAll(QuestionKind::kCounts, {})) {
    ByteReader reader(answer);
    if (reader.Get<uint32_t>() != vocabulary_id) {
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        "Indexes that are searched together share one vocabulary.");
    }
    reference_count_ += reader.Get<uint64_t>();
    allowed_count_ += reader.Get<uint64_t>();
  }
}

ByteWriter ShardedReferences::QuestionOf(QuestionKind kind, size_t shard) const {
  ByteWriter writer;
  writer.Put(kMessageVersion);
  writer.Put(static_cast<uint8_t>(kind));
  PutFilter(filters_[shard], &writer);
  return writer;
}

std::vector<std::vector<uint8_t>> ShardedReferences::AskAll(QuestionKind kind,
                                                            const std::vector<uint8_t>& rest) {
  base::ThrowIfCancelled(cancellation_);
  std::vector<ShardQuestion> questions;
  for (size_t shard = 0; shard < shards_.size(); ++shard) {
    ByteWriter writer = QuestionOf(kind, shard);
    writer.PutBytes(rest);
    questions.push_back({shard, writer.Take()});
  }
  return line_->Ask(std::move(questions));
}

void ShardedReferences::Begin(size_t descriptor_count, size_t crowd_size,
                              const base::CancellationToken* cancellation) {
  cancellation_ = cancellation;
  crowd_size_ = crowd_size;
  crowded_count_ = 0;
  counters_ = {};
  found_.clear();
  runs_.assign(descriptor_count, {});
}

void ShardedReferences::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                             int words_each) {
  std::vector<uint32_t> index_of;
  for (const Shard& shard : shards_) index_of.push_back(shard.index);
  const size_t most = MostToldFirst(shards_.size());
  // If all of them together are so many, one of them has its share.
  const size_t least_crowd = (crowd_size_ + shards_.size() - 1) / shards_.size();
  std::vector<std::vector<ShardNearest>> told = AskNearest(probes, words_each, most, least_crowd);
  MergedNearest merged;
  std::vector<size_t> open;
  for (size_t i = 0; i < probes.size(); ++i) {
    const bool is_any_crowd = std::any_of(told[i].begin(), told[i].end(),
                                          [](const ShardNearest& shard) { return shard.crowd_count > 0; });
    if (is_any_crowd || !MergeNearest(told[i], index_of, &merged))
      open.push_back(i);
    else
      Keep(queries[i], merged);
  }
  if (open.empty()) return;
  std::vector<index::WordProbes> open_probes;
  for (const size_t i : open) open_probes.push_back(probes[i]);
  told = AskNearest(open_probes, words_each, retrieval::kMaxHitsPerDescriptor, 1);
  for (size_t i = 0; i < open.size(); ++i) {
    size_t crowd = 0;
    for (const ShardNearest& shard : told[i]) crowd += shard.crowd_count;
    crowded_count_ += crowd >= crowd_size_ ? 1 : 0;
    MergeNearest(told[i], index_of, &merged);
    Keep(queries[open[i]], merged);
  }
}

/** @return by descriptor, what each shard tells; valid until the next call */
std::vector<std::vector<ShardNearest>> ShardedReferences::AskNearest(
    const std::vector<index::WordProbes>& probes, int words_each, size_t most, size_t least_crowd) {
  base::ThrowIfCancelled(cancellation_);
  std::vector<ShardQuestion> questions;
  for (size_t begin = 0; begin < probes.size(); begin += kMostDescriptors) {
    const size_t count = std::min(kMostDescriptors, probes.size() - begin);
    for (size_t shard = 0; shard < shards_.size(); ++shard) {
      ByteWriter writer = QuestionOf(QuestionKind::kNearest, shard);
      writer.Put(static_cast<uint8_t>(most));
      writer.Put(static_cast<uint32_t>(std::min<size_t>(least_crowd, UINT32_MAX)));
      writer.Put(static_cast<uint8_t>(words_each));
      PutProbes({probes.data() + begin, count}, &writer);
      questions.push_back({shard, writer.Take()});
    }
  }
  answers_ = line_->Ask(std::move(questions));
  std::vector<std::vector<ShardNearest>> told(probes.size(), std::vector<ShardNearest>(shards_.size()));
  for (size_t i = 0; i < answers_.size(); ++i) {
    const size_t shard = i % shards_.size();
    const size_t begin = i / shards_.size() * kMostDescriptors;
    ByteReader reader(answers_[i]);
    counters_.lists += reader.Get<uint64_t>();
    counters_.postings += reader.Get<uint64_t>();
    for (size_t at = begin; at < std::min(begin + kMostDescriptors, probes.size()); ++at) {
      ShardNearest& of_shard = told[at][shard];
      of_shard.most = static_cast<uint8_t>(most);
      of_shard.complete = std::min<uint8_t>(reader.Get<uint8_t>(), retrieval::kSignatureDistanceLimit);
      of_shard.left_out_count = reader.Get<uint8_t>();
      of_shard.crowd_count = reader.Get<uint32_t>();
      of_shard.hit_count = reader.Get<uint8_t>();
      of_shard.hits = reader.GetBytes(of_shard.hit_count * ToldHit::kSize).data();
    }
  }
  return told;
}

void ShardedReferences::Keep(uint16_t query, const MergedNearest& merged) {
  const auto begin = static_cast<uint32_t>(found_.size());
  for (const MergedHit& of_shard : merged.hits)
    found_.push_back({NumberOf(of_shard.shard, of_shard.hit), of_shard.hit.geometry, query, of_shard.weight});
  runs_[query] = {begin, static_cast<uint32_t>(found_.size())};
}

uint32_t ShardedReferences::NumberOf(size_t shard, const ToldHit& hit) {
  return images_.NumberOf({shards_[shard].index, hit.key, static_cast<uint32_t>(shard), hit.side});
}

const std::vector<PostingHit>& ShardedReferences::Hits() {
  hits_.clear();
  for (const retrieval::HitRun& run : runs_)
    hits_.insert(hits_.end(), found_.begin() + run.begin, found_.begin() + run.end);
  counters_.hits = hits_.size();
  return hits_;
}

const std::vector<PostingHit>& ShardedReferences::ScanCrowd(base::Span<const uint16_t> queries,
                                                            const std::vector<index::WordProbes>& probes,
                                                            size_t least) {
  ByteWriter writer;
  PutProbes(probes, &writer);
  const std::vector<std::vector<uint8_t>> answers = AskAll(QuestionKind::kCrowd, writer.Take());
  std::vector<ByteReader> readers(answers.begin(), answers.end());
  crowd_hits_.clear();
  std::vector<MergedHit> of_descriptor;
  for (const uint16_t query : queries) {
    size_t count = 0;
    of_descriptor.clear();
    for (uint32_t shard = 0; shard < shards_.size(); ++shard) {
      count += readers[shard].Get<uint32_t>();
      const auto hit_count = readers[shard].Get<uint8_t>();
      const uint8_t* hits = readers[shard].GetBytes(hit_count * ToldHit::kSize).data();
      for (size_t i = 0; i < hit_count; ++i) {
        const ToldHit hit = ToldHit::Read(hits + i * ToldHit::kSize);
        of_descriptor.push_back(
            {shard, static_cast<uint16_t>(retrieval::kSignatureDistanceLimit - hit.distance), hit});
      }
    }
    if (count < least) continue;
    const auto kept = static_cast<ptrdiff_t>(std::min(of_descriptor.size(), retrieval::kCrowdHits));
    const auto rank = [&](const MergedHit& of_shard) {
      return std::make_tuple(shards_[of_shard.shard].index, of_shard.hit.key, of_shard.hit.geometry);
    };
    std::partial_sort(of_descriptor.begin(), of_descriptor.begin() + kept, of_descriptor.end(),
                      [&](const MergedHit& a, const MergedHit& b) { return rank(a) < rank(b); });
    of_descriptor.resize(static_cast<size_t>(kept));
    for (const MergedHit& of_shard : of_descriptor)
      crowd_hits_.push_back(
          {NumberOf(of_shard.shard, of_shard.hit), of_shard.hit.geometry, query, of_shard.weight});
  }
  return crowd_hits_;
}

std::vector<retrieval::VotedImage> ShardedReferences::CountPlaced(
    base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
    const std::vector<retrieval::ExpectedPlace>& places, const retrieval::PlacedVoteOptions& /*options*/,
    size_t most) {
  std::vector<retrieval::ExpectedPlace> looked_up;
  for (const uint16_t query : queries) looked_up.push_back(places[query]);
  ByteWriter looked_for;
  PutProbes(probes, &looked_for);
  PutPlaces(looked_up, &looked_for);
  const std::vector<uint8_t> shared = looked_for.Take();
  std::vector<uint32_t> found(probes.size(), 0);
  for (const std::vector<uint8_t>& answer : AskAll(QuestionKind::kPlacedCounts, shared)) {
    ByteReader reader(answer);
    for (uint32_t& count : found) count += reader.Get<uint32_t>();
  }
  std::vector<uint32_t> weights;
  for (const uint32_t count : found) weights.push_back(retrieval::PlacedWeight(allowed_count_, count));
  ByteWriter writer;
  writer.Put(static_cast<uint32_t>(most));
  writer.PutBytes(shared);
  PutNumbers(weights, &writer);
  const std::vector<std::vector<uint8_t>> answers = AskAll(QuestionKind::kPlacedVotes, writer.Take());
  std::vector<retrieval::VotedImage> voted;
  for (uint32_t shard = 0; shard < shards_.size(); ++shard) {
    ByteReader reader(answers[shard]);
    const size_t count = reader.GetCount(10);
    for (size_t i = 0; i < count; ++i) {
      ToldHit hit{};
      hit.key = reader.Get<uint32_t>();
      hit.side = reader.Get<uint16_t>();
      const auto votes = reader.Get<uint32_t>();
      voted.push_back({NumberOf(shard, hit), votes});
    }
  }
  return voted;
}

retrieval::ImageFacts ShardedReferences::FactsOf(uint32_t image) const {
  const RemoteImage& remote = images_[image];
  return {remote.index, remote.key, remote.side, nullptr};
}

void ShardedReferences::Fetch(base::Span<const uint32_t> images) {
  base::ThrowIfCancelled(cancellation_);
  std::map<uint32_t, std::vector<uint32_t>> wanted;
  for (const uint32_t image : images) {
    if (dnas_.emplace(image, index::DnaBlob{}).second) wanted[images_[image].shard].push_back(image);
  }
  if (wanted.empty()) return;
  std::vector<ShardQuestion> questions;
  for (const auto& [shard, of_shard] : wanted) {
    ByteWriter writer;
    writer.Put(kMessageVersion);
    writer.Put(static_cast<uint8_t>(QuestionKind::kDnas));
    writer.Put(static_cast<uint32_t>(of_shard.size()));
    for (const uint32_t image : of_shard) writer.Put(images_[image].key);
    questions.push_back({shard, writer.Take()});
  }
  const std::vector<std::vector<uint8_t>> answers = line_->Ask(std::move(questions));
  auto answer = answers.begin();
  for (const auto& [shard, of_shard] : wanted) {
    ByteReader reader(*answer++);
    for (const uint32_t image : of_shard) {
      const base::Span<const uint8_t> bytes = reader.GetBytes(reader.Get<uint32_t>());
      const auto owner = std::make_shared<const std::vector<uint8_t>>(bytes.begin(), bytes.end());
      dnas_[image] = {*owner, owner, false};
    }
  }
}

const index::DnaBlob* ShardedReferences::DnaOf(uint32_t image) const {
  const auto dna = dnas_.find(image);
  return dna == dnas_.end() || dna->second.bytes.empty() ? nullptr : &dna->second;
}

}  // namespace loupe::shards
