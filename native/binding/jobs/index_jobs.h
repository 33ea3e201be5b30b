#pragma once

#include <napi.h>

#include <memory>

#include "binding/jobs/engine_jobs.h"
#include "core/index/reference_index.h"

namespace loupe::binding {

/**
 * apply([{key, dna?, keywords?}], cancellation?) → {applied, failures: [{key, code, message}]}: in order,
 * puts the references with a DNA and removes those without (removing an unknown key is not a failure).
 */
std::unique_ptr<Job> MakeApplyJob(const Napi::CallbackInfo& info,
                                  std::shared_ptr<index::ReferenceIndex> index);

/** save(folder, sequence, owner, cancellation?) → undefined */
std::unique_ptr<Job> MakeSaveJob(const Napi::CallbackInfo& info,
                                 std::shared_ptr<index::ReferenceIndex> index);

/** compact(effort?, cancellation?) → undefined */
std::unique_ptr<Job> MakeCompactJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index);

/** arrived(file, upTo, cancellation?) → undefined: takes signatures that were written, see ReferenceIndex */
std::unique_ptr<Job> MakeArrivedJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index);

/** missingSignatures(most, cancellation?) → keys of references whose signatures have not arrived */
std::unique_ptr<Job> MakeMissingJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index);

/** damagedSignatures(cancellation?) → keys of references whose signatures were damaged in their file */
std::unique_ptr<Job> MakeDamagedJob(const Napi::CallbackInfo& info,
                                    std::shared_ptr<index::ReferenceIndex> index);

}  // namespace loupe::binding
