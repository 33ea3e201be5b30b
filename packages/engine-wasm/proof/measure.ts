/**
 * Beside the native engine in one run: whether the module answers the same, and what a frame costs both, in processor time.
 *
 *   npm run measure:device -- [--pages 1000] [--questions 2000] [--module loupe.wasm]
 *
 * Ends with 1 where an answer differs.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { VOCABULARY_PATH } from '../../../src/engine-host/native.js';
import { WasmModule } from '../src/wasm-module.js';
import { answersOf, drawnQuestion, SameQuestions } from './same-questions.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '2000' },
    module: { type: 'string', default: 'loupe.wasm' },
  },
});

/** Milliseconds of processor time of the whole process: one thread works at a time. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed<T>(work: () => T | Promise<T>): Promise<[T, number]> {
  const before = spent();
  const answer = await work();
  return [answer, spent() - before];
}

function median(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`;
}

const isFound = (hits: readonly { decision: string }[]) =>
  hits.some(({ decision }) => decision === 'Clone' || decision === 'Match');

const pages = Number(values.pages);
const questions = Number(values.questions);
const same = await SameQuestions.prepare(pages);
const bytes = readFileSync(new URL(`../module/${values.module}`, import.meta.url));
const [module, started] = await timed(() => WasmModule.start(bytes));
const [, vocabulary] = await timed(() => module.setVocabulary(readFileSync(VOCABULARY_PATH)));
const segments = same.segments();
const [, opened] = await timed(() => segments.forEach((segment) => module.addSegment(segment)));

const times: Record<string, number[]> = {};
const note = (name: string, ms: number) => (times[name] ??= []).push(ms);
let equal = 0;
let found = 0;
let foundAtOnce = 0;
let wrong = 0;
for (let i = 0; i < questions; i++) {
  const { key, photo } = drawnQuestion(pages, i);
  const [native, nativeMs] = await timed(() => same.recognize(photo, false));
  const [first, firstMs] = await timed(() => module.recognize(photo, { closer: false, mostHits: 10 }));
  const kind = isFound(native) ? 'found' : 'nothing';
  note(`native, first look, ${kind}`, nativeMs);
  note(`module, first look, ${kind}`, firstMs);
  foundAtOnce += isFound(native) ? 1 : 0;
  const [whole, wholeMs] = await timed(() => same.recognize(photo, true));
  const [closer, closerMs] = await timed(() => module.recognize(photo, { closer: true, mostHits: 10 }));
  note(`native, all looks, ${isFound(whole) ? 'found' : 'nothing'}`, wholeMs);
  note(`module, all looks, ${isFound(whole) ? 'found' : 'nothing'}`, closerMs);
  const isSame = isDeepStrictEqual(answersOf(first), native) && isDeepStrictEqual(answersOf(closer), whole);
  equal += isSame ? 1 : 0;
  if (!isSame) console.log(`Question ${i} is answered otherwise.`);
  found += isFound(whole) ? 1 : 0;
  if (i % 250 === 249) console.log(`${i + 1} of ${questions} questions`);
  wrong += closer.hits.some((hit) => hit.isRecognized && hit.key !== key) ? 1 : 0;
}
const size = segments.reduce((sum, segment) => sum + segment.length, 0);
console.log(`${values.module}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} as gzip`);
console.log(`${pages} pages: ${(size / pages / 1000).toFixed(1)} KB each, opened in ${opened.toFixed(0)} ms`);
console.log(`started in ${started.toFixed(0)} ms, vocabulary in ${vocabulary.toFixed(0)} ms`);
console.log(`memory ${(module.memoryBytes / 2 ** 20).toFixed(0)} MiB`);
console.log(
  `${equal} of ${questions} questions answered equally, twice each; ${found} found, ${foundAtOnce} at once, ${wrong} wrong`,
);
for (const [name, all] of Object.entries(times).toSorted())
  console.log(`${name} (${all.length}): ${median(all)}`);
same.close();
process.exitCode = equal === questions ? 0 : 1;
