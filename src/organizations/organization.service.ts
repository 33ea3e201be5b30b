/**
 * Organizations: the roots and the inner walls of the tree. Creating one below another asks for the right on the
 * upper one; what the contract says (account type, authorizations, the ApiKey itself) only the operator sets.
 */
import { isBearer, requireReach, requireRight, requireIdentity, hasRoleFor } from '../access/access.js';
import type { Secrets } from '../access/secrets.js';
import type { Viewer } from '../access/viewer.js';
import type { CreditLedger } from '../credits/credit-ledger.js';
import type { LanguageService } from '../content/languages/language.service.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { requireUnchanged } from '../db/entities.js';
import { badInput, forbidden, notFound } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { type Precondition, nodeStateOf } from '../kernel/precondition.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { countPictures } from '../pictures/picture.reader.js';
import { type Node, Node as NodeEntity } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import { acceptGivenId } from '../tree/given-ids.js';
import type { NodeStore } from '../tree/node.store.js';
import { requireName } from '../tree/node.rules.js';
import type { OrganizationReader } from './organization.reader.js';
import type { OrganizationLogos } from './organization-logos.js';
import * as rules from './organization.rules.js';
import { Organization } from './organization.entity.js';
import { createOrganizationRow, missingLanguage, requireFreeKey } from './organization-row.js';
import type { OrganizationView } from '../documents/views.js';

/** Makes the application that an organization's own references live in, inside the transaction. */
export interface OrganizationApplications {
  createFor(em: EntityManager, organizationId: string, purpose: 'content'): Promise<unknown>;
}

/** Removes a part of the tree with everything that belongs to it: targets at once, files after the commit. */
export interface SubtreeRemoval {
  remove(transaction: Transaction, node: Node, options: { readonly deleteChildren: boolean }): Promise<void>;
}

export class OrganizationService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly secrets: Secrets,
    private readonly operations: OperationLog,
    private readonly applications: OrganizationApplications,
    private readonly subtrees: SubtreeRemoval,
    private readonly reader: OrganizationReader,
    private readonly logos: OrganizationLogos,
    private readonly credits: Pick<CreditLedger, 'open'>,
    private readonly languages: Pick<LanguageService, 'require'>,
  ) {}

  /**
   * @param options.countPictures counts the pictures again and stores the number
   * @throws LoupeError UNAUTHENTICATED, NOT_FOUND or FORBIDDEN
   */
  async get(
    viewer: Viewer,
    id: string,
    options: { readonly countPictures?: boolean } = {},
  ): Promise<OrganizationView> {
    const em = this.database.reader();
    const node = await this.nodes.loadOfType(em, id, 'Organization');
    requireRight(viewer, 'node:read', node, `Organization ${id}`);
    if (options.countPictures === true) await this.countPictures(node.id);
    return this.view(em, viewer, node);
  }

  /**
   * Organizations directly below the given one, or else the viewer's own and everything below it (for the operator:
   * all of them); by name.
   */
  async list(
    viewer: Viewer,
    { parentId }: { readonly parentId?: string | null } = {},
  ): Promise<readonly OrganizationView[]> {
    requireIdentity(viewer);
    if (!hasRoleFor(viewer, 'node:read')) throw forbidden('list organizations');
    const em = this.database.reader();
    let filter = {};
    if (parentId != null) {
      const parent = await this.nodes.load(em, parentId);
      requireRight(viewer, 'node:read', parent, `Parent ${parentId}`);
      filter = { parentId: parent.id };
    } else if (viewer.kind !== 'operator') {
      filter = { path: inSubtree(requireReach(viewer)) };
    }
    const nodes = await em.find(
      NodeEntity,
      { type: 'Organization', ...filter },
      { orderBy: { nameSortKey: 'asc', id: 'asc' } },
    );
    return this.reader.views(em, viewer, nodes);
  }

  /** @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND (parent), FORBIDDEN, CONFLICT (ApiKey) */
  async create(viewer: Viewer, input: rules.NewOrganization): Promise<OrganizationView> {
    const { fields, language: given } = this.checked(viewer, input);
    return this.database.transaction(async ({ em }) => {
      const parentId = fields.parentId ?? null;
      if (parentId === null && viewer.kind !== 'operator') {
        throw badInput('parentId', 'is missing; give the id of the organization above');
      }
      const parent = parentId === null ? null : await this.nodes.loadOfType(em, parentId, 'Organization');
      if (parentId !== null) requireRight(viewer, 'organization:create', parent, `Parent ${parentId}`);
      const node = await this.nodes.insert(em, {
        id: fields.id === undefined ? newId() : await acceptGivenId(em, viewer, fields.id),
        type: 'Organization',
        parentId: parent?.id ?? null,
        name: fields.name,
      });
      const key = this.sealed(fields.apiKey ?? this.secrets.newSecret());
      await createOrganizationRow(em, node, { ...fields, languageCode: given }, key);
      this.credits.open(em, node.id, fields.totalCredit ?? 0);
      await this.applications.createFor(em, node.id, 'content');
      this.operations.write(em, viewer, 'organization:create', { id: node.id, organizationId: node.id });
      await em.flush();
      return this.view(em, viewer, node);
    });
  }

  /**
   * Checks what `create` says of everything but the place.
   *
   * @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, CONFLICT (ApiKey)
   */
  async requireCreatable(viewer: Viewer, input: rules.NewOrganization): Promise<void> {
    const { fields, language } = this.checked(viewer, input);
    if (fields.parentId == null && language === null) throw missingLanguage();
    if (fields.apiKey !== undefined) await requireFreeKey(this.database.reader(), this.sealed(fields.apiKey));
  }

  private checked(viewer: Viewer, input: rules.NewOrganization) {
    const fields = rules.validNewOrganization(input);
    requireIdentity(viewer);
    requireName(fields.name);
    const language = fields.languageCode == null ? null : this.languages.require(fields.languageCode);
    if (viewer.kind !== 'operator') refuseOperatorFields(fields);
    return { fields, language };
  }

  /** Changes what is given and leaves the rest. */
  async update(
    viewer: Viewer,
    id: string,
    input: rules.OrganizationPatch,
    precondition?: Precondition,
  ): Promise<OrganizationView> {
    const patch = rules.validOrganizationPatch(input);
    return this.database.transaction(async ({ em }) => {
      const node = await this.nodes.loadOfType(em, id, 'Organization');
      requireRight(viewer, 'organization:write', node, `Organization ${id}`);
      await requireUnchanged(em, precondition, node, nodeStateOf);
      const organization = await em.findOneOrFail(Organization, { id: node.id });
      if (patch.parentId === null && node.parentId != null) {
        throw badInput('parentId', 'is missing; a sub-organization needs a parent');
      }
      if (patch.parentId != null && patch.parentId.toLowerCase() !== node.parentId) {
        await this.move(em, viewer, node, patch.parentId);
      }
      if (patch.name !== undefined) {
        requireName(patch.name);
        node.name = patch.name;
      }
      if (patch.languageCode !== undefined && patch.languageCode !== organization.languageCode) {
        organization.languageCode = this.languages.require(patch.languageCode);
      }
      if (patch.timeZone !== undefined) organization.timeZone = patch.timeZone;
      rules.setBrand(organization, patch);
      this.nodes.touch(node);
      this.operations.write(em, viewer, 'organization:write', { id: node.id, organizationId: node.id });
      await em.flush();
      return this.view(em, viewer, node);
    });
  }

  /** Sets what the contract says. @throws LoupeError FORBIDDEN to everybody but the operator */
  async setContract(
    viewer: Viewer,
    id: string,
    input: rules.OrganizationContract,
  ): Promise<OrganizationView> {
    const contract = rules.validContract(input);
    return this.database.transaction(async ({ em }) => {
      const node = await this.nodes.loadOfType(em, id, 'Organization');
      requireRight(viewer, 'organization:write', node, `Organization ${id}`);
      if (viewer.kind !== 'operator') throw forbidden('change the contract');
      const organization = await em.findOneOrFail(Organization, { id: node.id });
      for (const [field, value] of Object.entries(contract)) {
        if (value !== undefined) Object.assign(organization, { [field]: value });
      }
      this.nodes.touch(node);
      this.operations.write(em, viewer, 'organization:contract', { id: node.id, organizationId: node.id });
      await em.flush();
      return this.view(em, viewer, node);
    });
  }

  /** Replaces the ApiKey; the old one is refused at once. */
  async rotateApiKey(viewer: Viewer, id: string): Promise<OrganizationView> {
    return this.database.transaction(async ({ em }) => {
      const node = await this.nodes.loadOfType(em, id, 'Organization');
      requireRight(viewer, 'organization:rotateKey', node, `Organization ${id}`);
      const organization = await em.findOneOrFail(Organization, { id: node.id });
      Object.assign(organization, this.sealed(this.secrets.newSecret()));
      this.nodes.touch(node);
      this.operations.write(em, viewer, 'organization:rotateKey', { id: node.id, organizationId: node.id });
      await em.flush();
      return this.view(em, viewer, node);
    });
  }

  /**
   * Removes an organization, its users and, when `deleteChildren` says so, everything below it.
   *
   * @throws LoupeError BAD_USER_INPUT when it is not empty, NOT_FOUND, FORBIDDEN (also for the viewer's own one)
   */
  async delete(
    viewer: Viewer,
    id: string,
    { deleteChildren }: { readonly deleteChildren: boolean },
    precondition?: Precondition,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.nodes.loadOfType(em, id, 'Organization');
      requireRight(viewer, 'organization:delete', node, `Organization ${id}`);
      await requireUnchanged(em, precondition, node, nodeStateOf);
      if (isBearer(viewer) && viewer.organizationId === node.id) {
        throw forbidden('delete your own organization');
      }
      const organizationId = node.parentId ?? node.id;
      this.operations.write(em, viewer, 'organization:delete', {
        id: node.id,
        organizationId,
        type: node.type,
        name: node.name,
        path: node.path,
      });
      await this.subtrees.remove(transaction, node, { deleteChildren });
    });
  }

  /** Sets or replaces the logo, a JPEG, PNG or GIF. The caller discards the file. */
  async setLogo(viewer: Viewer, id: string, file: UploadedFile): Promise<void> {
    await this.logos.set(viewer, id, file);
  }

  /** Removes the logo; none is no error. */
  async deleteLogo(viewer: Viewer, id: string): Promise<void> {
    await this.logos.remove(viewer, id);
  }

  private async move(em: EntityManager, viewer: Viewer, node: Node, parentId: string): Promise<void> {
    const parent = await this.nodes.loadOfType(em, parentId, 'Organization');
    requireRight(viewer, 'organization:create', parent, `Parent ${parentId}`);
    if (isBearer(viewer) && viewer.organizationId === node.id) {
      throw forbidden('move your own organization');
    }
    await this.nodes.move(em, node, parent);
  }

  private async countPictures(organizationId: string): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const organization = await em.findOneOrFail(Organization, { id: organizationId });
      const [count = null] = await countPictures(em, [organization]);
      organization.picturesCount = count;
    });
  }

  private sealed(apiKey: string) {
    return { apiKeyHash: this.secrets.hash(apiKey), apiKeyCipher: this.secrets.encrypt(apiKey) };
  }

  private async view(em: EntityManager, viewer: Viewer, node: Node): Promise<OrganizationView> {
    const [view] = await this.reader.views(em, viewer, [node]);
    if (view === undefined) throw notFound(`Organization ${node.id}`);
    return view;
  }
}

function refuseOperatorFields(fields: object): void {
  const given = rules.operatorFields.find((name) => (fields as Record<string, unknown>)[name] !== undefined);
  if (given !== undefined) throw badInput(given, 'is set by the operator of the platform only');
}
