#include "core/index/arriving_signatures.h"

#include <algorithm>
#include <utility>

#include "core/base/crc32c.h"
#include "core/base/error.h"
#include "core/signature/dna.h"

namespace loupe::index {

ArrivingSignatures::ArrivingSignatures(std::string name, std::shared_ptr<const base::MappedFile> file,
                                       uint64_t begin, base::Span<const uint64_t> ends,
                                       base::Span<const uint32_t> keys, uint32_t crc)
    : name_(std::move(name)),
      file_(std::move(file)),
      begin_(begin),
      ends_(ends),
      keys_(keys),
      crc_(crc),
      here_((ends.size() + 63) / 64) {}

void ArrivingSignatures::Want(uint32_t local) const {
  const std::lock_guard<std::mutex> lock(wanted_mutex_);
  wanted_.push_back(keys_[local]);
}

std::vector<uint32_t> ArrivingSignatures::TakeWanted() const {
  const std::lock_guard<std::mutex> lock(wanted_mutex_);
  return std::exchange(wanted_, {});
}

void ArrivingSignatures::Arrived(uint64_t up_to) {
  const base::Span<const uint8_t> bytes = file_->bytes();
  if (up_to > bytes.size()) {
    throw base::Error(base::ErrorCode::kInvalidArgument,
                      "The file " + name_ + " has fewer bytes than are said to have arrived.");
  }
  const std::lock_guard<std::mutex> lock(arrival_mutex_);
  if (up_to <= begin_ + taken_) return;
  const uint64_t taken = up_to - begin_;
  const uint8_t* signatures = bytes.data() + begin_;
  taken_crc_ = base::Crc32c(signatures + taken_, taken - taken_, taken_crc_);
  taken_ = taken;
  for (; next_ < ends_.size() && ends_[next_] <= taken; ++next_) {
    const uint64_t start = next_ == 0 ? 0 : ends_[next_ - 1];
    if (!signature::IsSound({signatures + start, static_cast<size_t>(ends_[next_] - start)})) continue;
    here_[next_ / 64].fetch_or(uint64_t{1} << (next_ % 64), std::memory_order_release);
  }
  if (up_to == bytes.size() && taken_crc_ == crc_) is_whole_.store(true, std::memory_order_release);
}

}  // namespace loupe::index
