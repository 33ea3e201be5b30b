#include "core/image/pixels/gray_jpeg.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/image/pixels/inverse_transform.h"

namespace loupe::image {
namespace {

constexpr size_t kMostCodeBits = 16;
constexpr int kBitsAhead = 8;
constexpr int kDamaged = -1;

/** Places of a block's coefficients in the order in which they are stored. */
constexpr uint8_t kZigzag[kBlockPixels] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                           12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                           35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                           58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

/** Bits of a scan, the highest first. */
class BitReader {
 public:
  explicit BitReader(base::Span<const uint8_t> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  /** The next bits without taking them; zeros behind the last one. */
  uint32_t Peek(int count) {
    if (held_ < count) Fill();
    return static_cast<uint32_t>(bits_ >> (64 - count));
  }
  /** Whether `count` bits were there. */
  bool Take(int count) {
    bits_ <<= count;
    held_ -= count;
    return held_ >= 0;
  }
  /** Whether nothing but the rest of a byte and the mark of the end is left. */
  bool IsAtEnd() const { return held_ < 8 && end_ - at_ == 2 && at_[0] == 0xff && at_[1] == 0xd9; }

 private:
  void Fill() {
    while (held_ <= 56 && at_ < end_) {
      if (*at_ == 0xff && (at_ + 1 == end_ || at_[1] != 0)) return;  // A mark.
      bits_ |= uint64_t{*at_} << (56 - held_);
      held_ += 8;
      at_ += *at_ == 0xff ? 2 : 1;
    }
  }

  const uint8_t *at_, *end_;
  uint64_t bits_ = 0;
  int held_ = 0;
};

/** A Huffman code. */
class Code {
 public:
  /** @param counts  how many codes of 1 to 16 bits there are */
  bool Set(const uint8_t* counts, base::Span<const uint8_t> values) {
    if (values.size() > 256) return false;
    std::copy(values.begin(), values.end(), values_.begin());
    ahead_.fill(0);
    uint32_t code = 0, first = 0;
    for (size_t length = 1; length <= kMostCodeBits; ++length) {
      const uint32_t count = counts[length - 1];
      if (code + count > 1U << length) return false;
      offsets_[length] = static_cast<int32_t>(first) - static_cast<int32_t>(code);
      for (uint32_t i = 0; i < count && length <= kBitsAhead; ++i) {
        const size_t shift = kBitsAhead - length;
        const auto entry = static_cast<uint16_t>(length << 8 | values_[first + i]);
        std::fill_n(ahead_.begin() + static_cast<std::ptrdiff_t>((code + i) << shift), size_t{1} << shift,
                    entry);
      }
      code += count;
      first += count;
      ends_[length] = count > 0 ? code : 0;
      code <<= 1;
    }
    is_set_ = true;
    return true;
  }

  bool is_set() const { return is_set_; }

  /** @return the next value, or kDamaged */
  int Read(BitReader* bits) const {
    const uint16_t entry = ahead_[bits->Peek(kBitsAhead)];
    if (entry != 0) return bits->Take(entry >> 8) ? entry & 255 : kDamaged;
    const uint32_t all = bits->Peek(kMostCodeBits);
    for (size_t length = kBitsAhead + 1; length <= kMostCodeBits; ++length) {
      const uint32_t code = all >> (kMostCodeBits - length);
      if (code >= ends_[length]) continue;
      const auto place = static_cast<size_t>(static_cast<int32_t>(code) + offsets_[length]);
      if (place >= values_.size()) return kDamaged;
      return bits->Take(static_cast<int>(length)) ? values_[place] : kDamaged;
    }
    return kDamaged;
  }

 private:
  bool is_set_ = false;
  std::array<uint8_t, 256> values_{};
  /** By the next eight bits: the code's length in the upper byte, its value in the lower; 0 for longer ones.
   */
  std::array<uint16_t, 1 << kBitsAhead> ahead_{};
  /** By length: the first code that is too great, and what leads from a code to its value. */
  std::array<uint32_t, kMostCodeBits + 1> ends_{};
  std::array<int32_t, kMostCodeBits + 1> offsets_{};
};

/** Tables of the parts before the scan. */
struct Tables {
  std::array<Coefficients, 4> steps{};
  std::array<Code, 4> first, others;
  ImageSize size;
  uint8_t steps_used = 0;
};

/** A number of `count` bits, of which the smaller half stands for negative ones. */
int Extended(BitReader* bits, int count, bool* is_whole) {
  if (count == 0) return 0;
  const auto value = static_cast<int>(bits->Peek(count));
  *is_whole = bits->Take(count) && *is_whole;
  return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

bool ReadBlock(BitReader* bits, const Code& first, const Code& others, const Coefficients& steps, int* level,
               Coefficients* block) {
  constexpr int kMostBits = 15;
  std::memset(block, 0, sizeof(*block));
  bool is_whole = true;
  const int size = first.Read(bits);
  if (size < 0 || size > kMostBits) return false;
  *level = std::clamp(*level + Extended(bits, size, &is_whole), -kGreatestCoefficient, kGreatestCoefficient);
  const auto put = [&](size_t place, int value) {
    const int64_t exact = int64_t{value} * steps[place];
    (*block)[place] =
        static_cast<int32_t>(std::clamp<int64_t>(exact, -kGreatestCoefficient, kGreatestCoefficient));
  };
  put(0, *level);
  for (size_t k = 1; k < kBlockPixels; ++k) {
    const int symbol = others.Read(bits);
    if (symbol < 0) return false;
    const int run = symbol >> 4, count = symbol & 15;
    if (count == 0) {
      if (run != 15) break;
      k += 15;
      continue;
    }
    k += static_cast<size_t>(run);
    if (k >= kBlockPixels) return false;
    put(kZigzag[k], Extended(bits, count, &is_whole));
  }
  return is_whole;
}

using Bytes = base::Span<const uint8_t>;

bool ReadSteps(Bytes part, Tables* tables) {
  while (!part.empty()) {
    const size_t width = part[0] >> 4 == 0 ? 1 : 2, number = part[0] & 15;
    if (part[0] >> 4 > 1 || number > 3 || part.size() < 1 + kBlockPixels * width) return false;
    for (size_t i = 0; i < kBlockPixels; ++i) {
      const uint8_t* at = part.data() + 1 + i * width;
      tables->steps[number][kZigzag[i]] = width == 1 ? at[0] : at[0] << 8 | at[1];
    }
    part = {part.data() + 1 + kBlockPixels * width, part.size() - 1 - kBlockPixels * width};
  }
  return true;
}

bool ReadCodes(Bytes part, Tables* tables) {
  while (!part.empty()) {
    if (part.size() < 1 + kMostCodeBits) return false;
    const size_t kind = part[0] >> 4, number = part[0] & 15;
    size_t count = 0;
    for (size_t i = 1; i <= kMostCodeBits; ++i) count += part[i];
    const size_t whole = 1 + kMostCodeBits + count;
    if (kind > 1 || number > 3 || part.size() < whole) return false;
    Code* code = kind == 0 ? &tables->first[number] : &tables->others[number];
    if (!code->Set(part.data() + 1, {part.data() + 1 + kMostCodeBits, count})) return false;
    part = {part.data() + whole, part.size() - whole};
  }
  return true;
}

/** One component of eight bits. */
bool ReadFrame(Bytes part, Tables* tables) {
  if (part.size() != 9 || part[0] != 8 || part[5] != 1 || part[8] > 3) return false;
  tables->size = {part[3] << 8 | part[4], part[1] << 8 | part[2]};
  tables->steps_used = part[8];
  return true;
}

bool ReadScan(Bytes part, Bytes scan, const Tables& tables, GrayImage* image) {
  if (part.size() != 6 || part[0] != 1 || part[3] != 0 || part[4] != 63 || part[5] != 0) return false;
  if (part[2] >> 4 > 3 || (part[2] & 15) > 3) return false;
  const Code &first = tables.first[part[2] >> 4], &others = tables.others[part[2] & 15];
  if (!first.is_set() || !others.is_set()) return false;
  const auto width = static_cast<size_t>(image->size.width), height = static_cast<size_t>(image->size.height);
  BitReader bits(scan);
  int level = 0;
  for (size_t top = 0; top < height; top += kBlockSide) {
    for (size_t left = 0; left < width; left += kBlockSide) {
      Coefficients block;
      if (!ReadBlock(&bits, first, others, tables.steps[tables.steps_used], &level, &block)) return false;
      uint8_t pixels[kBlockPixels];
      InverseTransform(block, pixels);
      const size_t columns = std::min(kBlockSide, width - left), rows = std::min(kBlockSide, height - top);
      for (size_t y = 0; y < rows; ++y)
        std::memcpy(image->pixels.data() + (top + y) * width + left, pixels + y * kBlockSide, columns);
    }
  }
  return bits.IsAtEnd();
}

}  // namespace

std::optional<GrayImage> DecodeGrayJpeg(base::Span<const uint8_t> jpeg, ImageSize size) {
  constexpr uint8_t kSteps = 0xdb, kFrame = 0xc0, kCodes = 0xc4, kScan = 0xda, kFirstOther = 0xe0,
                    kComment = 0xfe;
  if (jpeg.size() < 4 || jpeg[0] != 0xff || jpeg[1] != 0xd8) return {};
  Tables tables;
  size_t at = 2;
  while (at + 4 <= jpeg.size() && jpeg[at] == 0xff) {
    const uint8_t mark = jpeg[at + 1];
    const size_t length = static_cast<size_t>(jpeg[at + 2] << 8 | jpeg[at + 3]);
    if (length < 2 || at + 2 + length > jpeg.size()) return {};
    const Bytes part = {jpeg.data() + at + 4, length - 2};
    at += 2 + length;
    if (mark == kScan) {
      if (tables.size != size || size.width <= 0 || size.height <= 0) return {};
      GrayImage image;
      image.size = size;
      image.pixels.resize(static_cast<size_t>(size.width) * static_cast<size_t>(size.height));
      if (!ReadScan(part, {jpeg.data() + at, jpeg.size() - at}, tables, &image)) return {};
      return image;
    }
    const bool is_other = (mark >= kFirstOther && mark < kFirstOther + 16) || mark == kComment;
    const bool is_read = mark == kSteps   ? ReadSteps(part, &tables)
                         : mark == kFrame ? ReadFrame(part, &tables)
                         : mark == kCodes ? ReadCodes(part, &tables)
                                          : is_other;
    if (!is_read) return {};
  }
  return {};
}

}  // namespace loupe::image
