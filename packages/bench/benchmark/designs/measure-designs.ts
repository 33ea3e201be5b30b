/** Photos of pages of one design: is the page that is there recognized, and is one that is not there refused? */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addon, isRecognized, type NativeHit, VOCABULARY_PATH } from '@loupe-print/engine/internals';
import { toJpeg } from '../../paint/rgb-image.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import type { PhotoStrength } from '../../simulation/photo/strength.js';
import { searchChecked } from '../measure/checked-search.js';
import { decoder, searchPicture, Session } from '../measure/session.js';
import type { BenchReference } from '../sets/dataset.js';
import type { Progress, ProgressBar } from '../progress.js';
import type { Confusion } from './confusions.js';
import { type Design, designPage } from './design.js';
import { designs } from './designs.js';

export interface DesignsOptions {
  /** How many pages of each design are indexed; measured once for each. */
  readonly relatives: readonly number[];
  /** Photos of indexed pages, and of others, of each design. */
  readonly photos: number;
  readonly seed: number;
  /** Called with photos of pages that are not indexed which keypoints alone recognize; asked for, they are searched twice. */
  readonly onConfusion?: ((confusion: Confusion) => void) | undefined;
}

export interface DesignResult {
  readonly design: string;
  readonly relatives: number;
  /** Photos of indexed pages, of which the page was the first answer, and of which another one was. */
  readonly known: number;
  readonly right: number;
  readonly wrong: number;
  /** Photos of pages that are not indexed, and those that were recognized as one that is. */
  readonly unknown: number;
  readonly accepted: number;
}

const STRENGTHS: readonly PhotoStrength[] = ['easy', 'medium', 'hard'];
/** Pages that are never indexed have numbers from here on. */
const UNKNOWN_FROM = 100_000;
const PAGE_QUALITY = 92;

export async function measureDesigns(
  { relatives, photos, seed, onConfusion }: DesignsOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<DesignResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-designs-'));
  const bar = progress.start('Photographing pages of one design');
  const results: DesignResult[] = [];
  try {
    for (const count of relatives) {
      const session = await sessionOf(folder, count, seed, bar, signal);
      for (const design of designs) {
        results.push(await measureDesign(session, design, { count, photos, seed, onConfusion }, signal));
        bar.update(results.length, relatives.length * designs.length);
      }
      session.engine.close();
    }
  } finally {
    bar.stop();
    await rm(folder, { recursive: true });
  }
  return results;
}

/** An index of some pages of every design. */
async function sessionOf(
  folder: string,
  count: number,
  seed: number,
  bar: ProgressBar,
  signal: AbortSignal,
): Promise<Session> {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 64 });
  const session = new Session(engine);
  const references = [];
  for (const design of designs) {
    for (let number = 0; number < count; number += 1) {
      const id = idOf(design, number);
      const file = join(folder, `${count} ${id}.jpg`);
      await writeFile(file, await pageOf(design, seed + number));
      references.push({ id, set: 'designs', file });
    }
  }
  await session.insert(references, { update: () => bar.update(0, 1), stop: () => undefined }, signal);
  return session;
}

interface DesignRun extends Pick<DesignsOptions, 'photos' | 'seed' | 'onConfusion'> {
  /** Indexed pages of each design. */
  readonly count: number;
}

async function measureDesign(
  session: Session,
  design: Design,
  { count, photos, seed, onConfusion }: DesignRun,
  signal: AbortSignal,
): Promise<DesignResult> {
  const photoOf = async (number: number, at: number): Promise<Buffer> => {
    signal.throwIfAborted();
    const strength = STRENGTHS[at % STRENGTHS.length] ?? 'easy';
    return (await simulatePhoto(await pageOf(design, number), { strength, seed: number + at })).jpeg;
  };
  const answer = async (photo: Buffer): Promise<string | null> =>
    bestOf(session, await searchChecked(session, photo, { limit: 20 }))?.id ?? null;
  let [right, wrong, accepted] = [0, 0, 0];
  for (let at = 0; at < photos; at += 1) {
    const known = await answer(await photoOf(seed + (at % count), at));
    if (known === idOf(design, at % count)) right += 1;
    else if (known !== null) wrong += 1;
    const photo = await photoOf(UNKNOWN_FROM + seed + at, at);
    const isAccepted = (await answer(photo)) !== null;
    if (isAccepted) accepted += 1;
    const taken = onConfusion && (await byKeypoints(session, photo));
    if (taken) onConfusion({ photo, page: await readFile(taken.file), isAccepted });
  }
  return { design: design.name, relatives: count, known: photos, right, wrong, unknown: photos, accepted };
}

const bestOf = ({ references }: Session, hits: readonly NativeHit[]): BenchReference | undefined => {
  const best = hits.find(isRecognized);
  return best === undefined ? undefined : references[best.key - 1];
};

/** The reference that a search takes a photo for without asking its content. */
async function byKeypoints(session: Session, photo: Buffer): Promise<BenchReference | undefined> {
  const { hits } = await searchPicture(session.engine, session.index, decoder.picture(photo), { limit: 20 });
  return bestOf(session, hits);
}

const idOf = ({ name }: Design, number: number): string => `${name} ${number}`;

async function pageOf(design: Design, number: number): Promise<Buffer> {
  return toJpeg(await designPage(design, number), PAGE_QUALITY);
}
