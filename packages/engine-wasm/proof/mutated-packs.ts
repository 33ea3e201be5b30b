/**
 * The reader of packs beside files that nobody has made well: changed bits, cuts, parts of other packs, and heads, contents and segments that
 * are nonsense and signed all the same. Each is refused by a typed error, or opened and asked about a picture.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/mutated-packs.ts [--inputs 10000] [--seed 1]
 *
 * Ends with 1 where another error is thrown, an input takes more than two seconds of the processor, or memory grows beyond 512 MiB.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { VOCABULARY_PATH } from '../../../src/engine-host/native.js';
import type { PackComparison, PackContent } from '../../../src/packs/pack-content.js';
import { PackError } from '../../../src/packs/pack-error.js';
import { type NewChunk, packFile, PackSigner } from '../../../src/packs/pack-file.js';
import { comparesHits } from '../src/compare-content.js';
import { OpenPack } from '../src/open-pack.js';
import { type GrayPixels, WasmModule } from '../src/wasm-module.js';
import { photograph, randomOf, someCorners } from './drawn.js';
import { SameQuestions } from './same-questions.js';

const PAGES = 3;
const MOST_MS = 2000;
const MOST_BYTES = 512 * 2 ** 20;
const NOW = new Date('2026-06-01T00:00:00Z');
const NONSENSE = [
  -1,
  0,
  1.5,
  3,
  65_536,
  2 ** 31,
  2 ** 53,
  '',
  'x',
  'segment',
  null,
  true,
  [],
  [-1],
  {},
  [{}],
];

type Random = (below: number) => number;
type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** Counts of inputs by the code of their refusal, or `opened`. */
export interface Outcome {
  readonly counts: ReadonlyMap<string, number>;
  /** Sentences about inputs that were not taken as they should. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly mostBytes: number;
}

interface Materials {
  readonly chunks: readonly NewChunk[];
  readonly signer: PackSigner;
  readonly photo: GrayPixels;
}

const FACTS = {
  id: 'pack',
  version: 1,
  organizationId: 'organization',
  name: 'Pages',
  madeAt: '2026-05-31T00:00:00Z',
  expiresAt: '2026-07-01T00:00:00Z',
  languages: ['en'],
  pageCount: PAGES,
};

const jpegOf = async ({ data, width, height }: GrayPixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg()
    .toBuffer();

async function prepare(): Promise<Materials> {
  const same = await SameQuestions.prepare(PAGES);
  const [segment = Buffer.alloc(0)] = same.segments();
  const { pages } = same;
  const [page] = pages;
  same.close();
  const ids = Array.from({ length: PAGES }, (_, i) => `page ${i}`);
  const place = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  const words = { languageCode: 'en', title: 'A page', titleStyle: null, actions: [] };
  const common = { documentId: 'document', autoTrigger: false, shownUntil: null, shown: { en: words } };
  const elements = [
    ...ids.map((id) => ({ ...common, id, pageId: id, place: null })),
    { ...common, id: 'zone', pageId: 'page 0', place },
  ];
  const reference = { sequence: 1, chunk: 0, hasRelatives: false };
  const pose = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  // Each is said to look like the next one: they are compared.
  const references = ids.map((_id, i) => ({
    ...reference,
    ...{ key: i + 1, element: i },
    relatives: [{ key: 1 + ((i + 1) % PAGES), pose }],
  }));
  const jpegs = await Promise.all(pages.map(jpegOf));
  const comparisons: Record<string, PackComparison> = {};
  let from = 0;
  for (const [i, { length: size }] of jpegs.entries()) {
    const { width, height } = pages[i] ?? { width: 1, height: 1 };
    comparisons[`${i + 1}.1`] = { part: 0, from, size, width, height };
    from += size;
  }
  const content = { elements, references, comparisons } satisfies PackContent;
  const chunks = [
    { kind: 'segment', bytes: segment },
    { kind: 'content', bytes: Buffer.from(JSON.stringify(content)) },
    { kind: 'comparison', bytes: Buffer.concat(jpegs) },
  ] as const;
  const photo = photograph(page ?? { data: new Uint8Array(1), width: 1, height: 1 }, someCorners(3), {
    seed: 3,
    width: 480,
    height: 360,
  });
  return { chunks, signer: new PackSigner(Buffer.alloc(32, 5)), photo };
}

/** Puts nonsense at some place of a value, or takes that away. */
function nonsensical(value: Json, random: Random): Json {
  const places = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (places.length === 0 || random(4) === 0) return NONSENSE[random(NONSENSE.length)] as Json;
  const copy = structuredClone(value) as Record<string, Json>;
  const place = places[random(places.length)] ?? '';
  if (random(8) === 0) Reflect.deleteProperty(copy, place);
  else copy[place] = nonsensical(copy[place] ?? null, random);
  return copy;
}

function damaged(file: Buffer, other: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(file);
  const at = random(random(2) === 0 ? 1200 : bytes.length);
  const length = random(2000);
  switch (random(7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return bytes.fill(random(256), at, Math.min(bytes.length, at + length));
    case 2:
      return bytes.copyWithin(at, random(bytes.length), random(bytes.length));
    case 3:
      other.copy(bytes, at, at, Math.min(bytes.length, at + length));
      return bytes;
    case 4:
      bytes.writeUInt32LE(random(2) === 0 ? random(4096) : random(2 ** 31), 8 + 4 * random(2));
      return bytes;
    case 5:
      return Buffer.concat([bytes, Buffer.alloc(random(64), random(256))]);
    default:
      for (let i = random(8); i >= 0; i--) {
        const bit = (at + random(64)) % bytes.length;
        bytes[bit] = (bytes[bit] ?? 0) ^ (1 << random(8));
      }
      return bytes;
  }
}

/** A file whose signature is good: the server itself would have failed. */
function signed({ chunks, signer }: Materials, vocabularyId: number, random: Random): Buffer {
  const facts = { ...FACTS, vocabularyId };
  const kind = random(4);
  const changed = chunks.map((chunk): NewChunk => {
    if (kind === 1 && chunk.kind === 'content')
      return {
        ...chunk,
        bytes: Buffer.from(
          JSON.stringify(nonsensical(JSON.parse(chunk.bytes.toString()) as Json, random)) ?? '',
        ),
      };
    if (kind === 2 && chunk.kind !== 'content')
      return { ...chunk, bytes: damaged(chunk.bytes, chunk.bytes, random) };
    if (kind === 3 && random(2) === 0) return { ...chunk, removed: [random(5), random(2 ** 31)] };
    return chunk;
  });
  const nonsense = kind === 0 ? (nonsensical(facts, random) as unknown as typeof facts) : facts;
  const order = kind === 3 && random(2) === 0 ? changed.toReversed() : changed;
  return Buffer.concat(packFile(nonsense, order, signer));
}

/** @param told  called now and then, with how many are done */
export async function readMutatedPacks(
  inputs: number,
  seed: number,
  told: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const materials = await prepare();
  const compiled = await WebAssembly.compile(readFileSync(new URL('../module/loupe.wasm', import.meta.url)));
  const vocabulary = readFileSync(VOCABULARY_PATH);
  const start = async () => {
    const module = await WasmModule.start(compiled);
    module.setVocabulary(vocabulary);
    return module;
  };
  let module = await start();
  const { vocabularyId } = module;
  const { chunks, signer, photo } = materials;
  const file = Buffer.concat(packFile({ ...FACTS, vocabularyId }, chunks, signer));
  const other = Buffer.concat(
    packFile({ ...FACTS, vocabularyId, name: 'Other' }, chunks.toReversed(), signer),
  );
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let [slowestMs, mostBytes] = [0, 0];
  for (let i = 0; i < inputs; i++) {
    const random = randomOf(seed * 1_000_003 + i);
    const input = i % 5 < 3 ? damaged(file, other, random) : signed(materials, vocabularyId, random);
    const before = process.cpuUsage();
    let code = 'opened';
    try {
      const pack = await OpenPack.open(module, input, signer.publicKey, NOW);
      pack.compareBy(comparesHits);
      const [hit] = await pack.recognize(photo, { closer: false, language: 'de', now: NOW });
      if (hit !== undefined) pack.follow(photo, hit.id);
    } catch (error) {
      code = error instanceof PackError ? error.code : 'FAULT';
      if (code === 'FAULT') faults.push(`Input ${i} of seed ${seed}: ${String(error)}`);
    }
    counts.set(code, (counts.get(code) ?? 0) + 1);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    slowestMs = Math.max(slowestMs, ms);
    mostBytes = Math.max(mostBytes, module.memoryBytes);
    if (ms > MOST_MS) faults.push(`Input ${i} of seed ${seed} took ${ms.toFixed(0)} ms.`);
    if (module.memoryBytes > MOST_BYTES) faults.push(`Input ${i} of seed ${seed} took too much memory.`);
    // Pages use no module again that has stopped in the middle, either.
    if (code === 'ENGINE_FAILED' || code === 'OUT_OF_MEMORY' || code === 'FAULT') module = await start();
    if (i % 1000 === 999) told(i + 1);
  }
  return { counts, faults, slowestMs, mostBytes };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { inputs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const { counts, faults, slowestMs, mostBytes } = await readMutatedPacks(
    Number(values.inputs),
    Number(values.seed),
    (done) => console.log(`${done} of ${values.inputs}`),
  );
  for (const fault of faults.slice(0, 20)) console.log(fault);
  console.log([...counts].map(([code, count]) => `${code} ${count}`).join(', '));
  console.log(
    `${faults.length} faults; the slowest took ${slowestMs.toFixed(0)} ms, memory ${(mostBytes / 2 ** 20).toFixed(0)} MiB at most`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
