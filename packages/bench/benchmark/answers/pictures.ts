/** The answers that stand on whole pictures: fine comparison, colors, similarity. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Raster } from '@loupe-print/engine';

import { decode, listPairs, recompress } from '../support/pair-sets.js';
import type { AnswersRun } from './answers-run.js';
import { checksum, codeOf } from './writer.js';

/** Pairs of every set that has a `pairs.json`: as they are, the other way round, and after one more compression. */
export async function answerPairs(run: AnswersRun): Promise<void> {
  const { dataFolder, setFolders, engine, answers, signal } = run;
  const bar = run.progress.start('Comparing pairs');
  const compare = async (words: readonly string[], reference: Raster, query: Raster): Promise<void> => {
    const compared = await engine
      .compareFinely(reference, query, { drawHighlights: true })
      .then(({ highlightedReference, highlightedQuery, ...rest }) => ({
        ...rest,
        drawn: [highlightedReference, highlightedQuery].map((raster) =>
          checksum(raster?.data ?? Buffer.of()),
        ),
      }))
      .catch(codeOf);
    answers.line(words, compared);
  };
  for (const folder of setFolders.filter((path) => existsSync(join(path, 'pairs.json')))) {
    const pairs = listPairs(folder);
    for (const [rank, pair] of pairs.entries()) {
      signal.throwIfAborted();
      const name = pair.reference.slice(dataFolder.length + 1);
      const reference = await decode(pair.reference);
      const test = await decode(pair.test);
      await compare(['compare', name], reference, test);
      await compare(['compare-back', name], test, reference);
      await compare(['compare-recompressed', name], reference, await recompress(pair.test, 9000 + rank));
      answers.line(['colors', name], await engine.describeColors(test));
      bar.update(rank + 1, pairs.length);
    }
  }
  bar.stop();
}

/** What each reference resembles, its colors, and the palette of all. */
export async function answerResemblance(run: AnswersRun): Promise<void> {
  const { table, answers, dnas, signal } = run;
  const bar = run.progress.start('Ranking by resemblance');
  for (const [id, { key, withColor }] of dnas) {
    signal.throwIfAborted();
    const colors = table.colorsOf(key);
    const ranked = await table.rankBySimilarity(withColor, { limit: 5, colorWeight: (key % 5) / 4 });
    const byColors = await table.rankByColors(colors.slice(0, 2), { limit: 5 });
    answers.line(['resemblance', id], { colors, ranked, byColors });
    bar.update(key, dnas.size);
  }
  bar.stop();
  answers.line(['palette'], await table.palette({ mostColors: 32 }));
}
