/**
 * A document's languages, titles and actions as files carry them. Members are spelled as in the files. What an element
 * leaves out is null or an empty list here.
 */
import { z } from 'zod';
import { zoneMemberNames, zoneMembers } from '../documents/zones/zone.members.js';
import { type ZoneWireName, zoneWireName, zoneWireNames } from '../documents/zones/zone.wire.js';
import { kindOf } from '../kernel/members.js';

const text = z.string('must be a text');
const missing = 'is missing';
const required = z.string({ error: ({ input }) => (input == null ? missing : 'must be a text') });
const optionalText = text.nullish().transform((value) => value ?? null);
const wholeNumber = z.int({ error: ({ input }) => (input == null ? missing : 'must be a whole number') });
const optionalNumber = z
  .int('must be a whole number')
  .nullish()
  .transform((value) => value ?? null);
const optionalFlag = z
  .boolean('must be true or false')
  .nullish()
  .transform((value) => value ?? null);
const listOf = <S extends z.ZodType>(item: S) => z.array(item, 'must be a list');
const optionalListOf = <S extends z.ZodType>(item: S) =>
  listOf(item)
    .nullish()
    .transform((value) => value ?? []);

const title = z.object(
  { LanguageCode: required, Value: required, Style: optionalText, TimeWindow: optionalText },
  'must be a title',
);

const action = z.object(
  {
    LanguageCode: required,
    Priority: optionalNumber,
    Order: optionalNumber,
    Name: optionalText,
    Type: optionalText,
    Content: optionalText,
    Style: optionalText,
    Icon: optionalText,
    Rules: optionalText,
    TimeWindow: optionalText,
  },
  'must be an action',
);

const styles = { ActionStyle: optionalText, TitleStyle: optionalText };

/** Members that a zone cannot do without are required; text may be left out, as the name, which then stays or is numbered. */
function fileSchemaOf(schema: z.ZodType) {
  if (kindOf(schema) === 'text') return optionalText;
  if (kindOf(schema) === 'flag') return optionalFlag;
  return schema.safeParse(null).success || schema.safeParse(undefined).success ? optionalNumber : wholeNumber;
}

type FileValue<Schema> = Schema extends z.ZodInt
  ? number
  : Schema extends z.ZodString
    ? string | null
    : z.output<Schema>;
type ZoneValues = {
  [Name in keyof typeof zoneMembers as ZoneWireName<Name>]: z.ZodType<FileValue<(typeof zoneMembers)[Name]>>;
};
const zoneValues = Object.fromEntries(
  zoneWireNames.map((wire) => {
    const name = zoneMemberNames.find((each) => zoneWireName(each) === wire) ?? 'name';
    return [wire, fileSchemaOf(zoneMembers[name])];
  }),
) as unknown as ZoneValues;

const zone = z.object(
  {
    ...zoneValues,
    ...styles,
    Titles: optionalListOf(title),
    Actions: optionalListOf(action),
  },
  'must be a zone',
);

const image = z.object(
  {
    Name: optionalText,
    AutoTrigger: optionalFlag,
    TimeWindow: optionalText,
    ...styles,
    Titles: optionalListOf(title),
    Actions: optionalListOf(action),
    Zones: optionalListOf(zone),
  },
  'must be an image',
);

export const documentFile = z.object(
  {
    DefaultLanguage: required,
    Name: required,
    TimeWindow: optionalText,
    ...styles,
    Titles: z.array(title, { error: ({ input }) => (input == null ? missing : 'must be a list') }),
    Actions: optionalListOf(action),
    Images: optionalListOf(image),
  },
  'must be a document',
);

export type DocumentFile = z.output<typeof documentFile>;
export type ImageFile = z.output<typeof image>;
export type ZoneFile = z.output<typeof zone>;
export type TitleFile = z.output<typeof title>;
export type ActionFile = z.output<typeof action>;

/** Every member that a file may have, by its lower-case spelling. */
export const memberNames: ReadonlyMap<string, string> = new Map(
  [documentFile, image, zone, action, title]
    .flatMap((schema) => Object.keys(schema.shape))
    .map((name) => [name.toLowerCase(), name]),
);
