/** The answers of recognition: signatures, searches, single verifications, conflicts. */
import { readFile } from 'node:fs/promises';
import {
  lumaOf,
  type NativeHit,
  type NativeSearchOptions,
  onPicture,
  type Picture,
} from '@loupe-print/engine/internals';

import { createRandom } from '../../random.js';
import { makeCrop } from '../measure/crops.js';
import { decodeColor, decoder, extractPicture, searchPicture } from '../measure/session.js';
import type { AnswersRun } from './answers-run.js';
import { checksum, codeOf } from './writer.js';

const HIT_LIMIT = 20;
/** One in this many conflict searches also looks for mirrored pictures. */
const MIRRORED_EVERY = 5;

/** Indexes the references; their signatures, with and without colors, are the first answers. */
export async function answerSignatures(run: AnswersRun): Promise<void> {
  const { dataset, engine, index, answers, dnas } = run;
  const bar = run.progress.start('Inserting references');
  for (const [rank, { id, file }] of dataset.references.entries()) {
    run.signal.throwIfAborted();
    const bytes = await readFile(file);
    const picture = decoder.picture(bytes);
    const { dna, ...facts } = await extractPicture(engine, picture, 'reference');
    const inColor = await decodeColor(engine, bytes, 512);
    const withColor = await onPicture(await lumaOf(picture, 'reference'), (native) =>
      engine.extract(native, 'reference', undefined, inColor),
    );
    const key = rank + 1;
    await index.apply([{ key, dna, keywords: [key % 2 === 0 ? 'even' : 'odd'] }]);
    run.table.put(key, withColor.dna);
    dnas.set(id, { key, dna, withColor: withColor.dna });
    const sums = { dna: checksum(dna), withColor: checksum(withColor.dna) };
    answers.line(['reference', String(key), id], { ...sums, ...facts });
    bar.update(key, dataset.references.length);
  }
  bar.stop();
}

/** Every picture of the sets that asks: the whole index, then without what it shows, then each truth alone. */
export async function answerQueries(run: AnswersRun): Promise<void> {
  const { dataset, engine, answers, dnas } = run;
  const bar = run.progress.start('Asking');
  for (const [rank, query] of dataset.queries.entries()) {
    run.signal.throwIfAborted();
    const picture = decoder.picture(await readFile(query.file));
    const { dna } = await extractPicture(engine, picture, 'query');
    const words = [query.set, query.file.slice(run.dataFolder.length + 1)];
    answers.line(['query', ...words], { dna: checksum(dna) });
    await search(run, ['search', ...words], picture);
    await search(run, ['mirrored', ...words], picture, { findMirrored: true, threshold: 0.2 });
    await search(run, ['keyword', ...words], { dna }, { filter: { keywords: ['odd'] }, threshold: 0.8 });
    const own = new Set(query.truths.map((id) => dnas.get(id)?.key));
    const keys = Uint32Array.from([...dnas.values()].map(({ key }) => key).filter((key) => !own.has(key)));
    if (own.size > 0) await search(run, ['withheld', ...words], picture, { filter: { keys } });
    for (const id of query.truths) {
      const reference = dnas.get(id);
      if (reference === undefined) continue;
      const options = { withPoints: true, findMirrored: true };
      const match = await engine.match(dna, reference.dna, options).catch(codeOf);
      answers.line(['match', ...words, id], match);
    }
    bar.update(rank + 1, dataset.queries.length);
  }
  bar.stop();
}

/** Turned and recompressed crops of pictures that are no references, and of references. */
export async function answerCrops(run: AnswersRun, count: number): Promise<void> {
  const { dataset, signal } = run;
  const files = [...dataset.unrelatedFiles, ...dataset.references.map(({ file }) => file)];
  const random = createRandom(run.seed);
  const bar = run.progress.start('Asking for crops');
  for (let i = 0; i < count && files.length > 0; i += 1) {
    signal.throwIfAborted();
    // Far apart, so that every set comes to its turn.
    const file = files[(i * 977) % files.length] ?? '';
    const picture = decoder.picture(await makeCrop(file, random));
    await search(run, ['crop', String(i), file.slice(run.dataFolder.length + 1)], picture);
    bar.update(i + 1, count);
  }
  bar.stop();
}

/** Every reference against all others. */
export async function answerConflicts(run: AnswersRun): Promise<void> {
  const { engine, index, answers, dnas, signal } = run;
  const bar = run.progress.start('Conflicts');
  for (const [id, { key, dna }] of dnas) {
    signal.throwIfAborted();
    const self = { limit: HIT_LIMIT, selfIndex: 0, selfKey: key, findMirrored: key % MIRRORED_EVERY === 0 };
    const { hits } = await engine.conflicts([index], dna, self);
    answers.line(['conflicts', id], hits);
    bar.update(key, dnas.size);
  }
  bar.stop();
}

async function search(
  { engine, index, answers }: AnswersRun,
  words: readonly string[],
  query: Picture | { readonly dna: Buffer },
  options: NativeSearchOptions = {},
): Promise<void> {
  const wanted = { limit: HIT_LIMIT, ...options };
  const found =
    'dna' in query
      ? await engine.search([index], query, wanted)
      : await searchPicture(engine, index, query, wanted);
  const hits: readonly NativeHit[] = found.hits;
  answers.line(words, { queryKeypointCount: found.queryKeypointCount, hits });
}
