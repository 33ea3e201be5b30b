#include "core/shards/shard_messages.h"

#include <cstring>

namespace loupe::shards {
namespace {

constexpr size_t kProbeBytes = sizeof(uint16_t) + sizeof(uint64_t);
constexpr size_t kProbesBytes = index::kWordsPerQueryDescriptor * kProbeBytes;

}  // namespace

void PutFilter(const retrieval::SearchFilter& filter, ByteWriter* writer) {
  writer->Put(static_cast<uint32_t>(filter.keywords.size()));
  for (const std::string& keyword : filter.keywords) writer->PutText(keyword);
  writer->Put(static_cast<uint8_t>(filter.only_keys ? 1 : 0));
  writer->Put(static_cast<uint32_t>(filter.keys.size()));
  for (const uint32_t key : filter.keys) writer->Put(key);
  writer->Put(static_cast<uint8_t>(filter.excluded ? 1 : 0));
  writer->Put(filter.excluded ? filter.excluded->second : 0U);
}

retrieval::SearchFilter GetFilter(ByteReader* reader) {
  retrieval::SearchFilter filter;
  filter.keywords.resize(reader->GetCount(sizeof(uint32_t)));
  for (std::string& keyword : filter.keywords) keyword = reader->GetText();
  filter.only_keys = reader->Get<uint8_t>() != 0;
  filter.keys.resize(reader->GetCount(sizeof(uint32_t)));
  for (uint32_t& key : filter.keys) key = reader->Get<uint32_t>();
  const bool is_any_excluded = reader->Get<uint8_t>() != 0;
  const auto excluded = reader->Get<uint32_t>();
  // A shard is one index.
  if (is_any_excluded) filter.excluded = {0U, excluded};
  return filter;
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

void ToldHit::Write(uint8_t* to) const {
  std::memcpy(to, &key, 4);
  std::memcpy(to + 4, &geometry, 4);
  std::memcpy(to + 8, &side, 2);
  to[10] = distance;
}

ToldHit ToldHit::Read(const uint8_t* from) {
  ToldHit hit{};
  std::memcpy(&hit.key, from, 4);
  std::memcpy(&hit.geometry, from + 4, 4);
  std::memcpy(&hit.side, from + 8, 2);
  hit.distance = from[10];
  return hit;
}

}  // namespace loupe::shards
