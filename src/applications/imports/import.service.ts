/** Bulk import of references from a ZIP: a durable job that goes on where it stood, with a report line per file. */
import type { Clock } from '../../kernel/clock.js';
import type { Database, Transaction } from '../../db/database.js';
import { badInput, isPassing, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { Job } from '../../jobs/job.entity.js';
import type { JobHandler, JobRunner, RunningJob } from '../../jobs/job-runner.js';
import type { UploadIntake } from '../../media/upload-intake.js';
import type { UploadedFile } from '../../media/uploaded-file.js';
import { Application } from '../application.entity.js';
import type { ImportArchives } from './import-archive.js';
import { requireKeywords } from '../references/keywords.rules.js';
import { ReferenceImport, ReferenceImportLine } from './reference-import.entity.js';
import type { ImportStep } from './import-plan.js';
import type { ReferenceService } from '../references/reference.service.js';
import type { AddedReference } from '../views.js';

const IMPORT_REFERENCES = 'references.import';
const MAX_LINES = 1000;

export interface ImportView {
  readonly id: string;
  readonly state: ReferenceImport['state'];
  readonly fileName: string | null;
  readonly total: number;
  readonly added: number;
  readonly refused: number;
  /** 0..1 */
  readonly progress: number;
  readonly failureReason: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface ImportLine {
  readonly position: number;
  readonly fileName: string;
  readonly imageId: string;
  /** Name in the error catalogue; null when it was added. */
  readonly code: string | null;
  /** Why it was refused, or what to know about it all the same. */
  readonly message: string | null;
  readonly grade: number | null;
  readonly gradeReason: string | null;
  readonly nearDuplicates: readonly string[];
  /** Line (CSV) or entry (JSON) of the manifest, from 1; null for what no manifest names. */
  readonly manifestLine: number | null;
}

export interface ImportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobRunner;
  readonly uploads: UploadIntake;
  readonly archives: ImportArchives;
  readonly references: ReferenceService;
  readonly maxFileBytes: number;
}

export class ImportService implements JobHandler {
  constructor(private readonly parts: ImportParts) {
    parts.jobs.register(IMPORT_REFERENCES, this);
  }

  /**
   * Takes a ZIP of pictures; each becomes a reference whose id is its path in the ZIP, or what a manifest at its root
   * says. Answers at once.
   *
   * @param keywords of all of them, beside those of the manifest
   * @throws LoupeError UNSUPPORTED_MEDIA, BAD_USER_INPUT, PAYLOAD_TOO_LARGE, INVALID_KEYWORD, INVALID_MANIFEST
   */
  async start(
    application: Application,
    zip: UploadedFile,
    keywords: readonly string[] = [],
  ): Promise<ImportView> {
    const distinct = requireKeywords(keywords);
    const id = newId();
    const { total } = await this.parts.archives.keep(id, zip);
    return this.parts.database.transaction(async (transaction) => {
      transaction.afterRollback(() => this.parts.archives.drop(id));
      const now = this.parts.clock.now();
      const row = transaction.em.create(ReferenceImport, {
        id,
        applicationId: application.id,
        state: 'Waiting',
        fileName: zip.originalName,
        keywords: distinct,
        total,
        failureReason: null,
        dateCreated: now,
        dateModified: now,
      });
      await transaction.em.flush();
      this.parts.jobs.enqueue(transaction, {
        type: IMPORT_REFERENCES,
        organizationId: application.organizationId ?? null,
        subjectId: id,
        work: { size: total },
      });
      return toImportView(row);
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(application: Pick<Application, 'id'>, id: string): Promise<ImportView> {
    const where = { id: id.toLowerCase(), applicationId: application.id };
    const row = isId(id) ? await this.parts.database.reader().findOne(ReferenceImport, where) : null;
    if (row === null) throw notFound(`Import ${id.slice(0, 100)}`);
    return toImportView(row);
  }

  /** Imports of an application, newest first. */
  async list(application: Pick<Application, 'id'>): Promise<readonly ImportView[]> {
    const rows = await this.parts.database
      .reader()
      .find(ReferenceImport, { applicationId: application.id }, { orderBy: { id: 'desc' }, limit: 100 });
    return rows.map(toImportView);
  }

  /** Lines of the report: those of the manifest, then other files in the order of the ZIP. @throws LoupeError NOT_FOUND, BAD_USER_INPUT */
  async lines(
    application: Pick<Application, 'id'>,
    id: string,
    { offset = 0, limit = MAX_LINES, onlyRefused = false } = {},
  ): Promise<readonly ImportLine[]> {
    await this.get(application, id);
    if (!(limit >= 0 && limit <= MAX_LINES)) throw badInput('first', `must be from 0 to ${MAX_LINES}`);
    return this.parts.database
      .reader()
      .find(
        ReferenceImportLine,
        {
          importId: id.toLowerCase(),
          position: { $gte: offset },
          ...(onlyRefused ? { code: { $ne: null } } : {}),
        },
        { orderBy: { position: 'asc' }, limit },
      )
      .then((rows) => rows.map(toLine));
  }

  /** Resolves when an import has ended, well or not. @throws LoupeError NOT_FOUND */
  async ended(application: Pick<Application, 'id'>, id: string): Promise<ImportView> {
    await this.get(application, id);
    const where = { type: IMPORT_REFERENCES, subjectId: id.toLowerCase() };
    const job = await this.parts.database.reader().findOne(Job, where, { fields: ['id'] });
    if (job !== null) await this.parts.jobs.waitFor(job.id).catch(() => undefined);
    return this.get(application, id);
  }

  async run(job: RunningJob): Promise<void> {
    const id = job.subjectId ?? '';
    const em = this.parts.database.reader();
    const row = await em.findOne(ReferenceImport, id);
    const application = row === null ? null : await em.findOne(Application, row.applicationId);
    if (row === null || application === null) return this.parts.archives.drop(id);
    await this.note(id, (each) => void (each.state = 'Running'));
    const done = await em.count(ReferenceImportLine, { importId: id });
    let position = 0;
    for await (const step of this.parts.archives.steps(id)) {
      if (position >= done) {
        job.signal.throwIfAborted();
        await this.take(application, row, step, position);
        await job.progress((position + 1) / row.total);
        if (position + 1 < row.total) await job.giveWay();
      }
      position += 1;
    }
    await this.note(id, (each) => void (each.state = 'Done'));
    await this.parts.archives.drop(id);
  }

  async giveUp(job: RunningJob, reason: LoupeError): Promise<void> {
    const id = job.subjectId ?? '';
    await this.note(id, (each) => {
      each.state = 'Failed';
      each.failureReason = reason.message;
    });
    await this.parts.archives.drop(id);
  }

  /** Those of some ids that are imports that wait or run. */
  async waitingAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.parts.database
      .reader()
      .find(
        ReferenceImport,
        { id: { $in: [...ids] }, state: { $in: ['Waiting', 'Running'] } },
        { fields: ['id'] },
      );
    return new Set(rows.map((row) => row.id));
  }

  /** Removes ZIPs that no import waits for any more. */
  async sweep(): Promise<number> {
    const waiting = await this.parts.database
      .reader()
      .find(ReferenceImport, { state: { $in: ['Waiting', 'Running'] } }, { fields: ['id'] });
    return this.parts.archives.sweep(new Set(waiting.map((row) => row.id)), this.parts.clock.now().getTime());
  }

  /** Adds one file; what is wrong with it goes into the report, what is wrong with the server does not. */
  private async take(
    application: Application,
    { id, keywords }: ReferenceImport,
    step: ImportStep,
    position: number,
  ): Promise<void> {
    const outcome = await this.add(application, step, keywords).catch((error: unknown) => {
      if (error instanceof LoupeError && !isPassing(error)) return error;
      throw error;
    });
    const isRefused = outcome instanceof LoupeError;
    await this.note(id, (row, { em }) => {
      row[isRefused ? 'refused' : 'added'] += 1;
      em.create(ReferenceImportLine, {
        importId: id,
        position,
        fileName: step.fileName,
        imageId: step.imageId,
        manifestLine: step.manifestLine,
        code: isRefused ? outcome.code : null,
        message: isRefused ? outcome.message : step.note,
        grade: isRefused ? null : outcome.grade,
        gradeReason: isRefused ? null : outcome.gradeReason,
        nearDuplicates: isRefused ? [] : outcome.nearDuplicates.map((near) => near.id),
      });
    });
  }

  private async add(
    application: Application,
    { picture, fault, imageId, keywords: own, metadata, isActive, isAdditional }: ImportStep,
    ofAll: readonly string[],
  ): Promise<AddedReference> {
    if (fault !== null) throw fault;
    if (picture === null) throw new RangeError(`Nothing is to be added as ${imageId}.`);
    const keywords = [...ofAll, ...own];
    const maxBytes = this.parts.maxFileBytes;
    const image = await this.parts.uploads.receiveBytes(await picture.read(maxBytes), { maxBytes });
    try {
      return await this.parts.references.add(application, {
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
  }

  private async note(
    id: string,
    change: (row: ReferenceImport, transaction: Transaction) => void,
  ): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const row = await transaction.em.findOne(ReferenceImport, id);
      if (row === null) return;
      change(row, transaction);
      row.dateModified = this.parts.clock.now();
    });
  }
}

function toImportView(row: ReferenceImport): ImportView {
  const { id, state, total, added = 0, refused = 0, dateCreated, dateModified } = row;
  return {
    id,
    state,
    fileName: row.fileName ?? null,
    total,
    added,
    refused,
    progress: state === 'Done' ? 1 : Math.min(1, (added + refused) / total),
    failureReason: row.failureReason ?? null,
    dateCreated,
    dateModified,
  };
}

function toLine(row: ReferenceImportLine): ImportLine {
  const { position, fileName, imageId, nearDuplicates, manifestLine = null } = row;
  return {
    position,
    fileName,
    imageId,
    code: row.code ?? null,
    message: row.message ?? null,
    grade: row.grade ?? null,
    gradeReason: row.gradeReason ?? null,
    nearDuplicates,
    manifestLine,
  };
}
