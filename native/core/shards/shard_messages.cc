#include "core/shards/shard_messages.h"

#include <algorithm>
#include <cmath>

#include "core/retrieval/nearest_postings.h"

namespace loupe::shards {
namespace {

constexpr size_t kProbeBytes = sizeof(uint16_t) + sizeof(uint64_t);
constexpr size_t kProbesBytes = index::kWordsPerQueryDescriptor * kProbeBytes;
/** Shards whose share of hits is more standard deviations than this above the mean are asked once more. */
constexpr double kSpareDeviations = 3.0;

}  // namespace

void PutFilter(const retrieval::SearchFilter& filter, ByteWriter* writer) {
  writer->Put(static_cast<uint32_t>(filter.keywords.size()));
  for (const std::string& keyword : filter.keywords) writer->PutText(keyword);
  writer->Put(static_cast<uint8_t>(filter.only_keys ? 1 : 0));
  writer->Put(static_cast<uint32_t>(filter.keys.size()));
  uint32_t last = 0;
  for (const uint32_t key : filter.keys) {
    writer->PutShort(key - last);
    last = key;
  }
  writer->Put(static_cast<uint8_t>(filter.excluded ? 1 : 0));
  writer->Put(filter.excluded ? filter.excluded->second : 0U);
}

retrieval::SearchFilter GetFilter(ByteReader* reader) {
  retrieval::SearchFilter filter;
  filter.keywords.resize(reader->GetCount(sizeof(uint32_t)));
  for (std::string& keyword : filter.keywords) keyword = reader->GetText();
  filter.only_keys = reader->Get<uint8_t>() != 0;
  filter.keys.resize(reader->GetCount(1));
  uint32_t last = 0;
  for (uint32_t& key : filter.keys) key = last += reader->GetShort();
  const bool is_any_excluded = reader->Get<uint8_t>() != 0;
  const auto excluded = reader->Get<uint32_t>();
  // The shards that are asked together are one index.
  if (is_any_excluded) filter.excluded = {0U, excluded};
  return filter;
}

void NearestQuestion::Write(ByteWriter* writer) const {
  writer->Put(static_cast<uint8_t>(is_last ? 1 : 0));
  writer->Put(shard_count);
  writer->Put(words_each);
  writer->Put(code_radius);
  writer->Put(crowd_size);
}

NearestQuestion NearestQuestion::Read(ByteReader* reader) {
  NearestQuestion question;
  question.is_last = reader->Get<uint8_t>() != 0;
  question.shard_count = reader->Get<uint32_t>();
  question.words_each = reader->Get<uint8_t>();
  question.code_radius = reader->Get<uint8_t>();
  question.crowd_size = reader->Get<uint64_t>();
  if (question.shard_count < 1 || question.words_each < 1 ||
      question.words_each > index::kWordsPerQueryDescriptor || question.code_radius > index::kCodeBits)
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "Shards of an index are asked for what there is not.");
  return question;
}

/**
 * The share of some shards among all is distributed like the successes of as many trials, so that hardly
 * any have more.
 */
size_t NearestQuestion::MostTold(size_t together) const {
  constexpr auto kMost = static_cast<double>(retrieval::kMaxHitsPerDescriptor);
  if (is_last || together >= shard_count) return retrieval::kMaxHitsPerDescriptor;
  const double mean = kMost * static_cast<double>(together) / shard_count;
  return static_cast<size_t>(std::min(kMost, std::ceil(mean + kSpareDeviations * std::sqrt(mean))));
}

/** Half of what is theirs: shards hold equal parts of a crowd, but for chance. */
size_t NearestQuestion::LeastOfCrowd(size_t together) const {
  const double share = std::min(1.0, static_cast<double>(together) / shard_count);
  const double least = std::ceil(0.5 * share * static_cast<double>(crowd_size));
  return static_cast<size_t>(std::clamp(least, 1.0, static_cast<double>(UINT32_MAX)));
}

void PutProbes(base::Span<const index::WordProbes> probes, ByteWriter* writer) {
  writer->Put(static_cast<uint32_t>(probes.size()));
  for (const index::WordProbes& of_descriptor : probes) {
    for (const index::WordProbe& probe : of_descriptor) {
      writer->Put(probe.word);
      writer->Put(probe.signature);
    }
  }
}

std::vector<index::WordProbes> GetProbes(ByteReader* reader) {
  std::vector<index::WordProbes> probes(reader->GetCount(kProbesBytes));
  for (index::WordProbes& of_descriptor : probes) {
    for (index::WordProbe& probe : of_descriptor) {
      probe.word = reader->Get<uint16_t>();
      probe.signature = reader->Get<uint64_t>();
    }
  }
  return probes;
}

void PutPlaces(base::Span<const retrieval::ExpectedPlace> places, ByteWriter* writer) {
  for (const retrieval::ExpectedPlace& place : places) {
    writer->Put(place.x);
    writer->Put(place.y);
    writer->Put(static_cast<int32_t>(place.angle));
    writer->Put(static_cast<int32_t>(place.level));
  }
}

std::vector<retrieval::ExpectedPlace> GetPlaces(size_t count, ByteReader* reader) {
  std::vector<retrieval::ExpectedPlace> places(count);
  for (retrieval::ExpectedPlace& place : places) {
    place.x = reader->Get<float>();
    place.y = reader->Get<float>();
    place.angle = reader->Get<int32_t>();
    place.level = reader->Get<int32_t>();
    place.is_inside = true;
  }
  return places;
}

}  // namespace loupe::shards
