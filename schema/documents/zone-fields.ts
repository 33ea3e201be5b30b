/** The members of a zone, listed once for the zone, for its drafted twin, and for what changes them. */
import type { ZoneMembers } from '../../src/documents/zones/zone.members.js';
import type { BuiltTypes } from '../builder.js';
import { TimeWindowInput, windowed, windowInput } from '../content/time-window.js';

const PLACE = {
  positionXPercent: 'Left edge, 0–100.',
  positionYPercent: 'Top edge, 0–100.',
  widthPercent: 'Width, 0–100.',
  heightPercent: 'Height, 0–100.',
} as const;

type Fields = PothosSchemaTypes.ObjectFieldBuilder<BuiltTypes, ZoneMembers>;
type Inputs = PothosSchemaTypes.InputFieldBuilder<BuiltTypes, 'InputObject'>;

type OfEachMember = Readonly<Record<keyof ZoneMembers, unknown>>;
type OfEachOther = Readonly<Record<Exclude<keyof ZoneMembers, keyof typeof PLACE>, unknown>>;

/** Members that a zone answers with; the compiler names a member that is missing. */
export const zoneFields = (t: Fields) =>
  ({
    name: t.exposeString('name', { description: 'Name for the publisher.' }),
    positionXPercent: t.exposeInt('positionXPercent', { description: PLACE.positionXPercent }),
    positionYPercent: t.exposeInt('positionYPercent', { description: PLACE.positionYPercent }),
    widthPercent: t.exposeInt('widthPercent', { description: PLACE.widthPercent }),
    heightPercent: t.exposeInt('heightPercent', { description: PLACE.heightPercent }),
    autoTrigger: t.exposeBoolean('autoTrigger', {
      nullable: true,
      description: 'Trigger a sole action at once.',
    }),
    timeWindow: t.field(windowed),
  }) satisfies OfEachMember;

/** The place of a whole zone. */
export const zonePlaceInputs = (t: Inputs) => ({
  positionXPercent: t.int({ required: true, description: PLACE.positionXPercent }),
  positionYPercent: t.int({ required: true, description: PLACE.positionYPercent }),
  widthPercent: t.int({ required: true, description: 'Width; the zone ends within the page.' }),
  heightPercent: t.int({ required: true, description: 'Height; the zone ends within the page.' }),
});

/**
 * Members of a whole zone beside its place; the compiler names a member that is missing.
 *
 * @param absent the effect of leaving out the name, and of leaving out another member
 */
export const zoneOtherInputs = (t: Inputs, absent: { readonly name: string; readonly others: string }) =>
  ({
    name: t.string({ description: `Name for the publisher${absent.name}.` }),
    autoTrigger: t.boolean({ description: `Trigger a sole action at once${absent.others}.` }),
    timeWindow: t.field({ type: TimeWindowInput, description: `When readers are shown it${absent.others}.` }),
  }) satisfies OfEachOther;

/** Members of a zone that may be changed; the compiler names a member that is missing. */
export const zonePatchInputs = (t: Inputs) =>
  ({
    positionXPercent: t.int({ description: PLACE.positionXPercent }),
    positionYPercent: t.int({ description: PLACE.positionYPercent }),
    widthPercent: t.int({ description: 'Width.' }),
    heightPercent: t.int({ description: 'Height.' }),
    name: t.string({ description: 'Name for the publisher.' }),
    autoTrigger: t.boolean({
      description: 'Trigger a sole action at once; null leaves it to the application.',
    }),
    timeWindow: t.field(windowInput),
  }) satisfies OfEachMember;

/** Members that null empties; null of another one leaves it. */
export const zoneNullable = ['autoTrigger', 'timeWindow'] as const satisfies readonly (keyof ZoneMembers)[];
