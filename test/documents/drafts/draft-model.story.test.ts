/** Any sequence of edits: readers notice nothing before a draft is published, get what it showed then, and undo goes back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { draftBench } from './draft-bench.js';

const bench = draftBench();

interface Content {
  readonly title: string;
  readonly actions: readonly string[];
}

/** A page with its zones, by id. */
type Shown = Readonly<Record<string, Content & { readonly place?: unknown }>>;

const KINDS = [
  'addZone',
  'moveZone',
  'renameZone',
  'deleteZone',
  'bringZoneBack',
  'setTitle',
  'addAction',
  'renameAction',
  'deleteAction',
  'renameZonePastTheDraft',
  'deleteZonePastTheDraft',
] as const;

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  /** Of the element, among those that there are. */
  at: fc.nat({ max: 5 }),
  x: fc.nat({ max: 50 }),
  width: fc.integer({ min: 5, max: 50 }),
  text: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => text.trim() === text),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const CONTENT = 'titles { value } actions { id name }';
const PLACE = 'id name positionXPercent widthPercent autoTrigger';

const contentOf = (content: unknown): Content => ({
  title: elementsOf(memberOf(content, 'titles'))
    .map((title) => textMember(title, 'value'))
    .join(),
  actions: elementsOf(memberOf(content, 'actions'))
    .map((action) => textMember(action, 'name'))
    .toSorted(),
});

const zoneOf = (zone: unknown, content: unknown) => {
  const place = [memberOf(zone, 'name'), memberOf(zone, 'positionXPercent'), memberOf(zone, 'widthPercent')];
  return [textMember(zone, 'id'), { ...contentOf(content), place }] as const;
};

async function pageWith(fields: string): Promise<unknown> {
  const query = `query ($id: ID!) { node(id: $id) { ... on Image { ${fields} } } }`;
  return memberOf(memberOf(await bench.ask(query, { id: bench.pageId }), 'data'), 'node');
}

/** What readers get. */
async function live(): Promise<Shown> {
  const page = await pageWith(`${CONTENT} zones { ${PLACE} ${CONTENT} }`);
  const zones = elementsOf(memberOf(page, 'zones')).map((zone) => zoneOf(zone, zone));
  return { [bench.pageId]: contentOf(page), ...Object.fromEntries(zones) };
}

const drafted = async () =>
  pageWith(`drafted { ${CONTENT} } draftedZones { ${PLACE} content { ${CONTENT} } }`);

/** What readers will get. */
async function planned(): Promise<Shown> {
  const page = await drafted();
  const zones = elementsOf(memberOf(page, 'draftedZones')).map((zone) =>
    zoneOf(zone, memberOf(zone, 'content')),
  );
  return { [bench.pageId]: contentOf(memberOf(page, 'drafted')), ...Object.fromEntries(zones) };
}

class Editor {
  private readonly deleted: string[] = [];

  /** @returns whether readers may have noticed */
  async make({ kind, at, x, width, text }: Step): Promise<boolean> {
    const page = await drafted();
    const zones = elementsOf(memberOf(page, 'draftedZones'));
    const zone = zones[at % (zones.length || 1)];
    const zoneId = zone === undefined ? null : textMember(zone, 'id');
    const nodeId = zoneId !== null && at % 3 !== 0 ? zoneId : bench.pageId;
    const content = nodeId === bench.pageId ? memberOf(page, 'drafted') : memberOf(zone, 'content');
    const [action] = elementsOf(memberOf(content, 'actions'));
    const actionId = action === undefined ? null : textMember(action, 'id');
    const rect = { positionXPercent: x, positionYPercent: 10, widthPercent: width, heightPercent: 60 };
    const imageId = bench.pageId;
    switch (kind) {
      case 'addZone':
        return this.edit({ createZone: { imageId, name: text, ...rect } });
      case 'bringZoneBack': {
        const id = this.deleted.pop();
        return id !== undefined && this.edit({ createZone: { id, imageId, name: text, ...rect } });
      }
      case 'setTitle':
        return this.edit(bench.titled(text, nodeId));
      case 'addAction':
        return this.edit(bench.added(text, nodeId));
      case 'renameAction':
        return (
          actionId !== null &&
          this.edit({ change: { updateAction: { id: actionId, patch: { name: text } } } })
        );
      case 'deleteAction':
        return actionId !== null && this.edit({ change: { deleteAction: actionId } });
      case 'renameZonePastTheDraft':
      case 'deleteZonePastTheDraft':
        return this.changeLive(kind, at, text);
      case 'moveZone':
        return zoneId !== null && this.edit({ updateZone: { id: zoneId, patch: rect } });
      case 'renameZone':
        return zoneId !== null && this.edit({ updateZone: { id: zoneId, patch: { name: text } } });
      case 'deleteZone':
        if (zoneId === null) return false;
        this.deleted.push(zoneId);
        return this.edit({ deleteZone: zoneId });
    }
  }

  private async edit(edit: object): Promise<boolean> {
    expect(await bench.edit([edit])).toMatchObject({ draft: {} });
    return false;
  }

  private async changeLive(kind: Step['kind'], at: number, text: string): Promise<boolean> {
    const zones = await bench.zonesOf();
    const zone = zones[at % (zones.length || 1)];
    if (zone === undefined) return false;
    const path = `/api/zones/${textMember(zone, 'Id')}`;
    if (kind === 'deleteZonePastTheDraft') {
      // What is in the trash is not brought back by a draft.
      this.deleted.splice(0);
      await bench.user.send('DELETE', path);
    } else await bench.user.send('PUT', path, { json: { ...(zone as object), Name: text } });
    return true;
  }
}

/** For the draft, where there is a choice. */
async function decideConflicts(): Promise<void> {
  for (const change of await bench.changesOf()) {
    const conflict = memberOf(change, 'conflict');
    if (conflict === null) continue;
    const id = textMember(change, 'id');
    if (memberOf(conflict, 'reason') === 'GONE') await bench.drop([id]);
    else await bench.keep(id, textMember(conflict, 'version'));
  }
}

it('publishes what was shown, and takes it back, after any edits', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.nat({ max: 2 }),
      async (steps, zones) => {
        await bench.begin();
        for (let at = 0; at < zones; at += 1) {
          const id = await bench.document.zone({ x: 40 * at, width: 30 });
          await bench.document.title(`Zone ${at}`, { nodeId: id });
          await bench.document.action({ nodeId: id, name: `Action ${at}` });
        }
        await bench.start();
        const editor = new Editor();
        for (const each of steps) {
          const before = await live();
          const isNoticed = await editor.make(each);
          if (!isNoticed) expect(await live()).toEqual(before);
        }
        await decideConflicts();
        const [before, shown] = [await live(), await planned()];
        const published = await bench.publish();
        expect(published).toMatchObject({ changed: expect.any(Number) as unknown });
        expect(await live()).toEqual(shown);
        const undoId = memberOf(published, 'undoId');
        if (undoId === null) return;
        const undone = await bench.ask(
          'mutation ($id: ID!) { undoTextChange(input: { id: $id }) { ... on Problem { code message } } }',
          { id: undoId },
        );
        expect(undone).toEqual({ data: { undoTextChange: {} } });
        expect(await live()).toEqual(before);
      },
    ),
    { numRuns: 200 },
  );
});
