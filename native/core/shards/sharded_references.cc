#include "core/shards/sharded_references.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/base/error.h"

namespace loupe::shards {
namespace {

using retrieval::PostingHit;

/** DNAs of one question, for the same reason: most have less than 30 KB. */
constexpr size_t kMostDnas = 24;

std::vector<uint8_t> LookedFor(base::Span<const uint16_t> queries,
                               const std::vector<index::WordProbes>& probes,
                               const std::vector<retrieval::ExpectedPlace>& places) {
  std::vector<retrieval::ExpectedPlace> looked_up;
  for (const uint16_t query : queries) looked_up.push_back(places[query]);
  ByteWriter writer;
  PutProbes(probes, &writer);
  PutPlaces(looked_up, &writer);
  return writer.Take();
}

void PutNumbers(const std::vector<uint32_t>& numbers, ByteWriter* writer) {
  for (const uint32_t number : numbers) writer->Put(number);
}

}  // namespace

ShardedReferences::ShardedReferences(ShardLine* line, const std::vector<Shard>& shards,
                                     const retrieval::SearchFilter& filter, uint32_t vocabulary_id)
    : line_(line), shard_count_(shards.size()), divided_(DividedBy(shards, filter)) {
  for (const ShardAnswer& answer : AskAll(QuestionKind::kCounts, {})) {
    ByteReader reader(answer.bytes);
    if (reader.Get<uint32_t>() != vocabulary_id) {
      throw base::Error(base::ErrorCode::kInvalidArgument,
                        "Indexes that are searched together share one vocabulary.");
    }
    reference_count_ += reader.Get<uint64_t>();
    allowed_count_ += reader.Get<uint64_t>();
  }
}

std::vector<ShardedReferences::Divided> ShardedReferences::DividedBy(const std::vector<Shard>& shards,
                                                                     const retrieval::SearchFilter& filter) {
  std::map<uint32_t, std::vector<uint32_t>> by_index;
  for (uint32_t position = 0; position < shards.size(); ++position) {
    const Shard& shard = shards[position];
    std::vector<uint32_t>& of_index = by_index[shard.index];
    of_index.resize(shard.count, UINT32_MAX);
    of_index[shard.number] = position;
  }
  std::vector<Divided> divided;
  for (auto& [index, of_index] : by_index) {
    if (std::count(of_index.begin(), of_index.end(), UINT32_MAX) > 0)
      throw base::Error(base::ErrorCode::kInvalidArgument, "All shards of an index are searched together.");
    Divided& added = divided.emplace_back(Divided{index, std::move(of_index), filter});
    std::sort(added.filter.keys.begin(), added.filter.keys.end());
    if (filter.excluded && filter.excluded->first != index) added.filter.excluded.reset();
  }
  return divided;
}

ByteWriter ShardedReferences::QuestionOf(QuestionKind kind, const Divided& divided) const {
  ByteWriter writer;
  writer.Put(kMessageVersion);
  writer.Put(static_cast<uint8_t>(kind));
  PutFilter(divided.filter, &writer);
  return writer;
}

std::vector<ShardAnswer> ShardedReferences::AskAll(QuestionKind kind, const std::vector<uint8_t>& rest) {
  base::ThrowIfCancelled(cancellation_);
  std::vector<ShardQuestion> questions;
  for (const Divided& divided : divided_) {
    ByteWriter writer = QuestionOf(kind, divided);
    writer.PutBytes(rest);
    questions.push_back({divided.shards, writer.Take()});
  }
  return line_->Ask(std::move(questions));
}

void ShardedReferences::Begin(size_t descriptor_count, size_t crowd_size,
                              const base::CancellationToken* cancellation) {
  cancellation_ = cancellation;
  crowd_size_ = crowd_size;
  crowded_.clear();
  counters_ = {};
  found_.clear();
  runs_.assign(descriptor_count, {});
}

void ShardedReferences::Scan(base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
                             const retrieval::ScanBreadth& breadth) {
  AskNearest(probes, breadth, false);
  MergedNearest merged;
  std::vector<size_t> open;
  for (size_t i = 0; i < probes.size(); ++i) {
    const base::Span<const ShardNearest> told = told_[i];
    size_t crowd = 0;
    for (const ShardNearest& shard : told) crowd += shard.crowd_count;
    if (crowd >= crowd_size_) crowded_.push_back(queries[i]);
    if (!MergeNearest(told, &merged))
      open.push_back(i);
    else
      Keep(queries[i], merged);
  }
  if (open.empty()) return;
  std::vector<index::WordProbes> open_probes;
  for (const size_t i : open) open_probes.push_back(probes[i]);
  AskNearest(open_probes, breadth, true);
  for (size_t i = 0; i < open.size(); ++i) {
    MergeNearest(told_[i], &merged);
    Keep(queries[open[i]], merged);
  }
}

/** Fills told_. */
void ShardedReferences::AskNearest(const std::vector<index::WordProbes>& probes,
                                   const retrieval::ScanBreadth& breadth, bool is_last) {
  base::ThrowIfCancelled(cancellation_);
  NearestQuestion asked;
  asked.is_last = is_last;
  asked.shard_count = static_cast<uint32_t>(shard_count_);
  asked.words_each = static_cast<uint8_t>(breadth.words_each);
  asked.code_radius = static_cast<uint8_t>(breadth.code_radius);
  asked.crowd_size = crowd_size_;
  std::vector<ShardQuestion> questions;
  for (size_t begin = 0; begin < probes.size(); begin += kMostDescriptors) {
    for (const Divided& divided : divided_) {
      ByteWriter writer = QuestionOf(QuestionKind::kNearest, divided);
      asked.Write(&writer);
      PutProbes({probes.data() + begin, std::min(kMostDescriptors, probes.size() - begin)}, &writer);
      questions.push_back({divided.shards, writer.Take()});
    }
  }
  std::vector<uint32_t> indexes;
  for (const Divided& divided : divided_) indexes.push_back(divided.index);
  const retrieval::ScanCounters counters =
      told_.Read(line_->Ask(std::move(questions)), probes.size(), indexes);
  counters_.lists += counters.lists;
  counters_.postings += counters.postings;
}

void ShardedReferences::Keep(uint16_t query, const MergedNearest& merged) {
  const auto begin = static_cast<uint32_t>(found_.size());
  for (const MergedHit& told : merged.hits)
    found_.push_back({NumberOf(told.index, told.hit), told.hit.geometry, query, told.weight});
  runs_[query] = {begin, static_cast<uint32_t>(found_.size())};
}

uint32_t ShardedReferences::NumberOf(uint32_t index, const ToldHit& hit) {
  return images_.NumberOf({index, hit.key, hit.side});
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
  const std::vector<ShardAnswer> answers = AskAll(QuestionKind::kCrowd, writer.Take());
  std::vector<ByteReader> readers;
  for (const ShardAnswer& answer : answers) readers.emplace_back(answer.bytes);
  crowd_hits_.clear();
  std::vector<MergedHit> of_descriptor;
  for (const uint16_t query : queries) {
    size_t count = 0;
    of_descriptor.clear();
    for (size_t at = 0; at < answers.size(); ++at) {
      const uint32_t index = divided_[answers[at].question].index;
      count += readers[at].Get<uint32_t>();
      const auto hit_count = readers[at].Get<uint8_t>();
      const uint8_t* hits = readers[at].GetBytes(hit_count * ToldHit::kSize).data();
      for (size_t i = 0; i < hit_count; ++i) {
        const ToldHit hit = ToldHit::Read(hits + i * ToldHit::kSize);
        of_descriptor.push_back(
            {index, static_cast<uint16_t>(retrieval::kSignatureDistanceLimit - hit.distance), hit});
      }
    }
    if (count < least) continue;
    const auto kept = static_cast<ptrdiff_t>(std::min(of_descriptor.size(), retrieval::kCrowdHits));
    std::partial_sort(of_descriptor.begin(), of_descriptor.begin() + kept, of_descriptor.end());
    of_descriptor.resize(static_cast<size_t>(kept));
    for (const MergedHit& told : of_descriptor)
      crowd_hits_.push_back({NumberOf(told.index, told.hit), told.hit.geometry, query, told.weight});
  }
  return crowd_hits_;
}

std::vector<uint32_t> ShardedReferences::CountFound(base::Span<const uint16_t> queries,
                                                    const std::vector<index::WordProbes>& probes,
                                                    const std::vector<retrieval::ExpectedPlace>& places,
                                                    const retrieval::PlacedVoteOptions& /*options*/) {
  return CountFoundBy(LookedFor(queries, probes, places), probes.size());
}

std::vector<uint32_t> ShardedReferences::CountFoundBy(const std::vector<uint8_t>& looked_for, size_t count) {
  std::vector<uint32_t> found(count, 0);
  for (const ShardAnswer& answer : AskAll(QuestionKind::kPlacedCounts, looked_for)) {
    ByteReader reader(answer.bytes);
    for (uint32_t& of_descriptor : found) of_descriptor += reader.Get<uint32_t>();
  }
  return found;
}

std::vector<retrieval::VotedImage> ShardedReferences::CountPlaced(
    base::Span<const uint16_t> queries, const std::vector<index::WordProbes>& probes,
    const std::vector<retrieval::ExpectedPlace>& places, const retrieval::PlacedVoteOptions& /*options*/,
    size_t most) {
  const std::vector<uint8_t> shared = LookedFor(queries, probes, places);
  std::vector<uint32_t> weights;
  for (const uint32_t count : CountFoundBy(shared, probes.size()))
    weights.push_back(retrieval::PlacedWeight(allowed_count_, count));
  ByteWriter writer;
  writer.Put(static_cast<uint32_t>(most));
  writer.PutBytes(shared);
  PutNumbers(weights, &writer);
  std::vector<retrieval::VotedImage> voted;
  for (const ShardAnswer& answer : AskAll(QuestionKind::kPlacedVotes, writer.Take())) {
    ByteReader reader(answer.bytes);
    const size_t count = reader.GetCount(10);
    for (size_t i = 0; i < count; ++i) {
      ToldHit hit{};
      hit.key = reader.Get<uint32_t>();
      hit.side = reader.Get<uint16_t>();
      const auto votes = reader.Get<uint32_t>();
      voted.push_back({NumberOf(divided_[answer.question].index, hit), votes});
    }
  }
  return voted;
}

retrieval::ImageFacts ShardedReferences::FactsOf(uint32_t image) const {
  const RemoteImage& remote = images_[image];
  return {remote.index, remote.key, remote.side, nullptr};
}

void ShardedReferences::Fetch(base::Span<const uint32_t> images) {
  const auto is_here = [this](uint32_t image) { return dnas_.count(image) > 0; };
  if (std::all_of(images.begin(), images.end(), is_here)) return;
  std::vector<uint32_t> wanted(images.begin(), images.end());
  wanted.insert(wanted.end(), expected_.begin(), expected_.end());
  expected_.clear();
  Bring(wanted);
}

/** Asks for the DNAs that are not here. */
void ShardedReferences::Bring(const std::vector<uint32_t>& images) {
  base::ThrowIfCancelled(cancellation_);
  std::vector<std::map<uint32_t, uint32_t>> image_of_key(divided_.size());
  /** Position in divided_, for each question. */
  std::vector<size_t> asked;
  std::vector<ShardQuestion> questions;
  for (size_t at = 0; at < divided_.size(); ++at) {
    const Divided& divided = divided_[at];
    std::vector<uint32_t> keys;
    for (const uint32_t image : images) {
      if (images_[image].index != divided.index || !dnas_.emplace(image, index::DnaBlob{}).second) continue;
      keys.push_back(images_[image].key);
      image_of_key[at].emplace(images_[image].key, image);
    }
    for (size_t begin = 0; begin < keys.size(); begin += kMostDnas) {
      const base::Span<const uint32_t> some{keys.data() + begin, std::min(kMostDnas, keys.size() - begin)};
      std::set<uint32_t> holders;
      ByteWriter writer;
      writer.Put(kMessageVersion);
      writer.Put(static_cast<uint8_t>(QuestionKind::kDnas));
      writer.Put(static_cast<uint32_t>(some.size()));
      for (const uint32_t key : some) {
        writer.Put(key);
        holders.insert(divided.shards[key % divided.shards.size()]);
      }
      questions.push_back({{holders.begin(), holders.end()}, writer.Take()});
      asked.push_back(at);
    }
  }
  for (const ShardAnswer& answer : line_->Ask(std::move(questions))) {
    const std::map<uint32_t, uint32_t>& image_of = image_of_key[asked[answer.question]];
    for (ByteReader reader(answer.bytes); !reader.IsAtEnd();) {
      const auto key = reader.Get<uint32_t>();
      const base::Span<const uint8_t> bytes = reader.GetBytes(reader.Get<uint32_t>());
      const auto owner = std::make_shared<const std::vector<uint8_t>>(bytes.begin(), bytes.end());
      const auto image = image_of.find(key);
      if (image != image_of.end()) dnas_[image->second] = {*owner, owner, false};
    }
  }
}

const index::DnaBlob* ShardedReferences::DnaOf(uint32_t image) const {
  const auto dna = dnas_.find(image);
  return dna == dnas_.end() || dna->second.bytes.empty() ? nullptr : &dna->second;
}

}  // namespace loupe::shards
