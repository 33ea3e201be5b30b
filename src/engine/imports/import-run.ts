/**
 * One run of an import: reads the pictures of its archive several at a time, and stores them and their lines of the report
 * in batches, in the order of the archive. What is stored is as much as its lines say, whenever the process ends.
 */
import type { Clock } from '../../kernel/clock.js';
import type { Database, Transaction } from '../../db/database.js';
import { isPassing, LoupeError } from '../../kernel/errors.js';
import type { RunningJob } from '../../jobs/job-runner.js';
import type { UploadIntake } from '../../media/uploads/upload-intake.js';
import type { Application } from '../application.entity.js';
import type { NearDuplicates } from '../references/near-duplicates.js';
import type { PreparedReference, ReferenceAddition } from '../references/reference-addition.js';
import type { ImportStep } from './import-steps.js';
import { ReferenceImport, ReferenceImportLine } from './reference-import.entity.js';

/** Files of one transaction, and how long the first of them waits for more: each commit waits for the disk. */
const BATCH = 64;
const BATCH_MS = 2000;

/** How often the job notes how much is done. */
const PROGRESS_MS = 1000;

/** Larger pictures keep every core busy for long: few of them are read ahead. */
const LARGE_BYTES = 1024 * 1024;

export interface ImportRunParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly uploads: UploadIntake;
  readonly addition: ReferenceAddition;
  readonly nearDuplicates: NearDuplicates;
  readonly maxFileBytes: number;
  /** Pictures that are extracted at a time. */
  readonly threads: number;
}

type Outcome = PreparedReference | LoupeError;

/** A file that is being read, at its place in the report. */
interface Pending {
  readonly step: ImportStep;
  readonly position: number;
  readonly outcome: Promise<Outcome>;
}

export class ImportRun {
  private readonly pending: Pending[] = [];
  private batchBegan = 0;
  private progressed = 0;
  /** The batch that is being stored; false when the import was cancelled. */
  private storing: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly parts: ImportRunParts,
    private readonly application: Application,
    private readonly row: ReferenceImport,
    private readonly job: RunningJob,
  ) {}

  /**
   * Goes on where the report ends.
   *
   * @param done lines that the report has
   * @returns false when it was cancelled meanwhile
   */
  async from(done: number, steps: AsyncGenerator<ImportStep>): Promise<boolean> {
    let position = 0;
    try {
      for await (const step of steps) {
        if (position >= done) {
          // The next file of an archive can be read only when this one has been.
          const read = await this.read(step);
          const outcome = read instanceof LoupeError ? Promise.resolve(read) : this.prepare(step, read);
          // Who waits for it sees its failure; until then nobody does.
          outcome.catch(() => undefined);
          if (this.hasId(step.imageId) && !(await this.flush(0))) return false;
          this.batchBegan = this.pending.length === 0 ? performance.now() : this.batchBegan;
          this.pending.push({ step, position, outcome });
          const ahead = this.ahead(read);
          await this.pending.at(-ahead)?.outcome.catch(() => undefined);
          if (this.isBatchDue(ahead) && !(await this.flush(ahead - 1))) return false;
        }
        position += 1;
      }
      return (await this.flush(0)) && (await this.storing);
    } finally {
      // What is half stored has to be whole before somebody goes on.
      await this.storing.catch(() => undefined);
      await this.dropPending();
    }
  }

  /** One batch holds each id once: its images come one after the other. */
  private hasId(imageId: string): boolean {
    return this.pending.some(({ step }) => step.fault === null && step.imageId === imageId);
  }

  private isBatchDue(ahead: number): boolean {
    const { length } = this.pending;
    if (length < ahead) return false;
    return length >= BATCH + ahead || performance.now() - this.batchBegan > BATCH_MS;
  }

  /** Pictures in work at a time: while this thread writes to a database or unpacks, every core goes on extracting. */
  private ahead(read: Buffer | LoupeError): number {
    const { threads } = this.parts;
    return read instanceof LoupeError || read.length <= LARGE_BYTES ? 4 * threads : threads + 1;
  }

  private async read({ picture, fault }: ImportStep): Promise<Buffer | LoupeError> {
    if (fault !== null) return fault;
    try {
      if (picture === null) throw new RangeError('A step without a fault has a picture.');
      return await picture.read(this.parts.maxFileBytes);
    } catch (error) {
      return asRefusal(error);
    }
  }

  private async prepare(step: ImportStep, bytes: Buffer): Promise<Outcome> {
    const { imageId, metadata, isActive, isAdditional } = step;
    const keywords = [...this.row.keywords, ...step.keywords];
    try {
      const maxBytes = this.parts.maxFileBytes;
      const image = await this.parts.uploads.receiveBytes(bytes, { maxBytes });
      try {
        return await this.parts.addition.prepare(this.application, {
          imageId,
          image,
          isActive,
          isAdditional,
          ...(metadata === undefined ? {} : { metadata }),
          // One more image keeps the keywords of its id where nothing else is said.
          ...(isAdditional && keywords.length === 0 ? {} : { keywords }),
        });
      } finally {
        await image.discard();
      }
    } catch (error) {
      return asRefusal(error);
    }
  }

  /**
   * Begins to store what is read, up to the last few files, which may still be in work. While one batch is stored, the pictures
   * of the next are read.
   *
   * @returns false when the import was cancelled
   */
  private async flush(leave: number): Promise<boolean> {
    if (!(await this.storing)) return false;
    this.job.signal.throwIfAborted();
    const count = this.pending.length - leave;
    if (count <= 0) return true;
    const batch = this.pending.slice(0, count);
    const outcomes = await Promise.all(batch.map(({ outcome }) => outcome));
    // From here on it is not this run that drops them.
    this.pending.splice(0, count);
    this.batchBegan = performance.now();
    this.storing = this.keep(batch, outcomes);
    // Who waits for it sees its failure.
    this.storing.catch(() => undefined);
    return true;
  }

  private async keep(batch: readonly Pending[], outcomes: readonly Outcome[]): Promise<boolean> {
    const prepared = outcomes.filter(isPrepared);
    const isWanted = this.row.isDryRun
      ? await this.tryOut(batch, outcomes, prepared)
      : await this.store(batch, outcomes, prepared);
    if (!isWanted) return false;
    if (this.row.checksDuplicates && !this.row.isDryRun) await this.noteDuplicates(batch, prepared);
    const last = batch.at(-1)?.position ?? 0;
    await this.noteProgress((last + 1) / this.row.total);
    if (last + 1 < this.row.total) await this.job.giveWay();
    return true;
  }

  private async noteProgress(fraction: number): Promise<void> {
    const now = performance.now();
    if (now - this.progressed < PROGRESS_MS) return;
    this.progressed = now;
    await this.job.progress(fraction);
  }

  private async tryOut(
    batch: readonly Pending[],
    outcomes: readonly Outcome[],
    prepared: readonly PreparedReference[],
  ): Promise<boolean> {
    for (const each of prepared) await this.parts.addition.drop(each);
    return this.parts.database.transaction((transaction) => this.writeLines(transaction, batch, outcomes));
  }

  /** The references and their lines in one transaction. */
  private async store(
    batch: readonly Pending[],
    outcomes: readonly Outcome[],
    prepared: readonly PreparedReference[],
  ): Promise<boolean> {
    let isWanted = true;
    const also = async (transaction: Transaction) => {
      isWanted = await this.writeLines(transaction, batch, outcomes);
      if (!isWanted) throw new CancelledError();
    };
    try {
      await this.parts.addition.storeAll(this.application, prepared, { also });
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
    return isWanted;
  }

  private async writeLines(
    { em }: Transaction,
    batch: readonly Pending[],
    outcomes: readonly Outcome[],
  ): Promise<boolean> {
    const row = await em.findOne(ReferenceImport, this.row.id, { refresh: true });
    if (row?.state !== 'Running') return false;
    const lines = batch.map(({ step, position }, at) => {
      const outcome = outcomes[at];
      const isRefused = outcome instanceof LoupeError;
      const grade = isRefused ? null : (outcome?.signature.grade ?? null);
      return {
        importId: row.id,
        position,
        fileName: step.fileName,
        imageId: step.imageId,
        manifestLine: step.manifestLine,
        code: isRefused ? outcome.code : null,
        message: isRefused ? outcome.message : step.note,
        grade: grade?.value ?? null,
        gradeReason: isRefused ? null : (grade?.reason ?? null),
        nearDuplicates: [],
      };
    });
    for (const line of lines) row[line.code === null ? 'added' : 'refused'] += 1;
    row.dateModified = this.parts.clock.now();
    await em.insertMany(ReferenceImportLine, lines);
    return true;
  }

  /** A warning beside what is stored already. */
  private async noteDuplicates(
    batch: readonly Pending[],
    prepared: readonly PreparedReference[],
  ): Promise<void> {
    const asked = prepared.map(({ externalId: ownId, signature: { dna } }) => ({ ownId, dna }));
    const near = await this.parts.nearDuplicates.findAll(this.application, asked);
    const found = prepared.map(({ externalId }, at) => ({
      externalId,
      ids: (near[at] ?? []).map(({ id }) => id),
    }));
    const positionOf = new Map(
      batch.filter(({ step }) => step.fault === null).map(({ step, position }) => [step.imageId, position]),
    );
    const warned = found.filter(({ ids }) => ids.length > 0);
    if (warned.length === 0) return;
    await this.parts.database.transaction(async ({ em }) => {
      for (const { externalId, ids } of warned) {
        const place = { importId: this.row.id, position: positionOf.get(externalId) ?? -1 };
        await em.nativeUpdate(ReferenceImportLine, place, { nearDuplicates: ids });
      }
    });
  }

  private async dropPending(): Promise<void> {
    for (const { outcome } of this.pending.splice(0)) {
      const prepared = await outcome.catch(() => null);
      if (prepared !== null && isPrepared(prepared)) await this.parts.addition.drop(prepared);
    }
  }
}

function isPrepared(outcome: Outcome): outcome is PreparedReference {
  return !(outcome instanceof LoupeError);
}

class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** What is wrong with one file goes into the report, what is wrong with the server does not. */
function asRefusal(error: unknown): LoupeError {
  if (error instanceof LoupeError && !isPassing(error)) return error;
  throw error;
}
