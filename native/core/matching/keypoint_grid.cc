#include "core/matching/keypoint_grid.h"

#include <algorithm>

#include "core/matching/nearest_descriptors.h"
#include "core/simd/lanes.h"

namespace loupe::matching {
namespace {

/** Keypoints sorted into cells: starts[c] to starts[c + 1] are the places of those of cell c, row by row. */
struct Cells {
  const uint32_t* starts;
  int columns, rows;
  float per_column, per_row;

  int ColumnOf(float x) const { return std::clamp(static_cast<int>(x * per_column), 0, columns - 1); }
  int RowOf(float y) const { return std::clamp(static_cast<int>(y * per_row), 0, rows - 1); }
};

struct Columns {
  const float *x, *y, *level, *cosine, *sine;
  const int32_t* turn;

  explicit Columns(const KeypointColumns& keypoints)
      : x(keypoints.x.data()),
        y(keypoints.y.data()),
        level(keypoints.level.data()),
        cosine(keypoints.cosine.data()),
        sine(keypoints.sine.data()),
        turn(keypoints.turn.data()) {}
};

/** What is looked for around each of some predicted places, and in which picture. */
struct Task {
  Columns predicted;
  const float* radius_px;
  size_t count, stride;
  float width_px, height_px;
  float max_level_error, min_squared_cosine;
  int32_t max_turn_error;
};

/** Orientations as vectors of any length: agree when the cosine of the angle between them is large. */
struct VectorsAgree {
  float cosine, sine, least_square;

  LOUPE_KERNEL static VectorsAgree WithPrediction(const Task& task, size_t i) {
    const float cosine = task.predicted.cosine[i], sine = task.predicted.sine[i];
    return {cosine, sine, task.min_squared_cosine * (cosine * cosine + sine * sine)};
  }
  LOUPE_KERNEL simd::IntLanes operator()(const Columns& seen, size_t at) const {
    const simd::FloatLanes product = cosine * simd::Load<simd::FloatLanes>(seen.cosine + at) +
                                     sine * simd::Load<simd::FloatLanes>(seen.sine + at);
    return (product > 0.0f) & (product * product >= least_square);
  }
};

/** Orientations in 1/65536 turn: agree when they differ by little. */
struct TurnsAgree {
  int32_t turn, most;

  LOUPE_KERNEL static TurnsAgree WithPrediction(const Task& task, size_t i) {
    return {task.predicted.turn[i], task.max_turn_error};
  }
  LOUPE_KERNEL simd::IntLanes operator()(const Columns& seen, size_t at) const {
    const simd::IntLanes turned =
        (((turn + 32768) - simd::Load<simd::IntLanes>(seen.turn + at)) & 65535) - 32768;
    return (turned <= most) & (turned >= -most);
  }
};

/** Notes the keypoints around every prediction that agree with it, eight at a time. */
template <typename OrientationsAgree>
LOUPE_KERNEL void NoteAgreeing(const Columns& seen, const Cells& cells, const Task& task,
                               NearestDescriptors* nearest) {
  for (size_t i = 0; i < task.count; ++i) {
    const float x = task.predicted.x[i], y = task.predicted.y[i], radius = task.radius_px[i];
    if (!((x >= -radius) & (y >= -radius) & (x <= task.width_px + radius) & (y <= task.height_px + radius)))
      continue;
    const auto do_orientations_agree = OrientationsAgree::WithPrediction(task, i);
    const float level = task.predicted.level[i], squared_radius = radius * radius;
    const int first_column = cells.ColumnOf(x - radius), last_column = cells.ColumnOf(x + radius);
    const int first_row = cells.RowOf(y - radius), last_row = cells.RowOf(y + radius);
    const auto number = static_cast<uint32_t>(i * task.stride);
    for (int row = first_row; row <= last_row; ++row) {
      const uint32_t* starts = cells.starts + row * cells.columns;
      for (uint32_t at = starts[first_column], end = starts[last_column + 1]; at < end; at += simd::kLanes) {
        const simd::FloatLanes dx = simd::Load<simd::FloatLanes>(seen.x + at) - x;
        const simd::FloatLanes dy = simd::Load<simd::FloatLanes>(seen.y + at) - y;
        const simd::FloatLanes rise = simd::Abs(level - simd::Load<simd::FloatLanes>(seen.level + at));
        const simd::IntLanes agrees = (dx * dx + dy * dy <= squared_radius) & (rise <= task.max_level_error) &
                                      do_orientations_agree(seen, at);
        uint32_t bits = simd::BitsOf(agrees);
        if (end - at < simd::kLanes) bits &= (1U << (end - at)) - 1U;
        nearest->NoteEight(number, at, bits);
      }
    }
  }
}

}  // namespace

KeypointGrid::KeypointGrid(const features::Features& query, const AgreementOptions& options)
    : query_(query),
      options_(options),
      columns_(query.working_size.width / options.cell_width_px + 1),
      rows_(query.working_size.height / options.cell_height_px + 1) {
  const size_t count = query.keypoints.size();
  const KeypointColumns keypoints = ColumnsOf(query.keypoints);
  const Cells cells = {nullptr, columns_, rows_, 1.0f / static_cast<float>(options.cell_width_px),
                       1.0f / static_cast<float>(options.cell_height_px)};
  const auto cell_of = [&](size_t i) {
    return static_cast<size_t>(cells.RowOf(keypoints.y[i]) * columns_ + cells.ColumnOf(keypoints.x[i]));
  };
  // Counted two cells on, so that filling the cells moves the counts to where they belong.
  starts_.assign(static_cast<size_t>(columns_ * rows_) + 2, 0);
  for (size_t i = 0; i < count; ++i) ++starts_[cell_of(i) + 2];
  for (size_t i = 2; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  seen_.Resize(count);
  index_.resize(count);
  descriptors_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t place = starts_[cell_of(i) + 1]++;
    seen_.x[place] = keypoints.x[i];
    seen_.y[place] = keypoints.y[i];
    seen_.level[place] = keypoints.level[i];
    seen_.cosine[place] = keypoints.cosine[i];
    seen_.sine[place] = keypoints.sine[i];
    seen_.turn[place] = keypoints.turn[i];
    index_[place] = static_cast<uint16_t>(i);
    descriptors_[place] = query.descriptors[i];
  }
}

void KeypointGrid::Find(const Predictions& predictions, base::Span<const features::Descriptor> descriptors,
                        std::vector<NearestKeypoint>* found) const {
  const size_t count = predictions.seen.size();
  NearestDescriptors nearest(descriptors_, descriptors, options_.max_hamming + 1);
  const Columns seen(seen_);
  const Cells cells = {starts_.data(), columns_, rows_, 1.0f / static_cast<float>(options_.cell_width_px),
                       1.0f / static_cast<float>(options_.cell_height_px)};
  const Task task = {Columns(predictions.seen),
                     predictions.radius_px.data(),
                     count,
                     predictions.stride,
                     static_cast<float>(query_.working_size.width),
                     static_cast<float>(query_.working_size.height),
                     options_.max_level_error,
                     predictions.min_squared_cosine,
                     predictions.max_turn_error};
  using Note = void (*)(const Columns&, const Cells&, const Task&, NearestDescriptors*);
  constexpr Note kByTurns = simd::RunWidest<NoteAgreeing<TurnsAgree>, const Columns&, const Cells&,
                                            const Task&, NearestDescriptors*>;
  constexpr Note kByVectors = simd::RunWidest<NoteAgreeing<VectorsAgree>, const Columns&, const Cells&,
                                              const Task&, NearestDescriptors*>;
  (predictions.has_turns ? kByTurns : kByVectors)(seen, cells, task, &nearest);
  nearest.Compare();
  found->resize(count);
  for (size_t i = 0; i < count; ++i) {
    const size_t number = i * predictions.stride;
    (*found)[i] = {};
    if (nearest.has(number)) (*found)[i] = {index_[nearest.place(number)], nearest.distance(number)};
  }
}

}  // namespace loupe::matching
