#pragma once

#include <stdexcept>
#include <string>

namespace loupe::base {

/** What went wrong, for the caller to branch on. ErrorCodeName() gives the word seen outside. */
enum class ErrorCode {
  kInvalidArgument,
  kInvalidImage,
  kImagesDoNotMatch,
  kDnaCorrupt,
  kDnaVersion,
  kDuplicateKey,
  kUnknownKey,
  kQueueFull,
  kAborted,
  kClosed,
  kSnapshotCorrupt,
  kSnapshotStale,
  kFolderLocked,
  kStorage,
  kSignaturesAway,
  kInternal,
};

/** SCREAMING_SNAKE name of a code, for example "DNA_CORRUPT". */
const char* ErrorCodeName(ErrorCode code);

/** An expected failure of the engine. The message says what is wrong and what to do. */
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace loupe::base
