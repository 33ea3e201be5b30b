/**
 * Begins the work on another file of a document, and says how much it is; both a new file and the way back to the earlier one
 * go through here.
 */
import type { AmountOfWork } from '../jobs/new-job.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Transaction } from '../db/database.js';
import type { Document, PageReplacement } from './document.entity.js';
import type { Node } from '../tree/node.entity.js';
import type { NodeStore } from '../tree/node.store.js';
import type { JobRunner } from '../jobs/job-runner.js';
import { PROCESS_DOCUMENT } from './document-processor.js';
import type { TargetService } from './targets/target.service.js';

/** A guess where a PDF was not opened yet. */
const PDF_BYTES_PER_PAGE = 100_000;
const MOST_GUESSED = 300;

/** @param file its bytes or, where they are known, its pages */
export function workOf(
  contentType: string,
  file: { readonly bytes: number } | { readonly pages: number | null },
): AmountOfWork {
  if (contentType !== 'application/pdf') return { size: 1, isSingle: true };
  if ('pages' in file) return file.pages === null ? { size: MOST_GUESSED } : { size: file.pages + 1 };
  return { size: Math.min(MOST_GUESSED, 2 + Math.floor(file.bytes / PDF_BYTES_PER_PAGE)) };
}

interface OtherFile {
  readonly contentType: string;
  readonly pageCount: number;
  /** Which pages go on as which. */
  readonly plan: PageReplacement;
}

export interface FileReplacementParts {
  readonly nodes: NodeStore;
  readonly operations: OperationLog;
  readonly targets: TargetService;
  readonly jobs: JobRunner;
  readonly clock: Clock;
}

export class FileReplacement {
  constructor(private readonly parts: FileReplacementParts) {}

  /**
   * Call it once the new file is the document's Original and the file before it its Earlier one.
   *
   * @returns id of the job that makes the pages
   */
  async begin(
    transaction: Transaction,
    viewer: Viewer,
    node: Node,
    document: Document,
    { contentType, pageCount, plan }: OtherFile,
  ): Promise<string> {
    const { nodes, operations, targets, jobs, clock } = this.parts;
    transaction.em.assign(document, {
      contentType,
      processing: 'Pending',
      failureReason: null,
      pagesTotal: null,
      pagesDone: 0,
      replacement: plan,
      earlierPages: plan.before,
      dateReplaced: clock.now(),
    });
    nodes.touch(node);
    operations.write(transaction.em, viewer, 'document:replace', node);
    await targets.refresh(transaction, node.id);
    const { organizationId, id: subjectId } = node;
    const work = workOf(contentType, { pages: pageCount });
    return jobs.enqueue(transaction, { type: PROCESS_DOCUMENT, organizationId, subjectId, work });
  }
}
