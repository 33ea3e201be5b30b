/** What a searcher does for each question. */
import type { SearchFilter } from '../engine-host/types.js';
import type { Vision } from '../engine-host/vision.js';
import { EngineError } from '../engine-host/engine-error.js';
import { unpackKeys } from './key-list.js';
import { type AnswerOf, type Asked, bufferOf } from './messages.js';

/** @throws EngineError */
export async function answerOf(
  vision: Vision,
  { what, seen: given }: Asked,
  signal: AbortSignal,
): Promise<AnswerOf[keyof AnswerOf]> {
  const seen = new Map(Object.entries(given));
  switch (what.kind) {
    case 'search': {
      const { indexIds, dna, limit, threshold, findMirrored, secondTry, fromTheSide } = what;
      const looks = { findMirrored, secondTry, fromTheSide };
      const options = { limit, threshold, ...looks, filter: filterOf(what), seen, signal };
      return vision.search(indexIds, { dna: bufferOf(dna) }, options);
    }
    case 'conflicts': {
      const { indexIds, dna, limit, threshold, self } = what;
      const options = { limit, threshold, self, filter: filterOf(what), seen, signal };
      return vision.conflicts(indexIds, bufferOf(dna), options);
    }
    case 'shards':
      return vision.answerShards(what.indexIds, bufferOf(what.question), seen, signal);
    case 'size':
      return vision.size(what.indexId, seen);
    default: {
      const table = await vision.descriptorTable(what.indexId, seen.get(what.indexId));
      if (what.kind === 'colorsOf') return table.colorsOf(what.key);
      const { keys } = filterOf(what) ?? {};
      if (what.kind === 'palette') return table.palette(what.mostColors, { keys, signal });
      const page = { limit: what.limit, offset: what.offset, keys, signal };
      if (what.kind === 'similarity')
        return table.rankBySimilarity(bufferOf(what.dna), { ...page, colorWeight: what.colorWeight });
      const { wanted } = what;
      return table.rankByColors(wanted instanceof Uint8Array ? bufferOf(wanted) : wanted, page);
    }
  }
}

function filterOf({
  keywords,
  keys,
}: {
  readonly keywords?: readonly string[] | undefined;
  readonly keys?: Uint8Array | undefined;
}): SearchFilter | undefined {
  if (keywords === undefined && keys === undefined) return undefined;
  try {
    return { keywords, keys: keys === undefined ? undefined : unpackKeys(keys) };
  } catch (error) {
    throw new EngineError('INVALID_ARGUMENT', 'A list of keys is damaged.', { cause: error });
  }
}
