/**
 * Searches one index, and the same references divided into shards, for the same photos: whether the answers are equal digit by
 * digit, and what the shards cost in processor time, rounds and bytes. All of it in this process, by turns.
 *
 * The shards answer together as if one searcher held them (one by one unless set).
 *
 *   npm run measure:shards -- [--shards 2,8] [--together 3] [--option search.strongestFirstFrom=0] <folder>...
 *
 * A folder with a `manifest.json` ({refs: [{file}], queries: [{file}]}) gives references and photos; of another one every
 * other picture is a reference, and the rest are photos of what is not there.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isRecognized } from '../../src/vision/decision.js';
import {
  addon,
  type NativeIndex,
  type NativeSearchResult,
  VOCABULARY_PATH,
} from '../../src/vision/native.js';
import { extractPicture, decoder } from '../measure/session.js';

const { values, positionals } = parseArgs({
  options: {
    shards: { type: 'string', default: '2,8' },
    option: { type: 'string', multiple: true, default: [] },
    photos: { type: 'string', default: '1000' },
    together: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const together = Number(values.together);
const manifest = z.object({
  refs: z.array(z.object({ file: z.string() })),
  queries: z.array(z.object({ file: z.string() })),
});
/** Kinds of questions in the order of native/core/shards/shard_messages.h. */
const KINDS = ['counts', 'nearest', 'crowd', 'placed counts', 'placed votes', 'signatures'];

const engine = new addon.Engine({
  vocabularyPath: VOCABULARY_PATH,
  threads: 1,
  options: Object.fromEntries(
    values.option.map((each) => [each.split('=')[0] ?? '', Number(each.split('=')[1])]),
  ),
});

/** Files of references and of photos. */
async function filesOf(folder: string): Promise<{ references: string[]; photos: string[] }> {
  const inFolder = ({ file }: { readonly file: string }) => join(folder, file);
  const path = join(folder, 'manifest.json');
  if (existsSync(path)) {
    const { refs, queries } = manifest.parse(JSON.parse(await readFile(path, 'utf8')));
    return { references: refs.map(inFolder), photos: queries.map(inFolder) };
  }
  const all = (await readdir(folder, { recursive: true }))
    .filter((file) => /\.(jpe?g|png)$/i.test(file))
    .sort();
  const files = all.map((file) => join(folder, file));
  return { references: files.filter((_, at) => at % 2 === 0), photos: files.filter((_, at) => at % 2 === 1) };
}

async function dnasOf(files: readonly string[], role: 'reference' | 'query'): Promise<Buffer[]> {
  const dnas: Buffer[] = [];
  for (const file of files) {
    try {
      dnas.push((await extractPicture(engine, decoder.picture(await readFile(file)), role)).dna);
    } catch {
      // Not all folders of pictures hold sound ones alone.
    }
  }
  return dnas;
}

async function cpuMsOf<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  return [done, (user + system) / 1000];
}

const folders = await Promise.all(positionals.map(filesOf));
const references = await dnasOf(
  folders.flatMap((folder) => folder.references),
  'reference',
);
const allPhotos = folders.flatMap((folder) => folder.photos);
const photos = await dnasOf(allPhotos.slice(0, Number(values.photos)), 'query');
const whole = engine.createIndex();
await whole.apply(references.map((dna, at) => ({ key: at + 1, dna })));
await whole.compact('everything');
console.log(`${references.length} references, ${photos.length} photos`);

const answerOf = ({ hits }: NativeSearchResult) =>
  JSON.stringify(hits, (_, value: unknown) => (typeof value === 'number' ? value.toString() : value));

for (const count of values.shards.split(',').map(Number)) {
  const shards: NativeIndex[] = [];
  for (let number = 0; number < count; number += 1) {
    const shard = engine.createIndex();
    const changes = references.map((dna, at) => ({ key: at + 1, dna }));
    await shard.apply(changes.filter(({ key }) => key % count === number));
    await shard.compact('everything');
    shards.push(shard);
  }
  const list = shards.map((_, number) => ({ index: 0, number, count }));
  const told = { rounds: 0, messages: 0 };
  const asked = new Map<string, { rounds: number; asked: number; answered: number }>();
  const searchShards = async (dna: Buffer) =>
    engine.searchShards(list, dna, { limit: 10 }, undefined, async (questions) => {
      told.rounds += 1;
      const kind = KINDS[questions[0]?.message[1] ?? 0] ?? '';
      const of = asked.get(kind) ?? { rounds: 0, asked: 0, answered: 0 };
      asked.set(kind, of);
      of.rounds += 1;
      return Promise.all(
        questions.map(async ({ shards: all, message }) => {
          const groups: number[][] = [];
          for (let from = 0; from < all.length; from += together)
            groups.push(all.slice(from, from + together));
          told.messages += groups.length;
          return Promise.all(
            groups.map(async (some) => {
              const held = some.map((at) => ({ number: at, count, held: shards[at] }));
              const answer = await engine.answerShards(held, message);
              of.asked += message.length;
              of.answered += answer.length;
              return { shards: some, answer };
            }),
          );
        }),
      );
    });
  const searchWhole = async (dna: Buffer) => engine.search([whole], { dna }, { limit: 10 });
  let [equal, recognized, wholeMs, shardsMs] = [0, 0, 0, 0];
  const sums = { found: [0, 0, 0], not: [0, 0, 0] };
  for (const dna of photos) {
    const [expected, ofWhole] = await cpuMsOf(() => searchWhole(dna));
    const [found, ofShards] = await cpuMsOf(() => searchShards(dna));
    wholeMs += ofWhole;
    shardsMs += ofShards;
    if (answerOf(expected) === answerOf(found)) equal += 1;
    const isFound = expected.hits.some(isRecognized);
    if (isFound) recognized += 1;
    const sum = isFound ? sums.found : sums.not;
    sum[0] = (sum[0] ?? 0) + 1;
    sum[1] = (sum[1] ?? 0) + ofWhole;
    sum[2] = (sum[2] ?? 0) + ofShards;
  }
  const each = photos.length;
  console.log(
    `${count} shards: equal ${equal} of ${each} (recognized in ${recognized}); processor ${(wholeMs / each).toFixed(2)} and ${(shardsMs / each).toFixed(2)} ms, ${(shardsMs / wholeMs).toFixed(2)} times; ${(told.rounds / each).toFixed(1)} rounds, ${(told.messages / each).toFixed(1)} messages`,
  );
  for (const [name, [n = 0, of = 0, by = 0]] of Object.entries(sums))
    console.log(
      `  ${name}: ${n} photos, ${(of / n).toFixed(2)} and ${(by / n).toFixed(2)} ms, ${(by / of).toFixed(2)} times`,
    );
  for (const [kind, of] of asked)
    console.log(
      `  ${kind}: ${(of.rounds / each).toFixed(2)} rounds, ${(of.asked / each / 1024).toFixed(1)} KB asked, ${(of.answered / each / 1024).toFixed(1)} KB answered a search`,
    );
  for (const shard of shards) shard.close();
}
engine.close();
