#pragma once

#include "core/base/options.h"
#include "core/registration/options.h"

namespace loupe::content {

/** How the small content of a reference is looked for in a photo (see WeighContent). */
struct ContentOptions {
  /** How the pose of a search is refined. */
  registration::RegistrationOptions registration;
  /** Side of a block in pixels of the common frame. */
  int block_px = 16;
  /** Blocks are looked for this far around their place, in pixels. */
  int reach_px = 2;
  /** Standard deviation from which on a block holds ink, in gray levels. */
  double ink_levels = 7;
  /** Share of a block's ink from which on an axis is asked: bars hold next to none along themselves. */
  double asked_share = 0.12;
  /** Correlation from which on a block agrees, and below which it contradicts. */
  double agreeing = 0.6;
  double contradicting = 0.3;
  /** Blocks around one whose shifts say where it is looked for, how many must agree, and how often it grows.
   */
  int neighbor_blocks = 2;
  int least_neighbors = 2;
  int follow_rounds = 24;
  /** Print: its deviation in gray levels, and how near its ground is to the paper around it, in levels. */
  double print_levels = 30;
  double ground_levels = 12;
  /** Blocks without ink around a block that say what its paper is. */
  int least_papers = 2;
  /** Other print is as strong as the reference's by these ratios, and its paper as bright within these
   * levels.
   */
  double least_strength = 0.45;
  double most_strength = 2.2;
  double paper_levels = 25;
  /** Where the query holds this share of a block's ink, something was written over it. */
  double kept_ink = 0.85;
  /** Side in blocks of the surroundings in which paper has one level. */
  int paper_blocks = 9;
  /** Share of a side that is off the paper where it was cut, and blocks that must agree to know the light. */
  double beside_share = 0.85;
  int least_beside_agreeing = 12;
  /** How far corners of a reference that fills a picture may lie from its sides, as shares of these. */
  double same_frame = 0.05;
  /** A correlation this high ends the search around a block. */
  double sure = 0.9;
  /** A blur must raise the correlation of the best third of the blocks by this much to be believed. */
  double blur_gain = 0.003;
  /** Blocks that a blur is judged by. */
  int blur_blocks = 60;
  /** The common frame is not reduced below this longer side, in pixels. */
  int least_side_px = 192;
  /** Sizes of the common frame between one and half of it. */
  double steps_an_octave = 4;
  /** Pictures are brought to one resolution where one is finer by more than this. */
  double finer = 1.25;
  /** A block of which this share reaches `glare_level` is hidden. */
  double glare_share = 0.6;
  int glare_level = 250;
  /** What compression leaves of a difference in levels where a block holds nothing. */
  double difference_noise_levels = 16;
  /** No copy differs by more than this in a block; a picture that does is not asked for its details. */
  double most_copy_difference = 0.9;
  /** Details: the side of a letter's part in pixels, what compression leaves there, in levels and as a share
   * of the ink, and the least noise of a picture as a multiple of that. */
  int detail_px = 8;
  double detail_noise_levels = 4;
  double detail_noise_share = 0.15;
  double least_detail_noise = 0.2;

  LOUPE_OPTIONS(registration, block_px, reach_px, ink_levels, asked_share, agreeing, contradicting,
                neighbor_blocks, least_neighbors, follow_rounds, print_levels, ground_levels, least_papers,
                least_strength, most_strength, paper_levels, kept_ink, paper_blocks, beside_share,
                least_beside_agreeing, same_frame, sure, blur_gain, blur_blocks, least_side_px,
                steps_an_octave, finer, glare_share, glare_level, difference_noise_levels,
                most_copy_difference, detail_px, detail_noise_levels, detail_noise_share, least_detail_noise)
};

}  // namespace loupe::content
