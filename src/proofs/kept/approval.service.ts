/**
 * Approvals: somebody accepted all that differs between two PDFs. Both files' hashes, the pages, the decisions, the name and the
 * time are kept for good and never change; anybody with the link sees them.
 */
import { createHash } from 'node:crypto';
import { nameOf, type OperationLog } from '../../audit/operation-log.js';
import { requireIdentity } from '../../access/access.js';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, forbidden, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { PdfComparison } from '../compared-pdfs.js';
import { type Decision, requireComment, type Signature } from '../comparison-record.js';
import { type ReportFile, type ReportFormat, reportOf } from '../report/report.js';
import type { ProofLanguage } from '../words/proof-words.js';
import { ComparisonApproval } from './kept-comparison.entity.js';
import { decisionsOf, isPlaceItself } from './decision.service.js';
import type { KeptAccess } from './kept-access.js';
import type { KeptComparisons } from './kept-comparisons.js';
import { KEPT_CONTENT_TYPE, type KeptProof, proofOf, readKept, writeKept } from './kept-file.js';
import type { Proof } from './proof.js';

const PURPOSE = 'approval of a comparison';
const MOST_LISTED = 200;
const LISTED = 50;

export interface ApprovalView extends Signature {
  readonly id: string;
  readonly referenceName: string;
  readonly queryName: string;
  /** SHA-256 in lower-case hex. */
  readonly referenceSha256: string;
  readonly querySha256: string;
  /** Opens it without an account. */
  readonly code: string;
}

export interface OpenedApproval {
  readonly approval: Omit<ApprovalView, 'code'>;
  readonly proof: Proof;
  /** Hand the whole to `ApprovalService.report`. */
  readonly kept: KeptProof;
}

export interface ApprovalPage {
  readonly skip?: number;
  /** At most 200; 50 unless given. */
  readonly take?: number | undefined;
  /** Only those of which either file has this SHA-256. */
  readonly sha256?: string | null;
}

export interface ApprovalServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'sign' | 'isSame'>;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly files: FileStore;
  readonly kept: KeptComparisons;
  readonly access: KeptAccess;
}

export class ApprovalService {
  constructor(private readonly parts: ApprovalServiceParts) {}

  /**
   * Approves a kept comparison. Every place that differs, and every page that was inserted, removed or moved, must be accepted
   * before.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (something is rejected or not decided)
   */
  async approve(viewer: Viewer, keptId: string, givenComment: string | null): Promise<ApprovalView> {
    const { database, clock, operations, files, kept, access } = this.parts;
    requireIdentity(viewer);
    if (viewer.kind !== 'user') throw forbidden('approve comparisons');
    const comment = requireComment(givenComment);
    const reader = database.reader();
    const comparison = await access.require(reader, viewer, 'content:write', keptId);
    const { content, pictures } = await kept.read(reader, comparison);
    const decisions = await decisionsOf(reader, comparison.id);
    requireAllAccepted(content.comparison, decisions);
    const signature: Signature = { user: nameOf(viewer), comment, date: clock.now() };
    const bytes = writeKept({ content: { ...content, decisions, signature }, pictures });
    const staged = await files.stage(bytes, KEPT_CONTENT_TYPE);
    return database
      .transaction(async (transaction) => {
        const { em } = transaction;
        const node = await access.nodeOf(
          em,
          viewer,
          await access.require(em, viewer, 'content:write', keptId),
        );
        // A decision made meanwhile is not signed.
        if (JSON.stringify(await decisionsOf(em, comparison.id)) !== JSON.stringify(decisions))
          throw badInput(
            'comparison',
            'somebody decided something else meanwhile; look at it and approve again',
          );
        const [reference, query] = content.record.files;
        const approval = em.create(ComparisonApproval, {
          id: newId(),
          organizationId: node.id,
          referenceName: reference.name,
          queryName: query.name,
          referenceSha256: reference.sha256,
          querySha256: query.sha256,
          contentSha256: staged.sha256,
          comment,
          user: signature.user,
          dateCreated: signature.date,
        });
        files.attach(transaction, staged, {
          ownerId: approval.id,
          documentId: null,
          organizationId: node.id,
          kind: 'Approval',
        });
        operations.write(em, viewer, 'comparison:approve', node);
        return this.viewOf(approval);
      })
      .catch(async (error: unknown) => {
        await files.drop([staged]);
        throw error;
      });
  }

  /** Those of an organization, the newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(
    viewer: Viewer,
    organizationId: string,
    { skip = 0, take = LISTED, sha256 = null }: ApprovalPage = {},
  ): Promise<{ readonly approvals: readonly ApprovalView[]; readonly totalCount: number }> {
    const em = this.parts.database.reader();
    const { id } = await this.parts.guarded.requireOfType(
      em,
      viewer,
      'content:read',
      organizationId,
      'Organization',
    );
    const hash = sha256?.toLowerCase();
    const where = {
      organizationId: id,
      ...(hash !== undefined && { $or: [{ referenceSha256: hash }, { querySha256: hash }] }),
    };
    const [found, totalCount] = await em.findAndCount(ComparisonApproval, where, {
      orderBy: { dateCreated: 'desc', id: 'desc' },
      offset: Math.max(0, skip),
      limit: Math.min(MOST_LISTED, Math.max(1, take)),
    });
    return { approvals: found.map((approval) => this.viewOf(approval)), totalCount };
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async get(viewer: Viewer, id: string): Promise<ApprovalView> {
    return this.viewOf(await this.require(viewer, id));
  }

  /** With the pages and the decisions. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async read(viewer: Viewer, id: string): Promise<OpenedApproval> {
    return this.opened(await this.require(viewer, id));
  }

  /** The approval of a link, for anybody who has its code. @throws LoupeError NOT_FOUND */
  async open(code: string): Promise<OpenedApproval> {
    const { database } = this.parts;
    const [id = ''] = code.split('.');
    const isOwn = isId(id) && this.parts.secrets.isSame(code, this.codeOf(id));
    const approval = isOwn ? await find(database.reader(), id) : null;
    if (approval === null)
      throw new LoupeError('NOT_FOUND', 'This link to an approval is unknown. Ask for the whole address.');
    return this.opened(approval);
  }

  /** The report of what was approved. */
  async report({ kept }: OpenedApproval, format: ReportFormat, language: ProofLanguage): Promise<ReportFile> {
    return reportOf(kept.content, format, language);
  }

  private async require(viewer: Viewer, id: string): Promise<ComparisonApproval> {
    const em = this.parts.database.reader();
    const approval = await find(em, id);
    const what = `Approval ${shown(id)}`;
    await this.parts.guarded.requireFor(em, viewer, 'content:read', approval?.organizationId ?? null, what);
    if (approval === null) throw notFound(what);
    return approval;
  }

  private async opened(approval: ComparisonApproval): Promise<OpenedApproval> {
    const { database, files } = this.parts;
    const [file] = await files.ownedBy(database.reader(), [approval.id], ['Approval']);
    if (file === undefined) throw notFound(`Approval ${shown(approval.id)}`);
    const bytes = await files.read(file);
    if (createHash('sha256').update(bytes).digest('hex') !== approval.contentSha256)
      throw new Error(`The stored file of approval ${approval.id} is not the one that was approved.`);
    const kept = readKept(bytes);
    const { code: _code, ...view } = this.viewOf(approval);
    return { approval: view, proof: proofOf(kept), kept };
  }

  /** Signed, so that it can be shown again and stands nowhere. */
  private codeOf(id: string): string {
    return `${id}.${this.parts.secrets.sign(PURPOSE, id)}`;
  }

  private viewOf(approval: ComparisonApproval): ApprovalView {
    const { id, referenceName, queryName, referenceSha256, querySha256, user, comment, dateCreated } =
      approval;
    const about = { id, referenceName, queryName, referenceSha256, querySha256, user, comment };
    return { ...about, date: dateCreated, code: this.codeOf(id) };
  }
}

async function find(em: EntityManager, id: string): Promise<ComparisonApproval | null> {
  return isId(id) ? em.findOne(ComparisonApproval, { id: id.toLowerCase() }) : null;
}

function requireAllAccepted({ pages }: PdfComparison, decisions: readonly Decision[]): void {
  const verdicts = new Map(decisions.map(({ page, number, verdict }) => [`${page}/${number}`, verdict]));
  const places = pages.flatMap((page, at) => [
    ...(isPlaceItself(page) ? [`${at}/0`] : []),
    ...page.differences.map(({ number }) => `${at}/${number}`),
  ]);
  const rejected = places.filter((place) => verdicts.get(place) === 'rejected').length;
  const open = places.filter((place) => (verdicts.get(place) ?? null) === null).length;
  if (rejected + open === 0) return;
  const parts = [
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(open > 0 ? [`${open} not decided`] : []),
  ];
  throw badInput(
    'comparison',
    `cannot be approved: of ${places.length} places ${parts.join(' and ')}. Accept each first`,
  );
}

/** The address that opens an approval without an account. */
export function approvalUrl(baseUrl: string, code: string): string {
  return `${baseUrl.replace(/\/$/, '')}/approval#code=${code}`;
}
