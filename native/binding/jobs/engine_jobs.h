#pragma once

#include <napi.h>

#include <memory>

#include "binding/jobs/job.h"
#include "core/engine/engine_options.h"
#include "core/index/vocabulary.h"

namespace loupe::binding {

/** The options of an engine, which its jobs share. */
using SharedOptions = std::shared_ptr<const engine::EngineOptions>;

/** extract(raster, role: 'reference' | 'query', cancellation?) → {dna, keypointCount, grade, isRecognizable}
 */
std::unique_ptr<Job> MakeExtractJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<const index::Vocabulary> vocabulary);

/** match(dnaQuery, dnaReference, {threshold, findMirrored, withPoints}, cancellation?) → match */
std::unique_ptr<Job> MakeMatchJob(const Napi::CallbackInfo& info, SharedOptions options);

/** search(indexes, {raster} | {dna}, options, cancellation?) → {hits, queryKeypointCount, timing} */
std::unique_ptr<Job> MakeSearchJob(const Napi::CallbackInfo& info, SharedOptions options);

/** conflicts(indexes, dna, {selfIndex, selfKey, …}, cancellation?) → {hits, queryKeypointCount, timing} */
std::unique_ptr<Job> MakeConflictsJob(const Napi::CallbackInfo& info, SharedOptions options);

/** compareFinely(reference, query, {drawHighlights}, cancellation?) → comparison */
std::unique_ptr<Job> MakeCompareFinelyJob(const Napi::CallbackInfo& info);

/** describeColors(raster, cancellation?) → [{rgb, percentage}] */
std::unique_ptr<Job> MakeDescribeColorsJob(const Napi::CallbackInfo& info);

/** loadIndex(folder, owner, cancellation?) → {index, sequence} or null when the folder holds no snapshot */
std::unique_ptr<Job> MakeLoadIndexJob(const Napi::CallbackInfo& info,
                                      std::shared_ptr<const index::Vocabulary> vocabulary);

}  // namespace loupe::binding
