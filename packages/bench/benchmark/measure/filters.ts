/** What a filter costs and finds: the same pictures asked for among all references and among some of them. */
import { type Random, createRandom } from '../../random.js';
import { isRecognized } from '@loupe-print/engine/internals';
import type { Row } from '../report/result.js';
import { mean, percentile } from '../statistics.js';
import type { GrowthQuery } from './growth.js';
import { ask } from './recognition.js';
import type { Session } from './session.js';

/** Shares of the references that a filter leaves, beside those that the picture shows. */
const SHARES = [
  ['all', 'no filter', 1],
  ['tenth', 'filter that leaves a tenth', 0.1],
  ['hundredth', 'filter that leaves a hundredth', 0.01],
] as const;

/** The index is asked for pictures that show a reference; rows for each share. */
export async function measureFilters(
  session: Session,
  queries: readonly GrowthQuery[],
  seed: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const positives = queries.filter(({ truths }) => truths.some((id) => session.keyOf.has(id)));
  if (positives.length === 0) return [];
  const random = createRandom(seed);
  const rows: Row[] = [];
  for (const [id, label, share] of SHARES) {
    const searchMs: number[] = [];
    const found: number[] = [];
    for (const { bytes, truths } of positives) {
      signal.throwIfAborted();
      const keys = share === 1 ? undefined : chooseKeys(session, truths, share, random);
      const { hits, cpu } = await ask(session, bytes, null, keys);
      const best = hits.find(isRecognized);
      searchMs.push(cpu.searchMs);
      found.push(best !== undefined && truths.includes(best.id) ? 1 : 0);
    }
    const base = { count: positives.length } as const;
    rows.push(
      {
        ...base,
        id: `filter.${id}.p50`,
        label: `${label}: search among ${session.index.size()}, CPU, p50`,
        value: percentile(searchMs, 0.5),
        unit: 'ms',
        better: 'lower',
      },
      {
        ...base,
        id: `filter.${id}.recall`,
        label: `${label}: best answer right`,
        value: 100 * mean(found),
        unit: '%',
        better: 'higher',
      },
    );
  }
  return rows;
}

function chooseKeys(
  { keyOf }: Session,
  truths: readonly string[],
  share: number,
  random: Random,
): Uint32Array {
  const shown = new Set(truths);
  return Uint32Array.from(
    [...keyOf].filter(([id]) => shown.has(id) || random.next() < share).map(([, key]) => key),
  );
}
