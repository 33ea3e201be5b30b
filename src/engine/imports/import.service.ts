/** Bulk import of references from a ZIP or TAR: a durable job that goes on where it stood, with a report line per file. */
import { badInput, type LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { Job } from '../../jobs/job.entity.js';
import type { JobHandler, JobRunner, RunningJob } from '../../jobs/job-runner.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { Application } from '../application.entity.js';
import type { ImportArchives } from './import-archive.js';
import { ImportRun, type ImportRunParts } from './import-run.js';
import { type ImportLine, type ImportView, toImportView, toLine } from './import-views.js';
import { requireKeywords } from '../references/keywords.rules.js';
import { ReferenceImport, ReferenceImportLine } from './reference-import.entity.js';

const IMPORT_REFERENCES = 'references.import';
const MAX_LINES = 1000;
/** Of an archive that its job counts: no import is of nothing. */
const NOT_COUNTED = 0;
/** What a large archive counts for among the jobs that wait. */
const MANY_FILES = 10_000;

export interface ImportParts extends ImportRunParts {
  readonly jobs: JobRunner;
  readonly archives: ImportArchives;
}

export interface ImportWish {
  /** Of all of them, beside those of the manifest. */
  readonly keywords?: readonly string[] | undefined;
  /** Only tries: reads every picture and reports, and adds nothing. */
  readonly isDryRun?: boolean | undefined;
  /** False looks for no near-duplicates, which costs a search for each picture; true unless set. */
  readonly checksDuplicates?: boolean | undefined;
}

export class ImportService implements JobHandler {
  constructor(private readonly parts: ImportParts) {
    parts.jobs.register(IMPORT_REFERENCES, this);
  }

  /**
   * Takes a ZIP or TAR of pictures; each becomes a reference whose id is its path there, or what a manifest at its root
   * says. Answers at once: a small archive is looked through before, a large one by its job, which fails where something is wrong
   * with it as a whole.
   *
   * @throws LoupeError UNSUPPORTED_MEDIA, BAD_USER_INPUT, PAYLOAD_TOO_LARGE, INVALID_KEYWORD, INVALID_MANIFEST
   */
  async start(
    application: Application,
    archive: UploadedFile,
    { keywords = [], isDryRun = false, checksDuplicates = true }: ImportWish = {},
  ): Promise<ImportView> {
    const distinct = requireKeywords(keywords);
    const id = newId();
    const { total } = await this.parts.archives.keep(id, archive);
    return this.parts.database.transaction(async (transaction) => {
      transaction.afterRollback(() => this.parts.archives.drop(id));
      const now = this.parts.clock.now();
      const row = transaction.em.create(ReferenceImport, {
        id,
        applicationId: application.id,
        state: 'Waiting',
        fileName: archive.originalName,
        keywords: distinct,
        total: total ?? NOT_COUNTED,
        isDryRun,
        checksDuplicates,
        dateStarted: null,
        failureReason: null,
        dateCreated: now,
        dateModified: now,
      });
      await transaction.em.flush();
      this.parts.jobs.enqueue(transaction, {
        type: IMPORT_REFERENCES,
        organizationId: application.organizationId ?? null,
        subjectId: id,
        work: { size: total ?? MANY_FILES },
      });
      return toImportView(row, this.parts.clock.now());
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(application: Pick<Application, 'id'>, id: string): Promise<ImportView> {
    const where = { id: id.toLowerCase(), applicationId: application.id };
    const row = isId(id) ? await this.parts.database.reader().findOne(ReferenceImport, where) : null;
    if (row === null) throw notFound(`Import ${id.slice(0, 100)}`);
    return toImportView(row, this.parts.clock.now());
  }

  /** Imports of an application, newest first. */
  async list(application: Pick<Application, 'id'>): Promise<readonly ImportView[]> {
    const rows = await this.parts.database
      .reader()
      .find(ReferenceImport, { applicationId: application.id }, { orderBy: { id: 'desc' }, limit: 100 });
    return rows.map((row) => toImportView(row, this.parts.clock.now()));
  }

  /** Lines of the report: those of the manifest, then other files in the order of the archive. @throws LoupeError NOT_FOUND, BAD_USER_INPUT */
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

  /**
   * Ends an import: what it has added by now stays, and nothing more is added. One that has ended stays as it is.
   *
   * @throws LoupeError NOT_FOUND
   */
  async cancel(application: Pick<Application, 'id'>, id: string): Promise<ImportView> {
    await this.get(application, id);
    await this.note(id.toLowerCase(), (row) => {
      if (row.state === 'Waiting' || row.state === 'Running') row.state = 'Cancelled';
    });
    return this.get(application, id);
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
    const done = await em.count(ReferenceImportLine, { importId: id });
    const row = await this.note(id, (each) => {
      if (each.state === 'Cancelled') return;
      each.state = 'Running';
      each.dateStarted = this.parts.clock.now();
      each.doneAtStart = done;
    });
    const application = row === null ? null : await em.findOne(Application, row.applicationId);
    if (row?.state !== 'Running' || application === null) return this.parts.archives.drop(id);
    if (row.total === NOT_COUNTED) {
      const total = await this.parts.archives.count(id);
      job.signal.throwIfAborted();
      row.total = total;
      await this.note(id, (each) => (each.total = total));
    }
    const run = new ImportRun(this.parts, application, row, job);
    const isWhole = await run.from(done, this.parts.archives.steps(id));
    await this.note(id, (each) => {
      if (isWhole && each.state === 'Running') each.state = 'Done';
    });
    await this.parts.archives.drop(id);
  }

  async giveUp(job: RunningJob, reason: LoupeError): Promise<void> {
    const id = job.subjectId ?? '';
    await this.note(id, (each) => {
      if (each.state === 'Cancelled') return;
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

  /** Removes archives that no import waits for. */
  async sweep(): Promise<number> {
    const waiting = await this.parts.database
      .reader()
      .find(ReferenceImport, { state: { $in: ['Waiting', 'Running'] } }, { fields: ['id'] });
    return this.parts.archives.sweep(new Set(waiting.map((row) => row.id)), this.parts.clock.now().getTime());
  }

  private async note(id: string, change: (row: ReferenceImport) => unknown): Promise<ReferenceImport | null> {
    return this.parts.database.transaction(async ({ em }) => {
      const row = await em.findOne(ReferenceImport, id);
      if (row === null) return null;
      change(row);
      row.dateModified = this.parts.clock.now();
      return row;
    });
  }
}
