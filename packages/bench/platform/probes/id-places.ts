/** Places for ids in the arguments of a root field of GraphQL, those that its row does not fill among them. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Target } from '../../../../test/access/target.js';

export interface IdPlace {
  /** `input.changes.setTitle.nodeId` */
  readonly name: string;
  /** An id of this would be found there. */
  readonly kind: keyof Target;
  /** The arguments with another id in the place. */
  fill(id: string): Readonly<Record<string, unknown>>;
}

const DEEPEST = 5;

/** Kinds of ids by the name of the member; others are of documents. */
const kinds: Readonly<Record<string, keyof Target>> = {
  organizationId: 'organizationId',
  applicationId: 'applicationId',
  parentId: 'folderId',
  folderId: 'folderId',
  placeId: 'folderId',
  placeIds: 'folderId',
  userId: 'userId',
  ownerId: 'userId',
  emergencyUserId: 'userId',
  mentionedUserIds: 'userId',
  actionId: 'actionId',
  deleteAction: 'actionId',
  pageId: 'imageId',
  imageId: 'imageId',
  pages: 'imageId',
  zoneId: 'zoneId',
  deleteZone: 'zoneId',
  iconId: 'iconId',
  undoId: 'textUndoId',
  threadId: 'threadId',
  keptId: 'keptComparisonId',
  changeId: 'changeId',
  changeIds: 'changeId',
  roleId: 'madeRoleId',
  madeRoleId: 'madeRoleId',
  madeRoleIds: 'madeRoleId',
  providerId: 'signInProviderId',
  irProviderId: 'applicationId',
  itemId: 'inboxItemId',
  referenceId: 'referenceId',
  pictureId: 'pictureId',
  packId: 'packId',
  matchId: 'matchId',
  deliveryId: 'deliveryId',
};

/** @param args arguments that the field is called with otherwise; ids in them are of `own` */
export function idPlaces(
  field: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
  own: Target,
): readonly IdPlace[] {
  const walk = new Walk(own);
  return field.args.flatMap(({ name, type }) =>
    walk.places(type, args[name], name, 0).map(({ name: path, kind, fill }) => ({
      name: path,
      kind,
      fill: (id: string) => ({ ...args, [name]: fill(id) }),
    })),
  );
}

interface Inner {
  readonly name: string;
  readonly kind: keyof Target;
  readonly fill: (id: string) => unknown;
}

class Walk {
  private readonly keys: ReadonlyMap<string, keyof Target>;

  constructor(private readonly own: Target) {
    const entries = Object.entries(own) as readonly (readonly [keyof Target, string])[];
    this.keys = new Map(entries.map(([key, id]) => [id, key]));
  }

  places(type: GraphQLInputType, value: unknown, path: string, depth: number): readonly Inner[] {
    if (isNonNullType(type)) return this.places(type.ofType, value, path, depth);
    if (isListType(type)) {
      const [first, ...rest] = Array.isArray(value) ? (value as unknown[]) : [];
      return this.places(type.ofType, first, path, depth).map((place) => ({
        ...place,
        fill: (id) => [place.fill(id), ...rest],
      }));
    }
    if (getNamedType(type).name === 'ID') {
      const name = path.slice(path.lastIndexOf('.') + 1);
      const kind = this.keys.get(String(value)) ?? kinds[name] ?? 'documentId';
      return [{ name: path, kind, fill: (id) => id }];
    }
    if (!isInputObjectType(type) || depth >= DEEPEST) return [];
    const given = (value ?? null) as Readonly<Record<string, unknown>> | null;
    const fields = Object.values(type.getFields());
    return fields.flatMap((field) => {
      const rest = type.isOneOf
        ? {}
        : (given ??
          Object.fromEntries(
            fields
              .filter(({ type: each }) => isNonNullType(each))
              .map((each) => [each.name, this.least(each.type, each.name, depth)]),
          ));
      return this.places(field.type, given?.[field.name], `${path}.${field.name}`, depth + 1).map(
        (place) => ({
          ...place,
          fill: (id: string) => ({ ...rest, [field.name]: place.fill(id) }),
        }),
      );
    });
  }

  /** The smallest value of a type. */
  private least(type: GraphQLInputType, name: string, depth: number): unknown {
    if (isNonNullType(type)) return this.least(type.ofType, name, depth);
    if (isListType(type)) return [this.least(type.ofType, name, depth)];
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (isInputObjectType(type)) {
      if (depth >= DEEPEST) return {};
      const fields = Object.values(type.getFields());
      const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter((each) => isNonNullType(each.type));
      return Object.fromEntries(
        needed.map((each) => [each.name, this.least(each.type, each.name, depth + 1)]),
      );
    }
    if (type.name === 'ID') return this.own[kinds[name] ?? 'documentId'];
    return leastScalars[type.name] ?? 'x';
  }
}

const leastScalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 10,
  Boolean: false,
  DateTime: '2027-01-01T00:00:00Z',
  Locale: 'en-US',
  EmailAddress: 'x@loupe.example',
  URL: 'https://loupe.example/',
  JSON: {},
  JSONObject: {},
};
