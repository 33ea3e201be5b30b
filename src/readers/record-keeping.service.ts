/** What an organization keeps of its readers: for how long, and how much of their addresses. */
import type { Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { hostPolicies, Organization } from '../organizations/organization.entity.js';

type HostPolicy = (typeof hostPolicies)[number];

export interface RecordKeeping {
  readonly organizationId: string;
  /** Matches and clicks older than this are removed; null keeps them. */
  readonly retentionDays: number | null;
  /** Entries of the operation log older than this are removed; null keeps them. */
  readonly auditDays: number | null;
  /** Of addresses recorded from now on: `Full`, `Short` (without the last part) or `None`. */
  readonly hostPolicy: HostPolicy;
}

export type RecordKeepingPatch = Partial<Omit<RecordKeeping, 'organizationId'>>;

const MAX_RETENTION_DAYS = 36_500;
/** Nobody removes traces of what they have just done. */
const LEAST_AUDIT_DAYS = 30;

export class RecordKeepingService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly operations: OperationLog,
  ) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async get(viewer: Viewer, organizationId: string): Promise<RecordKeeping> {
    const em = this.database.reader();
    return toView(await this.require(em, viewer, 'insight:read', organizationId));
  }

  /** Changes what is given; records that are too old go at the next tidying. @throws LoupeError BAD_USER_INPUT, … */
  async update(viewer: Viewer, organizationId: string, patch: RecordKeepingPatch): Promise<RecordKeeping> {
    const { retentionDays, hostPolicy, auditDays } = patch;
    if (retentionDays != null && !isWithin(retentionDays, 1, MAX_RETENTION_DAYS)) {
      throw badInput('retentionDays', `must be a whole number from 1 to ${MAX_RETENTION_DAYS}, or null`);
    }
    if (hostPolicy !== undefined && !hostPolicies.includes(hostPolicy)) {
      throw badInput('hostPolicy', `must be one of ${hostPolicies.join(', ')}`);
    }
    if (auditDays != null && !isWithin(auditDays, LEAST_AUDIT_DAYS, MAX_RETENTION_DAYS)) {
      const from = `${LEAST_AUDIT_DAYS} to ${MAX_RETENTION_DAYS}`;
      throw badInput('auditDays', `must be a whole number from ${from}, or null`);
    }
    return this.database.transaction(async ({ em }) => {
      const organization = await this.require(em, viewer, 'organization:write', organizationId);
      if (retentionDays !== undefined) organization.retentionDays = retentionDays;
      if (auditDays !== undefined) organization.auditDays = auditDays;
      if (hostPolicy !== undefined) organization.hostPolicy = hostPolicy;
      const { id } = organization;
      this.operations.write(em, viewer, 'organization:recordKeeping', { id, organizationId: id });
      return toView(organization);
    });
  }

  private async require(
    em: EntityManager,
    viewer: Viewer,
    operation: 'insight:read' | 'organization:write',
    organizationId: string,
  ): Promise<Organization> {
    const node = await this.guarded.requireOfType(em, viewer, operation, organizationId, 'Organization');
    return em.findOneOrFail(Organization, { id: node.id });
  }
}

function isWithin(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}

function toView({ id, retentionDays, auditDays, hostPolicy }: Organization): RecordKeeping {
  return {
    ...{ organizationId: id, retentionDays: retentionDays ?? null },
    ...{ auditDays: auditDays ?? null, hostPolicy },
  };
}
