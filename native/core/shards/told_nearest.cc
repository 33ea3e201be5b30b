#include "core/shards/told_nearest.h"

#include <algorithm>
#include <utility>

#include "core/retrieval/nearest_postings.h"
#include "core/shards/bytes.h"

namespace loupe::shards {
namespace {

ShardNearest NextOf(ByteReader* reader, uint32_t index, uint8_t most) {
  ShardNearest told;
  told.index = index;
  told.most = most;
  told.complete = std::min<uint8_t>(reader->Get<uint8_t>(), retrieval::kSignatureDistanceLimit);
  told.left_out_count = reader->Get<uint8_t>();
  told.crowd_count = reader->Get<uint32_t>();
  told.hit_count = reader->Get<uint8_t>();
  told.hits = reader->GetBytes(told.hit_count * ToldHit::kSize).data();
  return told;
}

}  // namespace

retrieval::ScanCounters ToldNearest::Read(std::vector<ShardAnswer> answers, size_t descriptor_count,
                                          base::Span<const uint32_t> indexes) {
  answers_ = std::move(answers);
  parts_.assign((descriptor_count + kMostDescriptors - 1) / kMostDescriptors, {});
  const auto part_of = [&](const ShardAnswer& answer) -> Part& {
    return parts_[answer.question / indexes.size()];
  };
  for (const ShardAnswer& answer : answers_) ++part_of(answer).each;
  size_t told_count = 0;
  for (Part& part : parts_) {
    part.begin = told_count;
    part.descriptor_count = std::min(kMostDescriptors, descriptor_count);
    descriptor_count -= part.descriptor_count;
    told_count += part.each * part.descriptor_count;
  }
  told_.resize(told_count);
  retrieval::ScanCounters counters;
  for (const ShardAnswer& answer : answers_) {
    Part& part = part_of(answer);
    ByteReader reader(answer.bytes);
    counters.lists += reader.Get<uint64_t>();
    counters.postings += reader.Get<uint64_t>();
    const auto most = reader.Get<uint8_t>();
    ShardNearest* told = told_.data() + part.begin + part.read++;
    for (size_t i = 0; i < part.descriptor_count; ++i, told += part.each)
      *told = NextOf(&reader, indexes[answer.question % indexes.size()], most);
  }
  return counters;
}

}  // namespace loupe::shards
