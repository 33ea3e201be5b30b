/** The native engine and the module of browsers over the same references, to compare what they answer. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WasmModule, type GrayPixels, type ModuleAnswer, type ModuleHit } from '../src/wasm-module.js';
import {
  addon,
  VOCABULARY_PATH,
  type NativeEngine,
  type NativeIndex,
} from '../../../src/engine-host/native.js';
import { ContentChecker } from '../../../src/engine-host/content/content-checker.js';
import type { Raster, SearchHit } from '../../../src/engine-host/types.js';
import { drawPage, photograph, someCorners } from './drawn.js';

const PAGE = { width: 512, height: 640 };

export interface Question {
  /** Key of the page that it shows, or 0. */
  readonly key: number;
  readonly photo: GrayPixels;
}

/** A photo of a page that is known; every eighth shows one that is not. */
export function drawnQuestion(pages: number, number: number): Question {
  const isKnown = number % 8 !== 7;
  const key = isKnown ? 1 + ((number * 7) % pages) : 0;
  const photo = photograph(
    drawPage(key || 100_000 + number, PAGE.width, PAGE.height),
    someCorners(number + 1),
    {
      seed: number + 1,
      noise: 4 + (number % 5) * 10,
      glare: number % 3 === 0,
      ...(number % 4 === 0 ? { width: 1280, height: 960 } : {}),
    },
  );
  return { key, photo };
}

/** An answer of both about a hit, in numbers as they are. */
export type Said = Omit<ModuleHit, 'isRecognized'>;

export const answersOf = (answer: ModuleAnswer): readonly Said[] =>
  answer.hits.map(({ isRecognized: _, distance, box, ...said }) => ({
    ...said,
    // Written with the nine digits that tell apart all numbers of 32 bits.
    distance: Math.fround(distance),
    box: box.map(Math.fround),
  }));

const rasterOf = ({ data, width, height }: GrayPixels): Raster => ({
  data: Buffer.from(data),
  width,
  height,
  channels: 1,
  originalWidth: width,
  originalHeight: height,
});

/** Keypoints, descriptors and pixels that a signature of a picture by the module would hold. */
export function describedBy(
  module: WasmModule,
  { data, width, height }: GrayPixels,
  role: 'query' | 'reference',
): Buffer {
  const asReference = role === 'reference' ? 1 : 0;
  const { bytes } = module.call([data], ({ loupe_describe: describe }, [at = 0]) =>
    describe(at, width, height, asReference),
  );
  return Buffer.from(bytes);
}

export class SameQuestions {
  readonly pages: readonly GrayPixels[];
  readonly #engine: NativeEngine;
  readonly #index: NativeIndex;
  readonly #dnas: readonly Buffer[];
  readonly #folder: string;

  private constructor(
    engine: NativeEngine,
    index: NativeIndex,
    pages: readonly GrayPixels[],
    dnas: readonly Buffer[],
    folder: string,
  ) {
    this.#dnas = dnas;
    this.#engine = engine;
    this.#index = index;
    this.pages = pages;
    this.#folder = folder;
  }

  /** @param given  pages to take instead of drawn ones */
  static async prepare(count: number, given?: readonly GrayPixels[]): Promise<SameQuestions> {
    const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1 });
    const index = engine.createIndex();
    const pages = given ?? Array.from({ length: count }, (_, i) => drawPage(i + 1, PAGE.width, PAGE.height));
    const dnas: Buffer[] = [];
    for (const [i, page] of pages.entries()) {
      const { dna } = await engine.extract(rasterOf(page), 'reference');
      dnas.push(dna);
      await index.apply([{ key: i + 1, dna }]);
    }
    await index.compact('everything');
    const folder = mkdtempSync(join(tmpdir(), 'loupe-wasm-'));
    await index.save(folder, 1, 'same answers');
    return new SameQuestions(engine, index, pages, dnas, folder);
  }

  segments(): readonly Buffer[] {
    return readdirSync(this.#folder)
      .filter((name) => readFileSync(join(this.#folder, name)).subarray(0, 8).toString() === 'LOUPESEG')
      .map((name) => readFileSync(join(this.#folder, name)));
  }

  /** A module with the same references. */
  async open(bytes: Buffer): Promise<WasmModule> {
    const module = await WasmModule.start(bytes);
    module.setVocabulary(readFileSync(VOCABULARY_PATH));
    for (const segment of this.segments()) module.addSegment(segment);
    return module;
  }

  /** Keypoints, descriptors and pixels of a signature. */
  async describe(picture: GrayPixels, role: 'query' | 'reference'): Promise<Buffer> {
    const { dna } = await this.#engine.extract<Raster>(rasterOf(picture), role, undefined, undefined, true);
    return Buffer.concat([2, 3, 6].map((id) => sectionOf(dna, id)));
  }

  /** Decides by content as the server does. */
  contentCheck(pictures: ReadonlyMap<number, Buffer>): (photo: GrayPixels) => Promise<readonly SearchHit[]> {
    const source = {
      read: (keys: readonly number[]) =>
        Promise.resolve(new Map(keys.flatMap((key) => [[key, pictures.get(key) ?? Buffer.alloc(0)]]))),
      readDna: (key: number) => Promise.resolve(this.#dnas[key - 1] ?? null),
    };
    const others = {
      search: async (_indexId: string, _dna: Buffer, key: number) => ({ hits: await this.hitsAlike(key) }),
      lastChange: () => Promise.resolve(1),
    };
    const checker = new ContentChecker(this.#engine, source, others);
    return async (photo) => checker.check(await this.hitsIn(photo), rasterOf(photo));
  }

  /** Others that look like a page. */
  async hitsAlike(key: number): Promise<readonly SearchHit[]> {
    const dna = this.#dnas[key - 1] ?? Buffer.alloc(0);
    const { hits } = await this.#engine.search([this.#index], { dna }, { limit: 9, secondTry: false });
    return hits.filter((hit) => hit.key !== key).map((hit) => ({ ...hit, indexId: 'pages' }));
  }

  async hitsIn(photo: GrayPixels, closer = true): Promise<readonly SearchHit[]> {
    const { hits } = await this.#engine.search(
      [this.#index],
      { picture: rasterOf(photo) },
      { limit: 10, secondTry: closer },
    );
    return hits.map((hit) => ({ ...hit, indexId: 'pages' }));
  }

  async recognize(photo: GrayPixels, closer = true): Promise<readonly Said[]> {
    const hits = await this.hitsIn(photo, closer);
    return hits.map((hit) => ({
      key: hit.key,
      decision: hit.decision,
      isMirrored: hit.isMirrored,
      inlierCount: hit.inlierCount,
      distance: hit.distance,
      box: hit.query.box.flat(),
      homography: hit.queryFromReference,
    }));
  }

  close(): void {
    this.#index.close();
    this.#engine.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A section of a signature: see native/core/signature/dna_container.h. */
function sectionOf(dna: Buffer, id: number): Buffer {
  const count = dna.readUInt16LE(10);
  for (let i = 0; i < count; i++) {
    const at = 32 + 16 * i;
    if (dna.readUInt32LE(at) === id) {
      const offset = dna.readUInt32LE(at + 4);
      return dna.subarray(offset, offset + dna.readUInt32LE(at + 8));
    }
  }
  return Buffer.alloc(0);
}
