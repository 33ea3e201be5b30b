/**
 * Links to show somebody without an account how two PDFs differ: good for seven days, revoked by those who may change content.
 * The code is kept as a hash alone.
 */
import { MS_PER_DAY, type Clock } from '../../kernel/clock.js';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import { type IgnoredPlace, withoutIgnored } from '../ignored-places.js';
import { type ReportFile, type ReportFormat, reportOf } from '../report/report.js';
import { reportWithout } from '../report/report-content.js';
import type { ProofLanguage } from '../words/proof-words.js';
import { nameOf, type OperationLog, userIdOf } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { isId, newId } from '../../kernel/ids.js';
import { ofActiveMakers } from '../../documents/links/link-makers.js';
import { ComparisonLink, KeptComparison } from './kept-comparison.entity.js';
import { decisionsOf } from './decision.service.js';
import type { KeptAccess } from './kept-access.js';
import type { KeptComparisons } from './kept-comparisons.js';
import { type KeptProof, proofOf } from './kept-file.js';
import type { Proof } from './proof.js';

const LIFE_MS = 7 * MS_PER_DAY;
/** Of an organization, at a time; fewer than the comparisons that are kept. */
const MOST_LINKS = 20;

export interface ComparisonLinkView {
  readonly id: string;
  readonly referenceName: string;
  readonly queryName: string;
  readonly user: string;
  readonly dateCreated: Date;
  readonly dateExpires: Date;
}

/** What somebody sees who was given a link. */
export interface SharedComparison {
  readonly names: readonly [reference: string, query: string];
  readonly dateCreated: Date;
  readonly dateExpires: Date;
  readonly proof: Proof;
  /** Hand the whole to `ComparisonLinkService.report`. */
  readonly kept: KeptProof;
  readonly ignored: readonly IgnoredPlace[];
}

export interface ComparisonLinkServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hash' | 'newSecret'>;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly kept: KeptComparisons;
  readonly access: KeptAccess;
}

export class ComparisonLinkService {
  constructor(private readonly parts: ComparisonLinkServiceParts) {}

  /**
   * @param ignored places that those who open the link do not see
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (too many links, places that there are not)
   */
  async create(
    viewer: Viewer,
    comparisonId: string,
    ignored: readonly IgnoredPlace[],
  ): Promise<ComparisonLinkView & { readonly code: string }> {
    const { database, clock, secrets, operations, kept } = this.parts;
    const { content } = await kept.read(
      database.reader(),
      await this.parts.access.require(database.reader(), viewer, 'content:write', comparisonId),
    );
    withoutIgnored(content.comparison, ignored);
    return database.transaction(async ({ em }) => {
      const comparison = await this.parts.access.require(em, viewer, 'content:write', comparisonId);
      const node = await this.parts.access.nodeOf(em, viewer, comparison);
      const now = clock.now();
      const owned = { comparisonId: { $in: await this.comparisonsOf(em, node.id) } };
      await em.nativeDelete(ComparisonLink, { ...owned, dateExpires: { $lte: now } });
      if ((await em.count(ComparisonLink, owned)) >= MOST_LINKS) {
        throw badInput(
          'comparisonId',
          `your organization shares ${MOST_LINKS} comparisons already; revoke one first`,
        );
      }
      const code = secrets.newSecret();
      const dateExpires = new Date(now.getTime() + LIFE_MS);
      const link = em.create(ComparisonLink, {
        id: newId(),
        comparisonId: comparison.id,
        codeHash: secrets.hash(code),
        ignored,
        user: nameOf(viewer),
        userId: userIdOf(viewer),
        dateCreated: now,
        dateExpires,
      });
      comparison.dateExpires = dateExpires;
      operations.write(em, viewer, 'comparison:share', node);
      return { ...viewOf(link, comparison), code };
    });
  }

  /** Those of an organization that are good still, the newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly ComparisonLinkView[]> {
    const { database, clock, guarded } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'content:write', organizationId, 'Organization');
    const comparisons = await em.find(KeptComparison, { organizationId: id });
    const byId = new Map(comparisons.map((comparison) => [comparison.id, comparison]));
    const where = { comparisonId: { $in: [...byId.keys()] }, dateExpires: { $gt: clock.now() } };
    const links = await em.find(ComparisonLink, where, { orderBy: { dateCreated: 'desc', id: 'desc' } });
    return (await ofActiveMakers(em, links)).flatMap((link) => {
      const comparison = byId.get(link.comparisonId);
      return comparison === undefined ? [] : viewOf(link, comparison);
    });
  }

  /** Ends a link at once. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    const { database, guarded, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const link = isId(id) ? await em.findOne(ComparisonLink, { id: id.toLowerCase() }) : null;
      const comparison = link === null ? null : await em.findOne(KeptComparison, { id: link.comparisonId });
      const what = `Comparison link ${shown(id)}`;
      const owner = comparison?.organizationId ?? null;
      const node = await guarded.requireFor(em, viewer, 'content:write', owner, what);
      operations.write(em, viewer, 'comparison:unshare', node);
      if (link !== null) em.remove(link);
    });
  }

  /** The comparison of a link, for anybody who has its code. @throws LoupeError NOT_FOUND: unknown, revoked or too old */
  async open(code: string): Promise<SharedComparison> {
    const { database, secrets, clock, kept } = this.parts;
    const em = database.reader();
    const codeHash = secrets.hash(code);
    const found = await em.find(ComparisonLink, { codeHash, dateExpires: { $gt: clock.now() } });
    const [link = null] = await ofActiveMakers(em, found);
    const comparison = link === null ? null : await kept.find(em, link.comparisonId);
    if (link === null || comparison === null) {
      throw new LoupeError(
        'NOT_FOUND',
        'This link to a comparison is unknown, was revoked or is too old. Ask for a new one.',
      );
    }
    const proof = await this.decided(em, comparison);
    return {
      names: [comparison.referenceName, comparison.queryName],
      dateCreated: comparison.dateCreated,
      dateExpires: link.dateExpires,
      proof: proofWithout(proof, link.ignored),
      kept: proof,
      ignored: link.ignored,
    };
  }

  /** A report of a kept comparison. @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (places that there are not) */
  async report(
    viewer: Viewer,
    comparisonId: string,
    ignored: readonly IgnoredPlace[],
    { format, language }: { readonly format: ReportFormat; readonly language: ProofLanguage },
  ): Promise<ReportFile> {
    const { content } = await this.read(viewer, comparisonId);
    return reportOf(reportWithout(content, ignored), format, language);
  }

  /** The kept comparison, with the decisions since. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async read(viewer: Viewer, comparisonId: string): Promise<KeptProof> {
    const { database, access } = this.parts;
    const em = database.reader();
    return this.decided(em, await access.require(em, viewer, 'content:read', comparisonId));
  }

  /** The report that a holder of the link gets. */
  async sharedReport(
    { kept, ignored }: SharedComparison,
    format: ReportFormat,
    language: ProofLanguage,
  ): Promise<ReportFile> {
    return reportOf(reportWithout(kept.content, ignored), format, language);
  }

  private async decided(em: EntityManager, comparison: KeptComparison): Promise<KeptProof> {
    const { content, pictures } = await this.parts.kept.read(em, comparison);
    return { content: { ...content, decisions: await decisionsOf(em, comparison.id) }, pictures };
  }

  private async comparisonsOf(em: EntityManager, organizationId: string): Promise<string[]> {
    const kept = await em.find(KeptComparison, { organizationId }, { fields: ['id'] });
    return kept.map(({ id }) => id);
  }
}

/** What is ignored is not shown, nor are the pages that have nothing else. */
function proofWithout({ content, pictures }: KeptProof, ignored: readonly IgnoredPlace[]): Proof {
  return proofOf({ content: reportWithout(content, ignored), pictures });
}

function viewOf(link: ComparisonLink, { referenceName, queryName }: KeptComparison): ComparisonLinkView {
  const { id, user, dateCreated, dateExpires } = link;
  return { id, referenceName, queryName, user, dateCreated, dateExpires };
}
