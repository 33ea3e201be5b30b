/** Writes what pages propose, and keeps their words for the search. */
import { createHash } from 'node:crypto';
import { Action, type ActionType } from '../../content/actions/action.entity.js';
import { jsonOf, targetOf } from '../../content/actions/action-target.js';
import { Title } from '../../content/titles/title.entity.js';
import type { Database, EntityManager } from '../../db/database.js';
import { foldTargets } from '../../kernel/action-targets.js';
import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { Node } from '../../tree/node.entity.js';
import { printedLines } from '../page-texts/page-text.js';
import { areaAround } from './page-areas.js';
import type { ReadPage } from './page-reading.js';
import { eventKey, type Finding, keyOfFinding, type ProposalValue } from './proposal.js';
import { offeredOf, type OfferedLanguages } from './proposal-edits.js';
import { Proposal } from './proposal.entity.js';
import { keepText } from '../page-texts/page-text.js';

/** More than a page proposes. */
const PLACES_OF_A_PAGE = 1000;
/** An action that three pages and half of all propose belongs to the document: it stands in a header or footer. */
const LEAST_REPEATING_PAGES = 3;
const REPEATING_SHARE = 0.5;

export class ProposalWriting {
  constructor(private readonly parts: { readonly database: Database; readonly clock: Clock }) {}

  /** Proposes what is new on a page, takes back what it no longer says, and leaves what was decided. */
  async writePage(
    documentId: string,
    languages: OfferedLanguages,
    order: number,
    { findings, areas, lines, languageCode }: ReadPage,
  ): Promise<void> {
    const now = this.parts.clock.now();
    await this.parts.database.transaction(async ({ em }) => {
      const page = await em.findOne(Node, { parentId: documentId, type: 'Image', order });
      if (page === null) return;
      await keepText(em, page.id, printedLines(lines));
      const known = new Map(
        (await em.find(Proposal, { pageId: page.id })).map((each) => [each.sameness, each]),
      );
      const isThere = await presentContent(em, page, offeredOf(languages, languageCode));
      let place = order * PLACES_OF_A_PAGE;
      for (const finding of findings) {
        const sameness = createHash('sha256').update(keyOfFinding(finding)).digest('hex').slice(0, 32);
        const before = known.get(sameness);
        known.delete(sameness);
        if (before !== undefined && before.state !== 'Open') continue;
        if (isThere(finding)) {
          if (before !== undefined) em.remove(before);
          continue;
        }
        const { kind, origin } = finding;
        const said = {
          kind,
          origin,
          value: JSON.stringify(valueOf(finding, areas, languageCode)),
          order: place++,
          dateModified: now,
        };
        if (before !== undefined) em.assign(before, said);
        else {
          const own = {
            id: newId(),
            documentId,
            pageId: page.id,
            sameness,
            state: 'Open',
            dateCreated: now,
          } as const;
          em.create(Proposal, { ...own, ...said, isOfDocument: false, user: null });
        }
      }
      for (const gone of known.values()) if (gone.state === 'Open' && !gone.isOfDocument) em.remove(gone);
    });
  }

  /** Of what most pages say one is kept, for the document. */
  async mergeRepeated(documentId: string, pageCount: number): Promise<void> {
    const least = Math.max(LEAST_REPEATING_PAGES, Math.ceil(REPEATING_SHARE * pageCount));
    await this.parts.database.transaction(async ({ em }) => {
      const kinds = ['Link', 'Mail', 'Phone', 'Code', 'Event'] as const;
      const rows = await em.find(Proposal, { documentId, kind: { $in: [...kinds] } });
      const pages = await em.find(Node, { parentId: documentId, type: 'Image' });
      const orderOf = new Map(pages.map(({ id, order }) => [id, order ?? 0]));
      for (const same of Map.groupBy(rows, ({ sameness }) => sameness).values()) {
        const decided = same.some(({ isOfDocument, state }) => isOfDocument && state !== 'Open');
        const sorted = same.toSorted((a, b) => (orderOf.get(a.pageId) ?? 0) - (orderOf.get(b.pageId) ?? 0));
        const open = sorted.filter(({ state }) => state === 'Open');
        const isRepeated = same.length >= least || decided;
        for (const [at, each] of open.entries()) {
          if (isRepeated && (decided || at > 0)) em.remove(each);
          else each.isOfDocument = isRepeated;
        }
      }
    });
  }
}

function valueOf(
  { kind, box, action, title }: Finding,
  areas: ReadPage['areas'],
  ofPage: string | null,
): ProposalValue {
  const zone = kind === 'Area' ? box : action === null ? null : areaAround(box, areas);
  return { box, zone, action, title, languageCode: title === null ? null : ofPage };
}

/** Whether a page, its zones or its document have what is found already. */
async function presentContent(
  em: EntityManager,
  page: Node,
  languageCode: string,
): Promise<(finding: Finding) => boolean> {
  const zones = await em.find(Node, { parentId: page.id, type: 'Zone' });
  const nodeIds = [page.id, page.parentId ?? '', ...zones.map(({ id }) => id)];
  const actions = await em.find(Action, { nodeId: { $in: nodeIds } });
  const targets = new Set(actions.map(({ type, content }) => openedBy(type, content)));
  const title = await em.findOne(Title, { nodeId: page.id, languageCode });
  const hasTitle = title !== null && title.value !== '';
  return ({ action, kind }) => {
    if (action !== null) return targets.has(openedBy(action.type, JSON.stringify(action.content)));
    return kind === 'Title' && hasTitle;
  };
}

/** The same for two actions that open the same. */
function openedBy(type: ActionType, content: string): string {
  const target = type === 'VCALENDAR' ? targetOf(type, content) : null;
  const { Start, End } = (target === null ? null : (jsonOf(target) as Record<string, unknown> | null)) ?? {};
  return Start === undefined ? foldTargets(type, content) : eventKey({ Start, End });
}
