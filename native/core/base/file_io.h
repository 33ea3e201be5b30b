#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/span.h"

namespace loupe::base {

/** A whole file mapped read-only; the mapping outlives the file's name. */
class MappedFile {
 public:
  /** @throws Error kStorage when the file cannot be opened or mapped */
  static std::shared_ptr<const MappedFile> Open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  Span<const uint8_t> bytes() const { return {data_, size_}; }
  /** Lets go of what the process holds of the first `size` bytes; reading them again brings them back. */
  void LetGo(size_t size) const;

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  const uint8_t* data_;
  size_t size_;
};

/**
 * A file that appears under its name complete or not at all: bytes go to a temporary neighbor, which Commit()
 * syncs and renames. Without Commit() the neighbor is deleted. Every failure throws Error kStorage.
 */
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void Write(const void* data, size_t size);
  /** Syncs, renames, and syncs the folder, so that the new file survives a power failure. */
  void Commit();

 private:
  std::string path_;
  std::string temporary_path_;
  int descriptor_ = -1;
  bool committed_ = false;
};

/** Makes a folder unless it exists. @throws Error kStorage */
void EnsureFolder(const std::string& path);

bool FileExists(const std::string& path);

/** Size of a file in bytes, or -1 when there is none. */
int64_t FileSize(const std::string& path);

/** Names of the entries of a folder, without "." and "..". */
std::vector<std::string> ListFolder(const std::string& folder);

/** Deletes a file if it exists; failures are ignored, since the file is no longer needed. */
void DeleteFile(const std::string& path);

/**
 * An exclusive claim on a folder, held by a lock on a file in it until destroyed; the system drops it with
 * the process.
 * @throws Error kFolderLocked when another process (or another FolderLock) holds it
 */
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace loupe::base
