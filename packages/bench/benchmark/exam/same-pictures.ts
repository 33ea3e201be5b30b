/** Decides by pixels whether a reference is what a question shows, though under another name. */
import type { BenchReference } from '../sets/dataset.js';
import { type FlatPicture, isSamePicture, readFlat } from '../sets/flat-picture.js';
import type { Question } from './questions.js';

export class SamePictures {
  private readonly fileOf: ReadonlyMap<string, string>;
  private readonly flats = new Map<string, FlatPicture>();

  constructor(references: readonly BenchReference[]) {
    this.fileOf = new Map(references.map(({ id, file }) => [id, file]));
  }

  /** Whether the reference is the same picture as one that the question shows, or as what the question was made from. */
  async isShown({ truths, kind, sourceFile }: Question, reference: string): Promise<boolean> {
    const file = this.fileOf.get(reference);
    if (file === undefined || kind === 'unrelated') return false;
    const shown = truths.length > 0 ? truths.flatMap((id) => this.fileOf.get(id) ?? []) : [sourceFile];
    for (const other of shown)
      if (isSamePicture(await this.flatOf(file), await this.flatOf(other))) return true;
    return false;
  }

  private async flatOf(file: string): Promise<FlatPicture> {
    const known = this.flats.get(file) ?? (await readFlat(file));
    this.flats.set(file, known);
    return known;
  }
}
