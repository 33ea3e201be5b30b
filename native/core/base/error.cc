#include "core/base/error.h"

namespace loupe::base {

const char* ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case ErrorCode::kInvalidImage:
      return "INVALID_IMAGE";
    case ErrorCode::kImagesDoNotMatch:
      return "IMAGES_DO_NOT_MATCH";
    case ErrorCode::kDnaCorrupt:
      return "DNA_CORRUPT";
    case ErrorCode::kDnaVersion:
      return "DNA_VERSION";
    case ErrorCode::kDuplicateKey:
      return "DUPLICATE_KEY";
    case ErrorCode::kUnknownKey:
      return "UNKNOWN_KEY";
    case ErrorCode::kQueueFull:
      return "QUEUE_FULL";
    case ErrorCode::kAborted:
      return "ABORTED";
    case ErrorCode::kClosed:
      return "CLOSED";
    case ErrorCode::kSnapshotCorrupt:
      return "SNAPSHOT_CORRUPT";
    case ErrorCode::kSnapshotStale:
      return "SNAPSHOT_STALE";
    case ErrorCode::kFolderLocked:
      return "FOLDER_LOCKED";
    case ErrorCode::kStorage:
      return "STORAGE";
    case ErrorCode::kSignaturesAway:
      return "SIGNATURES_AWAY";
    case ErrorCode::kInternal:
      return "INTERNAL";
  }
  return "INTERNAL";
}

}  // namespace loupe::base
