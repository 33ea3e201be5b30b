/** The zones of a document as its draft has them, while edits are made on them. */
import type { Viewer } from '../../access/viewer.js';
import { draftedZoneVersion, plannedZones } from '../drafts/drafted-zones.js';
import { readZoneStates, type ReplacedZone, zoneSubject, type ZoneState } from './zone.states.js';
import type { EntityManager } from '../../db/database.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { givenOf } from '../../kernel/members.js';
import { type ZoneMembers, zoneMemberNames, zoneObject } from './zone.members.js';
import { MAX_ZONES, requireOthers, requireRect } from './zone.rules.js';
import { badInput, notFound } from '../../kernel/errors.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import { storedTimeWindow } from '../../tree/time-zones.js';
import { isId, newId } from '../../kernel/ids.js';
import { requireState, nodeStateOf } from '../../kernel/precondition.js';
import type { DraftedZonePatch, EditedElement, NewDraftedZone } from '../drafts/draft-edit.js';

interface Parts {
  readonly em: EntityManager;
  readonly viewer: Viewer;
  readonly guarded: GuardedNodes;
  /** @throws LoupeError NOT_IN_DRAFT for an element that does not lie in the document */
  readonly requireInside: (node: Node) => void;
}

export class ZoneEdits {
  /** Zones that the edits changed, by `zoneSubject`. */
  readonly touched = new Map<string, ReplacedZone>();

  /** Ids of zones that only the draft had and that are deleted, those of before included, the newest last. */
  readonly former: Set<string>;

  /**
   * @param drafted what the draft holds before the edits, by `zoneSubject`
   * @param former  ids of zones that only the draft had and that it deleted before
   */
  constructor(
    private readonly parts: Parts,
    private readonly drafted: ReadonlyMap<string, ReplacedZone>,
    former: readonly string[],
  ) {
    this.former = new Set(former);
  }

  /** @throws LoupeError NOT_FOUND (page), NOT_IN_DRAFT, BAD_USER_INPUT */
  async create(input: NewDraftedZone): Promise<EditedElement> {
    const rect = requireRect(input);
    const page = await this.requirePage(input.imageId);
    const id = await this.idFor(page, input.id ?? null);
    const place = await this.requireRoom(page);
    const name = input.name ?? `Zone ${place}`;
    const timeWindow = await this.windowOf(page, input.timeWindow);
    const members = zoneObject.parse({ ...input, name, ...rect, timeWindow: timeWindow ?? null });
    requireOthers(members);
    return this.put(zoneSubject(id), { kind: 'zone', id, pageId: page.id, ...members });
  }

  /** @throws LoupeError NOT_FOUND, NOT_IN_DRAFT, CHANGED_MEANWHILE, BAD_USER_INPUT */
  async update(id: string, patch: DraftedZonePatch, ifVersion: string | null): Promise<EditedElement> {
    const present = await this.require(id, ifVersion);
    requireOthers(patch);
    const page = await this.requirePage(present.pageId);
    const timeWindow = await this.windowOf(page, patch.timeWindow);
    const wanted = { ...present, ...givenOf<ZoneMembers>(zoneMemberNames, { ...patch, timeWindow }) };
    requireRect(wanted);
    return this.put(zoneSubject(present.id), wanted);
  }

  /**
   * Deletes a zone in the draft; one that only the draft has is then nowhere.
   *
   * @returns `isForgotten`: nothing of it is left, so its texts go, too
   * @throws LoupeError as `update`
   */
  async delete(
    id: string,
    ifVersion: string | null,
  ): Promise<EditedElement & { readonly isForgotten: boolean }> {
    const { id: zoneId } = await this.require(id, ifVersion);
    const key = zoneSubject(zoneId);
    const before = await this.before(key, zoneId);
    this.touched.set(key, { before, after: null });
    if (before === null) this.former.add(zoneId);
    return { id: zoneId, version: null, isForgotten: before === null };
  }

  /** A zone that only the draft has; null for every other element. */
  newZone(id: string): ZoneState | null {
    const replaced = this.replaced(zoneSubject(id));
    return replaced?.before === null ? replaced.after : null;
  }

  /** Whether readers get the zone still, and the draft deletes it. */
  isDeleted(id: string): boolean {
    const replaced = this.replaced(zoneSubject(id));
    return replaced !== undefined && replaced.before !== null && replaced.after === null;
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, NOT_IN_DRAFT */
  async requirePage(id: string): Promise<Node> {
    const { em, viewer, guarded, requireInside } = this.parts;
    const page = await guarded.requireOfType(em, viewer, 'draft:write', id, 'Image');
    requireInside(page);
    return page;
  }

  private async windowOf(page: Node, given: GivenTimeWindow): Promise<string | null | undefined> {
    return storedTimeWindow(this.parts.em, page.organizationId, given);
  }

  private replaced(key: string): ReplacedZone | undefined {
    return this.touched.get(key) ?? this.drafted.get(key);
  }

  private async before(key: string, id: string): Promise<ZoneState | null> {
    const known = this.replaced(key);
    if (known !== undefined) return known.before;
    return (await readZoneStates(this.parts.em, [id])).get(id) ?? null;
  }

  private async put(key: string, after: ZoneState): Promise<EditedElement> {
    this.touched.set(key, { before: await this.before(key, after.id), after });
    return { id: after.id, version: draftedZoneVersion(after) };
  }

  /** A zone as the draft has it, which the caller has seen. */
  private async require(wanted: string, ifVersion: string | null): Promise<ZoneState> {
    const { em, viewer, guarded } = this.parts;
    const what = `Zone ${shown(wanted)}`;
    const id = wanted.toLowerCase();
    const known = this.replaced(zoneSubject(id));
    const stored = known === undefined && isId(id) ? (await readZoneStates(em, [id])).get(id) : undefined;
    const present = known === undefined ? (stored ?? null) : known.after;
    await guarded.requireFor(em, viewer, 'draft:write', present?.pageId ?? null, what);
    if (present === null) throw notFound(what);
    await this.requirePage(present.pageId);
    if (ifVersion !== null) {
      const version =
        known === undefined
          ? nodeStateOf(await em.findOneOrFail(Node, { id })).version
          : draftedZoneVersion(present);
      requireState({ versions: [ifVersion], unmodifiedSince: null }, { version, dateModified: null });
    }
    return present;
  }

  private async idFor(page: Node, wanted: string | null): Promise<string> {
    if (wanted === null) return newId();
    if (!isId(wanted)) throw badInput('id', 'must be a guid');
    const id = wanted.toLowerCase();
    const known = this.replaced(zoneSubject(id));
    if (known?.before != null && known.after === null) {
      if (known.before.pageId === page.id) return id;
      throw badInput('imageId', 'must be the page that the deleted zone lies on');
    }
    // One answer for every other id: it says nothing of elements that the caller may not see.
    if (known?.after != null || !this.former.delete(id))
      throw badInput(
        'id',
        'must be that of a zone that was deleted in this draft; leave it out for a new one',
      );
    return id;
  }

  /** @returns the place of one more zone @throws LoupeError BAD_USER_INPUT */
  private async requireRoom(page: Node): Promise<number> {
    const all = new Map([...this.drafted, ...this.touched]);
    const drafted = new Map([...all].map(([key, replaced]) => [key, { replaced }]));
    const present = (await plannedZones(this.parts.em, [page.id], drafted)).get(page.id) ?? [];
    // New zones come before deleted ones go, so that the page stays recognizable throughout.
    const leaving = [...all.values()].filter(
      ({ before, after }) => before?.pageId === page.id && after === null,
    );
    if (present.length + leaving.length >= MAX_ZONES) {
      throw badInput(
        'imageId',
        `an image has at most ${MAX_ZONES} zones, those that the draft deletes included`,
      );
    }
    return present.length + 1;
  }
}
