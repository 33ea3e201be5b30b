#include "packages/bench/native/sharded.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/base/thread_clock.h"
#include "core/search/search.h"
#include "core/shards/answer_shard.h"
#include "core/shards/sharded_references.h"
#include "packages/bench/native/simulated_references.h"
#include "packages/bench/native/simulated_segment.h"

namespace loupe::bench {
namespace {

constexpr int kSharedDnas = 64;

/** Shards in this thread; `together` of them answer at once. */
class NearLine : public shards::ShardLine {
 public:
  NearLine(const std::vector<std::unique_ptr<index::ReferenceIndex>>* shards, size_t together)
      : shards_(*shards), together_(together) {}

  std::vector<shards::ShardAnswer> Ask(std::vector<shards::ShardQuestion> questions) override {
    ++rounds;
    std::vector<shards::ShardAnswer> answers;
    const auto count = static_cast<uint32_t>(shards_.size());
    for (uint32_t number = 0; number < questions.size(); ++number) {
      const shards::ShardQuestion& question = questions[number];
      for (size_t from = 0; from < question.shards.size(); from += together_) {
        std::vector<shards::HeldShard> held;
        for (size_t i = from; i < std::min(from + together_, question.shards.size()); ++i)
          held.push_back({shards_[question.shards[i]].get(), question.shards[i], count});
        answers.push_back(
            {number, answerer_.Answer(held, shards_[0]->vocabulary()->id(), question.message, {}, nullptr)});
        ++messages;
        asked_bytes += question.message.size();
        answered_bytes += answers.back().bytes.size();
      }
    }
    return answers;
  }

  size_t rounds = 0, messages = 0, asked_bytes = 0, answered_bytes = 0;

 private:
  const std::vector<std::unique_ptr<index::ReferenceIndex>>& shards_;
  const size_t together_;
  shards::ShardAnswerer answerer_;
};

bool IsSame(const search::SearchHit& a, const search::SearchHit& b) {
  return a.key == b.key && a.match.decision == b.match.decision && a.match.distance == b.match.distance &&
         a.match.evidence.score == b.match.evidence.score &&
         a.match.query_from_reference == b.match.query_from_reference;
}

/** The same references whole and divided: simulated ones in segments that both share. */
struct Divided {
  std::unique_ptr<index::ReferenceIndex> whole;
  std::vector<std::unique_ptr<index::ReferenceIndex>> shards;

  Divided(const std::shared_ptr<const index::Vocabulary>& vocabulary,
          const std::vector<std::vector<uint8_t>>& dnas, const std::vector<features::Features>& pool,
          size_t size, size_t shard_count) {
    test::Random random(1);
    const CornerPool corners(pool, *vocabulary);
    ReferenceSimulator simulator(pool, *vocabulary, random.Next());
    std::vector<index::DnaBlob> shared_dnas;
    for (int i = 0; i < kSharedDnas; ++i) {
      const auto dna = std::make_shared<const std::vector<uint8_t>>(simulator.Next());
      shared_dnas.push_back({base::Span<const uint8_t>(*dna), dna, false});
    }
    index::IndexState all;
    std::vector<index::IndexState> states(shard_count);
    const size_t simulated = size > dnas.size() ? size - dnas.size() : 0;
    const size_t each = (simulated + shard_count - 1) / shard_count;
    const size_t pieces = (each + index::kMaxSegmentReferences - 1) / index::kMaxSegmentReferences;
    const auto step = static_cast<uint32_t>(shard_count);
    // The first key that is nobody's and belongs to shard 0.
    auto next_key = static_cast<uint32_t>(dnas.size() / shard_count + 1) * step;
    for (size_t i = 0; i < pieces * shard_count; ++i) {
      const size_t count = each / pieces;
      const auto number = static_cast<uint32_t>(i % shard_count);
      const index::LiveSegment live{
          SimulateSegment(corners, *vocabulary, next_key + number, count, shared_dnas, &random, step),
          nullptr, 0};
      if (number + 1 == shard_count) next_key += static_cast<uint32_t>(count) * step;
      for (index::IndexState* state : {&all, &states[i % shard_count]}) {
        state->segments.push_back(live);
        state->reference_count += count;
      }
    }
    whole = std::make_unique<index::ReferenceIndex>(vocabulary, std::move(all));
    for (index::IndexState& state : states)
      shards.push_back(std::make_unique<index::ReferenceIndex>(vocabulary, std::move(state)));
    for (uint32_t key = 1; key <= dnas.size(); ++key) {
      whole->Add(key, dnas[key - 1], {});
      shards[key % shard_count]->Add(key, dnas[key - 1], {});
    }
  }
};

}  // namespace

void MeasureSharded(const std::shared_ptr<const index::Vocabulary>& vocabulary,
                    const std::vector<std::vector<uint8_t>>& dnas,
                    const std::vector<features::Features>& pool, const std::vector<ShardedQuery>& queries,
                    size_t size, size_t shard_count, size_t together) {
  const Divided divided(vocabulary, dnas, pool, size, shard_count);
  std::vector<shards::Shard> list;
  for (uint32_t number = 0; number < shard_count; ++number)
    list.push_back({0, number, static_cast<uint32_t>(shard_count)});
  NearLine line(&divided.shards, together);
  search::Searcher searcher;
  const index::ReferenceIndex* indexes[] = {divided.whole.get()};
  double whole_ms = 0.0, shards_ms = 0.0;
  size_t equal = 0, recognized = 0;
  for (const ShardedQuery& query : queries) {
    search::SearchRequest request;
    request.closer_look = [&] { return &query.closer; };
    base::StageTimer timer;
    const std::vector<search::SearchHit> expected =
        searcher.Search({indexes, 1}, query.first, request, {}).hits;
    whole_ms += timer.Lap();
    shards::ShardedReferences references(&line, list, {}, vocabulary->id());
    const std::vector<search::SearchHit> found =
        searcher.SearchThrough(&references, *vocabulary, query.first, request, {}).hits;
    shards_ms += timer.Lap();
    equal += std::equal(expected.begin(), expected.end(), found.begin(), found.end(), IsSame) ? 1 : 0;
    recognized += !expected.empty() && expected[0].match.is_recognized ? 1 : 0;
  }
  const auto count = static_cast<double>(std::max<size_t>(1, queries.size()));
  std::printf(
      "{\"references\":%zu,\"shards\":%zu,\"together\":%zu,\"queries\":%zu,\"recognized\":%zu,\"equal\":%zu,",
      divided.whole->size(), shard_count, together, queries.size(), recognized, equal);
  std::printf("\"wholeMs\":%.2f,\"shardsMs\":%.2f,\"times\":%.2f,\"rounds\":%.1f,\"messages\":%.1f,",
              whole_ms / count, shards_ms / count, shards_ms / whole_ms,
              static_cast<double>(line.rounds) / count, static_cast<double>(line.messages) / count);
  std::printf("\"askedKb\":%.0f,\"answeredKb\":%.0f}\n",
              static_cast<double>(line.asked_bytes) / count / 1024.0,
              static_cast<double>(line.answered_bytes) / count / 1024.0);
  std::fflush(stdout);
}

}  // namespace loupe::bench
