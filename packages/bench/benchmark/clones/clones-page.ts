/** The page of what was measured on copies of references. */
import { shareWithInterval } from '../statistics.js';
import type { CloneRow } from './measure-clones.js';

/** Markdown. */
export function clonesPage(rows: readonly CloneRow[], perSet: number): string {
  const of = (kind: CloneRow['kind']) => rows.filter((row) => row.kind === kind);
  return [
    '# Copies of references',
    '',
    'A picture file that is a reference, or was made from one, is its Clone; a picture of which a part differs is none.',
    'How this is decided stands in [the engine](../engine.md#content).',
    '',
    `Asked are ${perSet} references of each image set at most, and as many pictures that are no references though others of their`,
    "kind are; intervals are Wilson's, 95 %. `npm run bench -- clones <folders> --to-page docs/benchmarks/clones.md` writes this page.",
    '',
    '| copy | Clone |',
    '| --- | --- |',
    ...of('copy').map(({ name, asked, clones }) => `| ${name} | ${shareWithInterval(clones, asked)} |`),
    '',
    '| another picture | called Clone |',
    '| --- | --- |',
    ...of('other picture').map(
      ({ name, asked, clones }) => `| ${name} | ${shareWithInterval(clones, asked)} |`,
    ),
    '',
  ].join('\n');
}
