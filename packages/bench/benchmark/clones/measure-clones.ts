/** Is a copy of a reference called its Clone, and is nothing else? */
import { readFile } from 'node:fs/promises';
import { addon, VOCABULARY_PATH } from '@loupe-print/engine/internals';
import type { ExamContent } from '../exam/content.js';
import { searchChecked } from '../measure/checked-search.js';
import { Session } from '../measure/session.js';
import type { Progress } from '../progress.js';
import type { BenchReference } from '../sets/dataset.js';
import { type FlatPicture, isSamePicture, readFlat } from '../sets/flat-picture.js';
import { copyChanges, patched } from './changes.js';

export interface ClonesOptions {
  /** References of each set that are asked, evenly chosen. */
  readonly perSet: number;
}

export interface CloneRow {
  readonly kind: 'copy' | 'other picture';
  readonly name: string;
  readonly asked: number;
  /** Pictures whose first answer was a Clone of the reference, or of one that shows the same picture. */
  readonly clones: number;
  /** Ids of those that were answered wrongly. */
  readonly failed: readonly string[];
}

/** @param onAnswer  called after each question, for a file of all answers */
export async function measureClones(
  content: ExamContent,
  { perSet }: ClonesOptions,
  progress: Progress,
  signal: AbortSignal,
  onAnswer: (line: object) => void = () => undefined,
): Promise<CloneRow[]> {
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, queueLimit: 64 });
  try {
    const session = new Session(engine);
    const inserting = progress.start('Inserting references');
    await session.insert(content.references, inserting, signal);
    inserting.stop();
    const asking = new CloneQuestions(session, onAnswer);
    const asked = chosen(content.references, perSet);
    const bar = progress.start('Asking copies');
    for (const [at, reference] of asked.entries()) {
      signal.throwIfAborted();
      await asking.copiesOf(reference);
      bar.update(at + 1, asked.length);
    }
    for (const { set, file, name } of chosen(content.heldOut, perSet))
      await asking.other(`${set}: other editions`, name, file, await readFile(file));
    bar.stop();
    return asking.rows();
  } finally {
    engine.close();
  }
}

/** Of each set at most a number of pictures, evenly chosen. */
function chosen<Picture extends { readonly set: string }>(
  pictures: readonly Picture[],
  perSet: number,
): Picture[] {
  const sets = Map.groupBy(pictures, ({ set }) => set);
  return [...sets.values()].flatMap((of) => {
    const step = Math.max(1, of.length / perSet);
    return Array.from({ length: Math.min(perSet, of.length) }, (_, at) => of[Math.floor(at * step)]).filter(
      (picture) => picture !== undefined,
    );
  });
}

class CloneQuestions {
  private readonly found = new Map<string, { -readonly [Key in keyof CloneRow]: CloneRow[Key] }>();
  private readonly flats = new Map<string, FlatPicture>();

  constructor(
    private readonly session: Session,
    private readonly onAnswer: (line: object) => void,
  ) {}

  rows(): CloneRow[] {
    return [...this.found.values()];
  }

  async copiesOf(reference: BenchReference): Promise<void> {
    const bytes = await readFile(reference.file);
    for (const [name, change] of Object.entries(copyChanges)) {
      const isClone = await this.isClone(await change(bytes), reference, name);
      this.count('copy', name, reference.id, isClone, isClone);
    }
    const patch = await patched(bytes);
    if (patch === null) return;
    const isClone = await this.isClone(patch, reference, 'patched');
    this.count('other picture', 'a part exchanged', reference.id, isClone, !isClone);
  }

  async other(name: string, id: string, file: string, bytes: Buffer): Promise<void> {
    const first = await this.firstOf(bytes);
    this.onAnswer({ change: name, id, ...first });
    const isClone =
      first?.decision === 'Clone' && !isSamePicture(await this.flatOf(first.file), await this.flatOf(file));
    this.count('other picture', name, id, isClone, !isClone);
  }

  private async isClone(bytes: Buffer, reference: BenchReference, change: string): Promise<boolean> {
    const first = await this.firstOf(bytes);
    this.onAnswer({ change, asked: reference.id, ...first });
    if (first?.decision !== 'Clone') return false;
    return (
      first.id === reference.id ||
      isSamePicture(await this.flatOf(first.file), await this.flatOf(reference.file))
    );
  }

  private async firstOf(bytes: Buffer) {
    const [hit] = await searchChecked(this.session, bytes, { limit: 8 });
    if (hit === undefined) return null;
    const { id = '', file = '' } = this.session.references[hit.key - 1] ?? {};
    return { id, file, decision: hit.decision, distance: hit.distance, pose: hit.queryFromReference };
  }

  private async flatOf(file: string): Promise<FlatPicture> {
    const known = this.flats.get(file) ?? (await readFlat(file));
    this.flats.set(file, known);
    return known;
  }

  private count(kind: CloneRow['kind'], name: string, id: string, isClone: boolean, isRight: boolean): void {
    const row = this.found.get(name) ?? { kind, name, asked: 0, clones: 0, failed: [] };
    row.asked += 1;
    if (isClone) row.clones += 1;
    if (!isRight) row.failed = [...row.failed, id];
    this.found.set(name, row);
  }
}
