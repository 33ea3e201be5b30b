/** The mutations of the schema, and calls of them with values that the schema asks for. */
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import type { Target } from '../../access/target.js';
import type { GraphqlClient } from '../support.js';

export type Mutation = GraphQLField<unknown, unknown>;

export interface SentFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string;
}

/** Members of the `input` by name; those of an input object in it stand beside those that must be given. */
export type Given = Readonly<Record<string, unknown>>;

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
export const mutations: readonly Mutation[] = Object.values(schema.getMutationType()?.getFields() ?? {});

/** @returns the names of the problems that a mutation may answer */
export function problemsOf({ type }: Mutation): readonly string[] {
  const named = getNamedType(type);
  if (!isUnionType(named)) return [];
  return named.getTypes().flatMap(({ name }) => (name.endsWith('Problem') ? [name] : []));
}

/** No element, user or picture has this identifier. */
const UNKNOWN = '0190a000-0000-7000-8000-000000000000';

/** Texts that are right for what they are named after; others are any text. */
const TEXTS: Readonly<Record<string, string>> = {
  languageCode: 'en-US',
  mail: 'reader@example.org',
  url: 'https://example.org/hook',
  password: 'correct horse battery',
};
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-03-01T00:00:00Z',
  JSONObject: {},
};

/** Elements that a member named `id` names, by the end of the mutation's name. */
const NAMED_BY_ID: readonly (readonly [RegExp, keyof Target])[] = [
  [/Action$/, 'actionId'],
  [/Application(Keys)?$/, 'applicationId'],
  [/(Document|DocumentFile|EarlierFile|NewPage|planReplacement)$/, 'documentId'],
  [/(Folder|TreeNode)$/, 'folderId'],
  [/Icon(File)?$/, 'iconId'],
  [/(Image|PageFile)$/, 'imageId'],
  [/deleteOrganization$/, 'childId'],
  [/(Organization|Logo|ApiKey)$/, 'organizationId'],
  [/ReferenceImport$/, 'importId'],
  [/Reference(Keywords|Metadata)?$/, 'referenceId'],
  [/Picture$/, 'pictureId'],
  [/Property$/, 'propertyId'],
  [/User$/, 'userId'],
  [/Webhook$/, 'webhookId'],
  [/(Zone|recognizeById)$/, 'zoneId'],
  [/PublishableKey$/, 'publishableKeyId'],
  [/MachineToken$/, 'machineTokenId'],
  [/(SignInProvider|SignInRules)$/, 'signInProviderId'],
  [/PreviewLink$/, 'previewLinkId'],
  [/(updateComment|deleteComment)$/, 'threadId'],
  [/Pack$/, 'packId'],
  [/(changeShortAddress|deleteShortAddress)$/, 'shortAddressId'],
  [/ComparisonLink$/, 'comparisonLinkId'],
  [/Trash$/, 'trashedId'],
  [/undoTextChange$/, 'textUndoId'],
];
const OTHER_NAMES: Readonly<Record<string, keyof Target>> = {
  parentId: 'folderId',
  place: 'folderId',
  placeId: 'folderId',
  nodeId: 'documentId',
  elementId: 'documentId',
  keptId: 'keptComparisonId',
};

/** Calls a mutation, with elements that there are where there is a target. */
export class MutationCall {
  constructor(
    private readonly mutation: Mutation,
    private readonly picture: SentFile,
    private readonly target: Target | null,
  ) {}

  /**
   * Sends what must be given, and what is given beside it.
   *
   * @returns the name of the type of the answer @throws Error with what the server answered instead
   */
  async answer(client: GraphqlClient, given: Given = {}): Promise<string> {
    const { name, args } = this.mutation;
    const [argument] = args;
    const members = argument === undefined ? [] : membersOf(argument.type);
    const sent = members.filter(
      (member) => isNonNullType(member.type) || takesFile(member) || member.name in given,
    );
    const input = Object.fromEntries(
      sent.map((member) => [member.name, this.member(member, given[member.name])]),
    );
    const files = filesOf(input, 'input');
    const declared = argument === undefined ? '' : `($input: ${String(argument.type)})`;
    const passed = argument === undefined ? '' : '(input: $input)';
    const query = `mutation ${declared} { answer: ${name}${passed} { __typename ... on Problem { code message } } }`;
    const { data, errors } =
      Object.keys(files).length > 0
        ? await client.upload(query, { input: withoutFiles(input) }, files)
        : await client.run(query, { input });
    const answer = data?.['answer'] as { readonly __typename: string } | null | undefined;
    if (errors !== undefined || answer === undefined) throw new Error(JSON.stringify(errors));
    return answer === null ? 'null' : answer.__typename;
  }

  private member({ name, type }: GraphQLInputField, given: unknown): unknown {
    if (given === undefined) return this.value(name, type);
    const named = isNonNullType(type) ? type.ofType : type;
    if (!isInputObjectType(named) || named.isOneOf || typeof given !== 'object') return given;
    return { ...(this.value(name, type) as object), ...given };
  }

  /** A value of a type with what must be given, and nothing else. */
  private value(name: string, type: GraphQLInputType): unknown {
    if (isNonNullType(type)) return this.value(name, type.ofType);
    if (isListType(type)) return [this.value(name, type.ofType)];
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const wanted = type.isOneOf
        ? fields.filter((field) => getNamedType(field.type).name !== 'Upload').slice(0, 1)
        : fields.filter(isRequiredInputField);
      return Object.fromEntries(wanted.map((field) => [field.name, this.value(field.name, field.type)]));
    }
    if (type.name === 'Upload') return this.picture;
    if (type.name === 'ID' || name === 'place') return this.id(name);
    return type.name in SCALARS ? SCALARS[type.name] : (TEXTS[name] ?? 'x');
  }

  private id(name: string): string {
    if (this.target === null) return UNKNOWN;
    const key = name === 'id' ? this.namedById() : (OTHER_NAMES[name] ?? (name as keyof Target));
    return key === undefined ? UNKNOWN : (this.target[key] ?? UNKNOWN);
  }

  private namedById(): keyof Target | undefined {
    return NAMED_BY_ID.find(([ending]) => ending.test(this.mutation.name))?.[1];
  }
}

function membersOf(type: GraphQLInputType): readonly GraphQLInputField[] {
  const named = getNullableType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

const takesFile = ({ type }: GraphQLInputField) => getNamedType(type).name === 'Upload';

const isFile = (value: unknown): value is SentFile =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);

/** Files by the path of the variable that holds them. */
function filesOf(values: Given, path: string): Readonly<Record<string, SentFile>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, SentFile][] => {
      if (isFile(value)) return [[`${path}.${name}`, value]];
      return isObject(value) ? Object.entries(filesOf(value, `${path}.${name}`)) : [];
    }),
  );
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** With null in the places of files. */
function withoutFiles(values: Given): Given {
  const sent = (value: unknown) => (isFile(value) ? null : isObject(value) ? withoutFiles(value) : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sent(value)]));
}
