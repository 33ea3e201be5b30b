#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/file_io.h"
#include "core/base/span.h"

namespace loupe::index {

/**
 * The signatures of a segment file that is not whole yet: somebody else writes them into the mapped file,
 * from the first to the last. Each counts as here once its own checksum has been found right. Any thread may
 * ask.
 */
class ArrivingSignatures {
 public:
  /**
   * @param name   of the file, without its folder
   * @param begin  where the first signature begins in the file, in bytes
   * @param ends   where each ends, in bytes from `begin`, ascending; part of the mapped file
   * @param keys   of the references, as many; part of the mapped file
   * @param crc    CRC-32C of all signatures
   */
  ArrivingSignatures(std::string name, std::shared_ptr<const base::MappedFile> file, uint64_t begin,
                     base::Span<const uint64_t> ends, base::Span<const uint32_t> keys, uint32_t crc);

  const std::string& name() const { return name_; }
  bool IsHere(uint32_t local) const {
    return ((here_[local / 64].load(std::memory_order_acquire) >> (local % 64)) & 1U) != 0;
  }
  /** Notes that a search lacks a signature. */
  void Want(uint32_t local) const;
  /** Keys of the references whose signatures searches lacked since the last call. */
  std::vector<uint32_t> TakeWanted() const;
  /**
   * Takes what has been written. Signatures that prove damaged stay away.
   * @param up_to  number of bytes of the file that are there, from its beginning
   * @throws Error kInvalidArgument when it is beyond the file
   */
  void Arrived(uint64_t up_to);
  /** Whether all have been written, with the checksum of the file's header. */
  bool is_whole() const { return is_whole_.load(std::memory_order_acquire); }

 private:
  const std::string name_;
  const std::shared_ptr<const base::MappedFile> file_;
  const uint64_t begin_;
  const base::Span<const uint64_t> ends_;
  const base::Span<const uint32_t> keys_;
  const uint32_t crc_;
  std::vector<std::atomic<uint64_t>> here_;
  std::atomic<bool> is_whole_{false};
  /** Guards the three below. */
  std::mutex arrival_mutex_;
  uint64_t taken_ = 0;
  uint32_t taken_crc_ = 0;
  size_t next_ = 0;
  mutable std::mutex wanted_mutex_;
  mutable std::vector<uint32_t> wanted_;
};

}  // namespace loupe::index
