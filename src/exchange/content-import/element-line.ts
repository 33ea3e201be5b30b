/**
 * Elements of another platform as they are brought over: what its REST interface answers of each, with the element's type.
 * Members are spelled in any case; a document's are those of its export, with ids, the place of its file and its status.
 */
import { z } from 'zod';
import { badFields, badInput } from '../../kernel/errors.js';
import { requireGivenId } from '../../tree/given-ids.js';
import { accountTypes } from '../../organizations/organization.entity.js';
import { memberNames } from '../document-file.js';
import { canonical } from '../import-file.js';

export interface GivenOrganization {
  readonly type: 'Organization';
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly languageCode: string | null;
  readonly timeZone: string | null;
  readonly apiKey: string | undefined;
  readonly accountType: (typeof accountTypes)[number] | undefined;
  readonly totalCredit: number | undefined;
}

interface GivenFolder {
  readonly type: 'Folder';
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
}

/** A page and its zones; null for an id that is to be made. */
export interface GivenImage {
  readonly id: string | null;
  readonly zoneIds: readonly (string | null)[];
}

export interface GivenDocument {
  readonly type: 'Document';
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  /** Where its file lies, as the line says it. */
  readonly file: string;
  /** Active or Inactive, as the line says it; null for Inactive. */
  readonly status: string | null;
  readonly defaultLanguage: string | null;
  /** Empty where the line says nothing of pages. */
  readonly images: readonly GivenImage[];
  /** Its texts in the form of an export, as far as the line holds them. */
  readonly texts: Readonly<Record<string, unknown>>;
}

export type GivenElement = GivenOrganization | GivenFolder | GivenDocument;

const missing = ({ input }: { readonly input?: unknown }) =>
  input == null ? 'is missing' : 'must be a text';
const required = z.string({ error: missing });
const optional = z.string('must be a text').nullish();

const organization = z.object({
  Id: required,
  ParentId: optional,
  Name: required,
  LanguageCode: optional,
  TimeZone: optional,
  ApiKey: optional,
  AccountType: z.enum(accountTypes, `must be one of ${accountTypes.join(', ')}`).nullish(),
  TotalCredit: z.int('must be a whole number').nullish(),
});
const folder = z.object({ Id: required, ParentId: required, Name: required });
const zone = z.object({ Id: optional }, 'must be a zone');
const image = z.object(
  { Id: optional, Zones: z.array(zone, 'must be a list').nullish() },
  'must be an image',
);
const document = folder.extend({
  File: required,
  Status: optional,
  DefaultLanguage: optional,
  Images: z.array(image, 'must be a list').nullish(),
});

const names: ReadonlyMap<string, string> = new Map([
  ...memberNames,
  ...['Type', ...Object.keys({ ...organization.shape, ...document.shape })].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
]);

/** @throws LoupeError BAD_USER_INPUT with every member that cannot be read */
export function readElement(value: unknown): GivenElement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badInput('line', 'must be a JSON object');
  }
  const said = canonical(value, names) as Readonly<Record<string, unknown>>;
  switch (said['Type']) {
    case 'Organization':
      return toOrganization(parsed(organization, said));
    case 'Folder': {
      const { Id, ParentId, Name } = parsed(folder, said);
      return { type: 'Folder', ...placed(Id, ParentId), name: Name };
    }
    case 'Document':
      return toDocument(parsed(document, said), said);
    default:
      throw badInput(
        'Type',
        'must be Organization, Folder or Document; pages and zones are in their document',
      );
  }
}

/** Every id that the line gives, with the member that holds it. */
export function idsOf(element: GivenElement): readonly (readonly [id: string, member: string])[] {
  if (element.type !== 'Document') return [[element.id, 'Id']];
  const ofImages = element.images.flatMap(({ id, zoneIds }, at) => [
    [id, `Images[${at}].Id`] as const,
    ...zoneIds.map((zoneId, index) => [zoneId, `Images[${at}].Zones[${index}].Id`] as const),
  ]);
  return [
    [element.id, 'Id'],
    ...ofImages.flatMap(([id, member]) => (id === null ? [] : [[id, member] as const])),
  ];
}

function parsed<Shape extends z.ZodType>(schema: Shape, said: unknown): z.output<Shape> {
  const result = schema.safeParse(said);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) (fields[memberOf(path)] ??= []).push(message);
  throw badFields(fields);
}

const memberOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (whole, part) =>
      typeof part === 'number'
        ? `${whole}[${part}]`
        : whole === ''
          ? String(part)
          : `${whole}.${String(part)}`,
    '',
  );

const placed = (id: string, parentId: string) => ({
  id: requireGivenId(id, 'Id'),
  parentId: requireGivenId(parentId, 'ParentId'),
});

function toOrganization(said: z.output<typeof organization>): GivenOrganization {
  const { Id, ParentId, Name, LanguageCode, TimeZone, ApiKey, AccountType, TotalCredit } = said;
  return {
    type: 'Organization',
    id: requireGivenId(Id, 'Id'),
    parentId: ParentId == null ? null : requireGivenId(ParentId, 'ParentId'),
    name: Name,
    languageCode: LanguageCode ?? null,
    timeZone: TimeZone ?? null,
    apiKey: ApiKey ?? undefined,
    accountType: AccountType ?? undefined,
    totalCredit: TotalCredit ?? undefined,
  };
}

function toDocument(
  { Id, ParentId, Name, File, Status, DefaultLanguage, Images }: z.output<typeof document>,
  texts: Readonly<Record<string, unknown>>,
): GivenDocument {
  const idAt = (id: string | null | undefined, member: string) =>
    id == null ? null : requireGivenId(id, member);
  return {
    type: 'Document',
    ...placed(Id, ParentId),
    name: Name,
    file: File,
    status: Status ?? null,
    defaultLanguage: DefaultLanguage ?? null,
    images: (Images ?? []).map((each, at) => ({
      id: idAt(each.Id, `Images[${at}].Id`),
      zoneIds: (each.Zones ?? []).map((one, index) => idAt(one.Id, `Images[${at}].Zones[${index}].Id`)),
    })),
    texts,
  };
}
