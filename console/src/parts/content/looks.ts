/** The looks that an element gives to titles and actions at or below it, and where one without a look of its own gets it. */
import { useCallback, useMemo } from 'react';
import { useQueryData } from '../../api/query';
import { graphql, problemFields, type ResultOf } from '../../api/graphql';

const propertyFields = graphql(`
  fragment LookProperty on Property {
    __typename
    id
    type
    name
    value
    version
  }
`);

const pathQuery = graphql(`
  query LookPath($id: ID!) {
    treeNode(id: $id) {
      id
      path {
        id
        name
        type
      }
    }
  }
`);

const looksQuery = graphql(
  `
    query Looks($ids: [ID!]!) {
      nodes(ids: $ids) {
        __typename
        id
        ... on Organization {
          properties {
            ...LookProperty
          }
        }
        ... on Folder {
          properties {
            ...LookProperty
          }
        }
        ... on Document {
          properties {
            ...LookProperty
          }
        }
        ... on Image {
          properties {
            ...LookProperty
          }
        }
        ... on Zone {
          properties {
            ...LookProperty
          }
        }
      }
    }
  `,
  [propertyFields],
);

export const createProperty = graphql(
  `
    mutation CreateLook($input: CreatePropertyInput!) {
      createProperty(input: $input) {
        ...ProblemFields
        ... on Property {
          ...LookProperty
        }
      }
    }
  `,
  [problemFields, propertyFields],
);

export const updateProperty = graphql(
  `
    mutation UpdateLook($id: ID!, $value: String, $ifVersion: String) {
      updateProperty(input: { id: $id, patch: { value: $value }, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Property {
          ...LookProperty
        }
      }
    }
  `,
  [problemFields, propertyFields],
);

export const deleteProperty = graphql(
  `
    mutation DeleteLook($id: ID!, $ifVersion: String) {
      deleteProperty(input: { id: $id, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

type LookProperty = ResultOf<typeof propertyFields>;
type PathNode = ResultOf<typeof pathQuery>['treeNode']['path'][number];
export type LookName = 'TitleStyle' | 'ActionStyle';

/** A look that comes from an element. */
export interface GivenLook {
  readonly style: string;
  readonly from: PathNode;
}

interface Looks {
  /** Whether both questions are answered. */
  readonly isKnown: boolean;
  /** The element's own look. */
  readonly own: (name: LookName) => LookProperty | null;
  /** The look of the nearest element above that has one; it holds while the element gives none. */
  readonly above: (name: LookName) => GivenLook | null;
  /** The look of titles and actions of the element that have none of their own. */
  readonly given: (name: LookName) => GivenLook | null;
  readonly readAgain: () => void;
}

export function useLooks(nodeId: string): Looks {
  const [path] = useQueryData({ query: pathQuery, variables: { id: nodeId } });
  const upwards = useMemo(() => [...(path.data?.treeNode.path ?? [])].reverse(), [path.data]);
  const ids = useMemo(() => upwards.map(({ id }) => id), [upwards]);
  const [looks, execute] = useQueryData({
    query: looksQuery,
    variables: { ids },
    pause: ids.length === 0,
    requestPolicy: 'cache-and-network',
  });
  const readAgain = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  return useMemo(() => {
    const propertyOf = (id: string, name: LookName): LookProperty | null => {
      const node = looks.data?.nodes.find((each) => each?.id === id);
      const properties = node != null && 'properties' in node ? node.properties : [];
      return properties.find((each) => each.type === 'STYLE' && each.name === name) ?? null;
    };
    const nearest = (places: readonly PathNode[], name: LookName): GivenLook | null => {
      for (const from of places) {
        const style = propertyOf(from.id, name)?.value ?? '';
        if (style !== '') return { style, from };
      }
      return null;
    };
    return {
      isKnown: looks.data !== undefined,
      own: (name: LookName) => propertyOf(nodeId, name),
      above: (name: LookName) => nearest(upwards.slice(1), name),
      given: (name: LookName) => nearest(upwards, name),
      readAgain,
    };
  }, [nodeId, upwards, looks.data, readAgain]);
}
