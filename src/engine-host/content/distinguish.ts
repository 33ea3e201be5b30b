/** Joins what a reference's blocks say about a photo with what they say about a relative. */
import { type BlockMap, blockState, type DistinguishingBlocks } from './evidence.js';

const { hidden, added, agrees, contradicts } = blockState;
export const BYTES_OF_BLOCK = 2;

/** @param inPhoto, inRelative of one reference in one frame */
export function distinguish(
  inPhoto: BlockMap,
  inRelative: BlockMap,
): Omit<DistinguishingBlocks, 'differsInFull'> {
  const count = inPhoto.length === inRelative.length ? inPhoto.length / BYTES_OF_BLOCK : 0;
  const found = {
    blocks: 0,
    agreeing: 0,
    contradicting: 0,
    empty: 0,
    added: 0,
    shared: 0,
    sharedAgreeing: 0,
  };
  let [ofBlocks, ofShared] = [0, 0];
  for (let block = 0; block < count; block += 1) {
    const photo = inPhoto[block * BYTES_OF_BLOCK] ?? hidden;
    const relative = inRelative[block * BYTES_OF_BLOCK] ?? hidden;
    if (photo === hidden || relative === hidden) continue;
    if (relative === added) {
      found.empty += 1;
      if (photo === added) found.added += 1;
    }
    if (photo < agrees || relative < agrees) continue;
    const correlation = (inPhoto[block * BYTES_OF_BLOCK + 1] ?? 0) / 100 - 1;
    if (relative === agrees) {
      found.shared += 1;
      if (photo === agrees) found.sharedAgreeing += 1;
      ofShared += correlation;
    } else {
      found.blocks += 1;
      if (photo === agrees) found.agreeing += 1;
      if (photo === contradicts) found.contradicting += 1;
      ofBlocks += correlation;
    }
  }
  return {
    ...found,
    meanCorrelation: found.blocks === 0 ? 0 : ofBlocks / found.blocks,
    meanSharedCorrelation: found.shared === 0 ? 0 : ofShared / found.shared,
  };
}

/** Whether two references differ anywhere. @param map of one in the other */
export function differs(map: BlockMap): boolean {
  for (let at = 0; at < map.length; at += BYTES_OF_BLOCK) {
    const state = map[at] ?? hidden;
    if (state === added || state > agrees) return true;
  }
  return false;
}
