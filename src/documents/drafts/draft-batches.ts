/** Titles, actions and zones as the drafts of their documents have them, of many elements at once. */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { NodeType } from '../../tree/node.entity.js';
import { idsOnPath } from '../../tree/node-path.js';
import type { NodePlace } from '../../tree/node.store.js';
import type { ZoneMembers } from '../zones/zone.members.js';
import { LoupeError } from '../../kernel/errors.js';
import { nodeStateOf } from '../../kernel/precondition.js';
import { Action } from '../../content/actions/action.entity.js';
import type { Each } from '../../content/content-batches.js';
import { Title } from '../../content/titles/title.entity.js';
import { Node } from '../../tree/node.entity.js';
import { type DraftContents, readDrafts } from './draft-contents.js';
import { draftedActions, type DraftedContent, draftedTitles } from './drafted-content.js';
import { draftedZoneVersion, plannedZones } from './drafted-zones.js';

/** A zone as it is once the draft is published. */
export interface DraftedZoneView extends ZoneMembers {
  readonly id: string;
  readonly imageId: string;
  /** Place among the zones of its page, from 1. */
  readonly order: number;
  /** Only the draft has it. */
  readonly isNew: boolean;
  /** The draft adds or changes it. */
  readonly isChanged: boolean;
  /** null where its place is new: it is judged when the draft is published. */
  readonly isRecognizable: boolean | null;
  readonly version: string;
  readonly content: DraftedContent;
}

interface InDraft {
  readonly place: NodePlace;
  readonly documentId: string;
  readonly draft: DraftContents;
}

export class DraftBatches {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** In the order of the ids; null where the document of an element has no draft. */
  async contentOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<DraftedContent | null>> {
    const em = this.database.reader();
    const places = await this.placesOf(em, viewer, nodeIds);
    const contentIn = await contentsOfElements(
      em,
      drafted(places).map(({ place }) => place.id),
    );
    return places.map((each) =>
      each instanceof LoupeError || each === null ? each : contentIn(each, each.place.id),
    );
  }

  /** The zones of pages, in the order of the ids; null where the document of a page has no draft. */
  async zonesOf(
    viewer: Viewer,
    pageIds: readonly string[],
  ): Promise<Each<readonly DraftedZoneView[] | null>> {
    const em = this.database.reader();
    const places = await this.placesOf(em, viewer, pageIds, 'Image');
    const byDocument = Map.groupBy(drafted(places), ({ documentId }) => documentId);
    const planned = new Map<string, Awaited<ReturnType<typeof plannedZones>>>();
    for (const [documentId, pages] of byDocument) {
      const ids = pages.map(({ place }) => place.id);
      planned.set(documentId, await plannedZones(em, ids, pages[0]?.draft.zones ?? new Map()));
    }
    const ids = [...planned.values()].flatMap((pages) =>
      [...pages.values()].flat().map(({ state }) => state.id),
    );
    const contentIn = await contentsOfElements(em, ids);
    const nodes = await em.find(
      Node,
      { id: { $in: ids } },
      { fields: ['id', 'dateCreated', 'dateModified', 'dateOwnChange'] },
    );
    const versions = new Map(nodes.map((node) => [node.id, nodeStateOf(node).version]));
    return places.map((each) => {
      if (each instanceof LoupeError || each === null) return each;
      const zones = planned.get(each.documentId)?.get(each.place.id) ?? [];
      return zones.map(({ state, ...plan }): DraftedZoneView => {
        const { kind: _kind, pageId, ...zone } = state;
        const version = plan.isChanged ? draftedZoneVersion(state) : (versions.get(state.id) ?? '');
        return { ...zone, ...plan, imageId: pageId, version, content: contentIn(each, state.id) };
      });
    });
  }

  private async placesOf(
    em: EntityManager,
    viewer: Viewer,
    ids: readonly string[],
    type?: NodeType,
  ): Promise<Each<InDraft | null>> {
    const places = await this.guarded.requireEachPlace(em, viewer, 'content:read', ids, type);
    const above = places.flatMap((place) => (place instanceof LoupeError ? [] : idsOnPath(place.path)));
    const drafts = await readDrafts(em, [...new Set(above)]);
    return places.map((place) => {
      if (place instanceof LoupeError) return place;
      const documentId = idsOnPath(place.path).find((id) => drafts.has(id)) ?? '';
      const draft = drafts.get(documentId);
      return draft === undefined ? null : { place, documentId, draft };
    });
  }
}

const drafted = (places: Each<InDraft | null>): readonly InDraft[] =>
  places.flatMap((each) => (each instanceof LoupeError || each === null ? [] : [each]));

/** @returns what readers get of an element with what its draft makes of it */
async function contentsOfElements(em: EntityManager, nodeIds: readonly string[]) {
  const where = { nodeId: { $in: [...new Set(nodeIds)] } };
  const titles = nodeIds.length === 0 ? [] : await em.find(Title, where);
  const actions = nodeIds.length === 0 ? [] : await em.find(Action, where);
  return ({ documentId, draft: { texts } }: InDraft, nodeId: string): DraftedContent => ({
    documentId,
    titles: draftedTitles(nodeId, titles, texts),
    actions: draftedActions(nodeId, actions, texts),
  });
}
