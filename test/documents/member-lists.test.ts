/** A member that a noun gets later is found wherever its members are listed, and missing in nothing that was stored before. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type * as ActionMembers from '../../src/content/actions/action.members.js';
import type * as TitleMembers from '../../src/content/titles/title.members.js';
import type * as ZoneMembers from '../../src/documents/zones/zone.members.js';
import type * as ZoneStates from '../../src/documents/zones/zone.states.js';

const later = vi.hoisted(() => ({ note: 'note' }));

vi.mock('../../src/documents/zones/zone.members.js', async (original) => {
  const actual = await original<typeof ZoneMembers>();
  const zoneMembers = { ...actual.zoneMembers, [later.note]: z.string().nullable().default(null) };
  return {
    ...actual,
    zoneMembers,
    zoneObject: z.object(zoneMembers),
    zoneMemberNames: [...actual.zoneMemberNames, later.note],
    zoneColumns: [...actual.zoneColumns, later.note],
  };
});
vi.mock('../../src/content/titles/title.members.js', async (original) => {
  const actual = await original<typeof TitleMembers>();
  return {
    titleMembers: { ...actual.titleMembers, [later.note]: z.string().nullable().default(null) },
    titleMemberNames: [...actual.titleMemberNames, later.note],
  };
});
vi.mock('../../src/content/actions/action.members.js', async (original) => {
  const actual = await original<typeof ActionMembers>();
  return {
    actionMembers: { ...actual.actionMembers, [later.note]: z.string().nullable().default(null) },
    actionMemberNames: [...actual.actionMemberNames, later.note],
  };
});

const ZONE = {
  kind: 'zone',
  id: 'z',
  pageId: 'p',
  name: 'Coupon',
  positionXPercent: 1,
  positionYPercent: 2,
  widthPercent: 3,
  heightPercent: 4,
};
const TITLE = { kind: 'title', nodeId: 'p', languageCode: 'en-US', value: 'Offer', style: null };
const ACTION = {
  ...{
    kind: 'action',
    id: 'a',
    nodeId: 'p',
    languageCode: 'en-US',
    name: 'Shop',
    type: 'URL',
    content: '{}',
  },
  ...{ iconId: null, priority: null, order: null, style: null, rules: null },
};

describe('a later member of zones', () => {
  let states: typeof ZoneStates;
  beforeAll(async () => {
    states = await import('../../src/documents/zones/zone.states.js');
  });

  test('has its default in states that were stored before, which are the same as today', () => {
    const { before, after } = states.readReplacedZone({ before: null, after: ZONE });
    expect(before).toBeNull();
    expect(after).toMatchObject({ ...ZONE, autoTrigger: null, timeWindow: null, note: null });
    const now = Object.fromEntries(Object.entries(after ?? {}).toReversed()) as unknown as typeof after;
    expect(states.isSameZone(after, now)).toBe(true);
    expect(states.isSameZone(after, { ...now, note: 'New' } as unknown as typeof after)).toBe(false);
  });

  test('stands among the changes of drafts and of the log', async () => {
    const { changesOfZone } = await import('../../src/documents/history/replacements.js');
    const { recordedFields } = await import('../../src/audit/change-recorder.js');
    const stored = states.readReplacedZone({ before: ZONE, after: { ...ZONE, note: 'New' } });
    expect(changesOfZone(stored)).toEqual([
      expect.objectContaining({ field: later.note, before: null, after: 'New' }),
    ]);
    expect(recordedFields['Zone']).toContain(later.note);
    expect(recordedFields['Title']).toContain(later.note);
    expect(recordedFields['Action']).toContain(later.note);
  });

  test('goes into files and comes back out of them, and into the bodies of REST', async () => {
    const { zoneOnWire, zoneFromWire } = await import('../../src/documents/zones/zone.wire.js');
    const { documentFile } = await import('../../src/exchange/document-file.js');
    const { toXml } = await import('../../src/exchange/writers.js');
    const { readXml } = await import('../../src/exchange/xml.reader.js');
    const { zoneRoutes } = await import('../../src/documents/zones/zone.rest.js');
    const { zoneObject } = await import('../../src/documents/zones/zone.members.js');
    const values = { ...zoneObject.parse(ZONE), note: 'New' };
    const wire = zoneOnWire(values);
    expect(wire).toMatchObject({ PositionX: 1, Name: 'Coupon', Note: 'New' });
    expect(zoneFromWire({ ...wire })).toEqual({ ...zoneFromWire({ ...wire }), note: 'New' });
    const file = documentFile.parse({
      DefaultLanguage: 'en-US',
      Name: 'F',
      Titles: [],
      Images: [{ Zones: [wire] }],
    });
    expect(JSON.stringify(file)).toContain('"Note":"New"');
    const { value } = await readXml(toXml(file));
    expect(documentFile.parse(value)).toEqual(file);
    const bodies = zoneRoutes.flatMap(({ body }) =>
      body instanceof z.ZodObject ? [Object.keys(body.shape)] : [],
    );
    expect(bodies).toHaveLength(3);
    for (const names of bodies) expect(names).toContain('Note');
  });
});

test('a later member of titles and actions has its default in stored states, is compared and listed', async () => {
  const { readReplacedText, isSame } = await import('../../src/documents/history/text-states.js');
  const { changesOfText } = await import('../../src/documents/history/replacements.js');
  for (const state of [TITLE, ACTION]) {
    const { before, after } = readReplacedText({ before: state, after: { ...state, note: 'New' } });
    expect(before).toEqual({ ...state, timeWindow: null, note: null });
    expect([isSame(before, before), isSame(before, after)]).toEqual([true, false]);
    expect(changesOfText({ before, after })).toEqual([
      expect.objectContaining({ field: later.note, before: null, after: 'New' }),
    ]);
  }
});
