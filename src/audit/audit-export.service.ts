/** Exports of an operation log for auditors, in the order of its chain. Each is an entry of the log itself. */
import type { Viewer } from '../access/viewer.js';
import type { Secrets } from '../access/secrets.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { type AuditFormat, auditLine } from './audit-lines.js';
import { AuditChain } from './chain/audit-chain.entity.js';
import type { AuditSealer } from './chain/audit-sealer.js';
import { brokenChain, type ChainBreak, type KeptHead } from './chain/chain.check.js';
import type { OperationLog } from './operation-log.js';
import { chainedAfter, type OperationRecord } from './operation-record.entity.js';

export interface AuditExportRange {
  readonly format: AuditFormat;
  /** Number of the entry that it begins behind. */
  readonly after?: number | null | undefined;
  /** Entries at most; all when left out. */
  readonly most?: number | undefined;
}

/** A part of an export, and whether it is the last one. */
export interface AuditPage {
  readonly content: string;
  readonly through: number;
  readonly isWhole: boolean;
}

/** The head of a chain: kept outside, it proves later that nothing before it was changed or taken away. */
export interface AuditHead extends KeptHead {
  readonly organizationId: string;
  /** Entries up to this number were removed by retention. */
  readonly removedThrough: number;
}

export interface AuditExportParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly sealer: Pick<AuditSealer, 'seal'>;
  readonly secrets: Pick<Secrets, 'sign' | 'isSame'>;
}

const AT_ONCE = 1000;
const MOST_OF_PAGE = 5000;

export class AuditExportService {
  constructor(private readonly parts: AuditExportParts) {}

  /**
   * Lines in the order of the chain, each with its end; the export itself is the last entry of a whole one.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async *lines(viewer: Viewer, organizationId: string, range: AuditExportRange): AsyncGenerator<string> {
    const { format, after, most = Infinity } = range;
    const id = await this.noted(viewer, organizationId, format);
    for await (const record of this.records(id, after ?? 0, most)) yield `${auditLine[format](record)}\n`;
  }

  /**
   * A part of 5,000 entries at most; each part is an entry of the log, too.
   *
   * @throws LoupeError BAD_USER_INPUT; as `lines`
   */
  async page(
    viewer: Viewer,
    organizationId: string,
    { format, after }: { readonly format: AuditFormat; readonly after: number },
  ): Promise<AuditPage> {
    if (after < 0) throw badInput('after', 'must be the number of an entry, or 0');
    const id = await this.noted(viewer, organizationId, format);
    let content = '';
    let through = after;
    let count = 0;
    for await (const record of this.records(id, after, MOST_OF_PAGE)) {
      content += `${auditLine[format](record)}\n`;
      through = record.chainNumber ?? through;
      count += 1;
    }
    return { content, through, isWhole: count < MOST_OF_PAGE };
  }

  /** @returns null before the first entry @throws LoupeError as `lines` */
  async head(viewer: Viewer, organizationId: string): Promise<AuditHead | null> {
    const em = this.parts.database.reader();
    const { id } = await this.require(em, viewer, organizationId);
    await this.parts.sealer.seal();
    const chain = await em.findOne(AuditChain, { organizationId: id });
    if (chain === null) return null;
    const { number, hash, removedThrough } = chain;
    return { organizationId: id, number, hash, removedThrough };
  }

  /** @param kept a head that was kept outside @returns the first break; null where the chain is whole @throws LoupeError as `lines` */
  async check(viewer: Viewer, organizationId: string, kept: KeptHead | null): Promise<ChainBreak | null> {
    return this.parts.database.snapshot(async (em) => {
      const { id } = await this.require(em, viewer, organizationId);
      return brokenChain(em, this.parts.secrets, id, kept);
    });
  }

  /** Notes the export, and chains what there is. @returns the id of the organization */
  private async noted(viewer: Viewer, organizationId: string, format: AuditFormat): Promise<string> {
    const { database, operations, sealer } = this.parts;
    const id = await database.transaction(async ({ em }) => {
      const node = await this.require(em, viewer, organizationId);
      const { id: elementId, type, name } = node;
      const changes = [
        { kind: 'AuditLog', elementId, languageCode: null, field: 'format', before: null, after: format },
      ];
      const subject = { id: elementId, organizationId: elementId, type, name, path: node.path, changes };
      operations.write(em, viewer, 'audit:export', subject);
      return elementId;
    });
    await sealer.seal();
    return id;
  }

  private async *records(
    organizationId: string,
    after: number,
    most: number,
  ): AsyncGenerator<OperationRecord> {
    let number = after;
    for (let left = most; left > 0;) {
      const reader = this.parts.database.reader();
      const records = await chainedAfter(reader, organizationId, number, Math.min(AT_ONCE, left));
      yield* records;
      if (records.length < AT_ONCE) return;
      left -= records.length;
      number = records.at(-1)?.chainNumber ?? number;
    }
  }

  private async require(em: EntityManager, viewer: Viewer, organizationId: string) {
    return this.parts.guarded.requireOfType(em, viewer, 'operation:read', organizationId, 'Organization');
  }
}
