/** Effects of activating a document, before it is done: credits, and what its pages offer in which language. */
import type { Viewer } from '../access/viewer.js';
import { remainingCredit } from '../credits/credit-ledger.js';
import type { Database, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { Document } from './document.entity.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { Node } from '../tree/node.entity.js';
import { inSubtree } from '../tree/node-path.js';
import { Organization } from '../organizations/organization.entity.js';
import { readTargetRows } from './targets/target-rows.js';

export interface PlannedLanguage {
  readonly code: string;
  /** Pages that offer an action in it, of their own, of a zone or of the document. */
  readonly pagesWithActions: number;
}

export interface ActivationPlan {
  readonly documentId: string;
  readonly pages: number;
  /** Pages that photos will find, themselves or by a zone. */
  readonly recognizedPages: number;
  /** Numbers, from 1, of the others: too plain, or inactive. */
  readonly unrecognizedPages: readonly number[];
  /** Page credits that it takes; 0 where the contract does not count pages. */
  readonly credits: number;
  /** Credits that are left; null where the contract does not count pages. */
  readonly remainingCredit: number | null;
  /** Numbers, from 1, of the pages that offer nothing in any language. */
  readonly pagesWithoutActions: readonly number[];
  /** The default language first. */
  readonly languages: readonly PlannedLanguage[];
}

export class ActivationPlanService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
  async plan(viewer: Viewer, documentId: string): Promise<ActivationPlan> {
    const em = this.database.reader();
    const node = await this.guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
    const document = await em.findOneOrFail(Document, { id: node.id });
    const organization = await em.findOneOrFail(Organization, { id: node.organizationId });
    const targets = await readTargetRows(em, node.path);
    const found = new Set(targets.filter(({ isWanted }) => isWanted).map(({ pageId }) => pageId));
    const firstTimers = targets.filter(
      ({ id, isPage, wasActivated }) => isPage && found.has(id) && !wasActivated,
    );
    const left = remainingCredit(organization);
    const pages = await readPages(em, node);
    const offers = await readOffers(em, node);
    const offersAny = (pageId: string) => offers.some(({ pageId: of }) => of === null || of === pageId);
    const codes = await readLanguages(em, node.id);
    return {
      documentId: node.id,
      pages: pages.length,
      recognizedPages: found.size,
      unrecognizedPages: pages.filter(({ id }) => !found.has(id)).map(({ order }) => order),
      credits: left === null ? 0 : firstTimers.length,
      remainingCredit: left,
      pagesWithoutActions: pages.filter(({ id }) => !offersAny(id)).map(({ order }) => order),
      languages: [document.defaultLanguage, ...codes.filter((code) => code !== document.defaultLanguage)].map(
        (code) => {
          const inIt = offers.filter(({ languageCode }) => languageCode === code);
          const isOfAll = inIt.some(({ pageId }) => pageId === null);
          const some = new Set(inIt.map(({ pageId }) => pageId)).size;
          return { code, pagesWithActions: isOfAll ? pages.length : some };
        },
      ),
    };
  }
}

async function readPages(em: EntityManager, { id }: Node) {
  return readRows<{ readonly id: string; readonly order: number }>(
    em,
    `select id, "order" from node where parent_id = ? and type = 'Image' order by "order"`,
    [id],
  );
}

interface Offer {
  readonly languageCode: string;
  /** The page that offers it, itself or by a zone; null where the document does, for all of them. */
  readonly pageId: string | null;
}

async function readOffers(em: EntityManager, { path }: Node): Promise<readonly Offer[]> {
  return readRows<Offer>(
    em,
    `select distinct a.language_code as "languageCode",
       case n.type when 'Image' then n.id when 'Zone' then n.parent_id end as "pageId"
     from action a join node n on n.id = a.node_id
     where n.path like ? and a.is_valid = true`,
    [inSubtree(path).$like],
  );
}

async function readLanguages(em: EntityManager, documentId: string): Promise<readonly string[]> {
  const rows = await readRows<{ readonly code: string }>(
    em,
    'select language_code as code from document_language where document_id = ? order by language_code',
    [documentId],
  );
  return rows.map(({ code }) => code);
}
