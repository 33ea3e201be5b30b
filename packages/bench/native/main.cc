/**
 * Profiles retrieval and verification in the core alone, by stage, in CPU time of one thread.
 *
 *   native-bench --references <folder> --queries <folder> [--growth 10000,100000] [--snapshot <folder>]
 *                [--closer-look yes] [--shards 2,8] [--together 1,3]
 *
 * Both folders hold gray pictures as .pgm files. A query named like a reference counts as its photo; all
 * others are unrelated and must not be recognized. For each step of the growth, simulated references are
 * added up to that number. Prints one line of JSON per measurement. Simulated references keep no DNA beyond
 * what a snapshot can hold, so large growth needs about 30 KB of memory for each. With --closer-look a photo
 * of which nothing is recognized is looked at again.
 *
 * With --shards nothing is profiled: at each step of the growth, searches through one index are compared with
 * those through a number of shards of it, of which some answer together, whose simulated references share
 * their DNA.
 */
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "core/base/thread_clock.h"
#include "core/index/snapshot.h"
#include "core/search/search.h"
#include "core/signature/dna.h"
#include "packages/bench/native/sharded.h"
#include "packages/bench/native/simulated_references.h"
#include "tools/gray_files.h"

namespace loupe::bench {
namespace {

constexpr size_t kPoolSize = 4000;
constexpr size_t kRemovals = 100;

struct Arguments {
  std::string references, queries, snapshot;
  std::vector<size_t> growth, shards, together{1};
  bool with_closer_look = false;
};

struct Query {
  features::Features features;
  /** Empty where no closer look is taken. */
  features::Features closer;
  std::optional<uint32_t> key;
};

std::vector<size_t> NumbersOf(const std::string& list) {
  std::vector<size_t> numbers;
  std::stringstream parts(list);
  for (std::string number; std::getline(parts, number, ',');) numbers.push_back(std::stoul(number));
  return numbers;
}

Arguments ParseArguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--references") arguments.references = value;
    if (name == "--queries") arguments.queries = value;
    if (name == "--snapshot") arguments.snapshot = value;
    if (name == "--closer-look") arguments.with_closer_look = value == "yes";
    if (name == "--growth") arguments.growth = NumbersOf(value);
    if (name == "--shards") arguments.shards = NumbersOf(value);
    if (name == "--together") arguments.together = NumbersOf(value);
  }
  if (arguments.references.empty() || arguments.queries.empty()) {
    throw std::runtime_error("--references and --queries name folders of .pgm files");
  }
  return arguments;
}

double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(share * static_cast<double>(values.size())))];
}

/** What searching with every query cost and found. */
struct Tally {
  std::vector<double> total, words, scan, votes, spatial, verify;
  size_t related = 0, right = 0, unrelated = 0, accepted = 0;
  double postings = 0, hits = 0, verified = 0;

  void Count(const Query& query, const search::SearchResult& result, double ms) {
    const retrieval::RetrievalStages& stages = result.statistics.retrieval;
    total.push_back(ms);
    words.push_back(stages.words_ms);
    scan.push_back(stages.scan_ms);
    votes.push_back(stages.votes_ms);
    spatial.push_back(stages.spatial_ms);
    verify.push_back(result.statistics.verify_ms);
    postings += static_cast<double>(stages.scan.postings);
    hits += static_cast<double>(stages.scan.hits);
    verified += static_cast<double>(result.statistics.verified);
    const bool is_recognized =
        !result.hits.empty() && verification::IsRecognized(result.hits[0].match.decision);
    (query.key ? related : unrelated) += 1;
    if (query.key) right += is_recognized && result.hits[0].key == *query.key ? 1 : 0;
    if (!query.key) accepted += is_recognized ? 1 : 0;
  }

  void Print(const index::ReferenceIndex& index) const {
    const double n = static_cast<double>(std::max<size_t>(1, total.size()));
    const double references = static_cast<double>(std::max<size_t>(1, index.size()));
    const index::IndexMemory memory = index.memory();
    std::printf(
        "{\"references\":%zu,\"segments\":%zu,\"related\":%zu,\"right\":%zu,\"unrelated\":%zu,\"accepted\":%"
        "zu,",
        index.size(), index.state()->segments.size(), related, right, unrelated, accepted);
    std::printf(
        "\"searchP50Ms\":%.2f,\"searchP99Ms\":%.2f,\"wordsMs\":%.2f,\"scanMs\":%.2f,\"votesMs\":%.2f,",
        Percentile(total, 0.5), Percentile(total, 0.99), Percentile(words, 0.5), Percentile(scan, 0.5),
        Percentile(votes, 0.5));
    std::printf("\"spatialMs\":%.2f,\"verifyMs\":%.2f,\"postingsPerQuery\":%.0f,\"hitsPerQuery\":%.0f,",
                Percentile(spatial, 0.5), Percentile(verify, 0.5), postings / n, hits / n);
    std::printf("\"verifiedPerQuery\":%.1f,\"hotBytesPerReference\":%.0f,\"dnaBytesPerReference\":%.0f}\n",
                verified / n, static_cast<double>(memory.hot_bytes) / references,
                static_cast<double>(memory.dna_heap_bytes + memory.dna_mapped_bytes) / references);
    std::fflush(stdout);
  }
};

void MeasureSearches(const index::ReferenceIndex& index, const std::vector<Query>& queries) {
  search::Searcher searcher;
  const index::ReferenceIndex* indexes[] = {&index};
  Tally tally;
  for (const Query& query : queries) {
    base::StageTimer timer;
    search::SearchRequest request;
    if (!query.closer.keypoints.empty()) request.closer_look = [&] { return &query.closer; };
    const search::SearchResult result = searcher.Search({indexes, 1}, query.features, request, {});
    tally.Count(query, result, timer.Lap());
  }
  tally.Print(index);
}

/** Adds simulated references and prints the cost of adding and removing. */
void Grow(index::ReferenceIndex* index, ReferenceSimulator* simulator, size_t size, uint32_t* next_key) {
  double add_ms = 0.0;
  size_t added = 0;
  for (; index->size() < size; ++added) {
    const std::vector<uint8_t> dna = simulator->Next();
    base::StageTimer timer;
    index->Add((*next_key)++, dna, {});
    if (index->NeedsCompaction()) index->Compact();
    add_ms += timer.Lap();
  }
  std::vector<double> removals;
  for (uint32_t key = *next_key - 1; removals.size() < std::min(added, kRemovals); --key) {
    base::StageTimer timer;
    index->Remove(key);
    removals.push_back(timer.Lap() * 1000.0);
  }
  if (added == 0) return;
  std::printf("{\"references\":%zu,\"addUs\":%.0f,\"removeP50Us\":%.1f,\"removeP99Us\":%.1f}\n",
              index->size(), 1000.0 * add_ms / static_cast<double>(added), Percentile(removals, 0.5),
              Percentile(removals, 0.99));
}

/** As a server leaves an index that has not changed for a while. */
void MergeQuietly(index::ReferenceIndex* index) {
  const size_t before = index->state()->segments.size();
  base::StageTimer timer;
  index->Compact(index::MergeEffort::kQuiet);
  std::printf("{\"references\":%zu,\"segmentsBefore\":%zu,\"segments\":%zu,\"quietMergeMs\":%.0f}\n",
              index->size(), before, index->state()->segments.size(), timer.Lap());
}

void MeasureSnapshot(index::ReferenceIndex* index, const std::string& folder) {
  base::StageTimer timer;
  index::Snapshot::Save(index, folder, 1, "bench");
  const double save_ms = timer.Lap();
  const auto hot = index::Snapshot::Load(folder, index->vocabulary(), "bench", index::LoadCheck::kHot);
  const double hot_ms = timer.Lap();
  const auto full = index::Snapshot::Load(folder, index->vocabulary(), "bench", index::LoadCheck::kFull);
  std::printf("{\"references\":%zu,\"saveMs\":%.0f,\"loadMs\":%.0f,\"loadAndCheckAllMs\":%.0f}\n",
              hot->index->size(), save_ms, hot_ms, timer.Lap());
}

int CompareShards(const Arguments& arguments) {
  const auto vocabulary = index::Vocabulary::Load("native/assets/vocabulary.bin");
  std::vector<features::Features> pool;
  std::vector<std::vector<uint8_t>> dnas;
  for (const std::string& path : tools::ListGrayFiles(arguments.references)) {
    pool.push_back(features::ExtractFeatures(tools::ReadGrayFile(path).view(), features::ReferenceRequest()));
    dnas.push_back(signature::EncodeDna(pool.back()));
  }
  std::vector<ShardedQuery> queries;
  for (const std::string& path : tools::ListGrayFiles(arguments.queries)) {
    const image::GrayImage image = tools::ReadGrayFile(path);
    queries.push_back({features::ExtractFeatures(image.view(), features::QueryRequest()),
                       features::ExtractFeatures(image.view(), features::CloserQueryRequest())});
  }
  for (const size_t size : arguments.growth) {
    for (const size_t count : arguments.shards) {
      for (const size_t together : arguments.together)
        MeasureSharded(vocabulary, dnas, pool, queries, size, count, together);
    }
  }
  return 0;
}

int Run(const Arguments& arguments) {
  if (!arguments.shards.empty()) return CompareShards(arguments);
  index::ReferenceIndex index(index::Vocabulary::Load("native/assets/vocabulary.bin"));
  std::vector<features::Features> pool;
  std::map<std::string, uint32_t> key_of_name;
  uint32_t next_key = 1;
  double extract_ms = 0.0, add_ms = 0.0;
  for (const std::string& path : tools::ListGrayFiles(arguments.references)) {
    const image::GrayImage image = tools::ReadGrayFile(path);
    base::StageTimer timer;
    features::Features features = features::ExtractFeatures(image.view(), features::ReferenceRequest());
    extract_ms += timer.Lap();
    index.Add(next_key, signature::EncodeDna(features), {});
    add_ms += timer.Lap();
    key_of_name[std::filesystem::path(path).filename().string()] = next_key++;
    if (pool.size() < kPoolSize) pool.push_back(std::move(features));
  }
  std::vector<Query> queries;
  for (const std::string& path : tools::ListGrayFiles(arguments.queries)) {
    const image::GrayImage image = tools::ReadGrayFile(path);
    Query query{features::ExtractFeatures(image.view(), features::QueryRequest()), {}, std::nullopt};
    if (arguments.with_closer_look)
      query.closer = features::ExtractFeatures(image.view(), features::CloserQueryRequest());
    const auto known = key_of_name.find(std::filesystem::path(path).filename().string());
    if (known != key_of_name.end()) query.key = known->second;
    queries.push_back(std::move(query));
  }
  const double count = static_cast<double>(std::max<size_t>(1, index.size()));
  std::printf("{\"references\":%zu,\"extractMs\":%.2f,\"addUs\":%.0f}\n", index.size(), extract_ms / count,
              1000.0 * add_ms / count);
  MeasureSearches(index, queries);
  MergeQuietly(&index);
  MeasureSearches(index, queries);
  ReferenceSimulator simulator(pool, *index.vocabulary(), 1);
  for (const size_t size : arguments.growth) {
    Grow(&index, &simulator, size, &next_key);
    MergeQuietly(&index);
    MeasureSearches(index, queries);
  }
  if (!arguments.snapshot.empty()) MeasureSnapshot(&index, arguments.snapshot);
  return 0;
}

}  // namespace
}  // namespace loupe::bench

int main(int argc, char** argv) {
  try {
    return loupe::bench::Run(loupe::bench::ParseArguments(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "native bench: %s\n", error.what());
    return 1;
  }
}
