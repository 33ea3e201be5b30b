/** Queries and changes of the screen of a page. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { draftedFields } from '../../parts/content/documents';
import { windowFields } from '../../parts/window/time-window';
import { headFields } from '../document/documents';

const zoneFields = graphql(
  `
    fragment ZoneFields on Zone {
      id
      name
      order
      version
      positionXPercent
      positionYPercent
      widthPercent
      heightPercent
      timeWindow {
        ...WindowFields
      }
      actionCount
      recognizability {
        isRecognizable
      }
    }
  `,
  [windowFields],
);

const draftedZoneFields = graphql(
  `
    fragment DraftedZoneFields on DraftedZone {
      id
      name
      order
      version
      positionXPercent
      positionYPercent
      widthPercent
      heightPercent
      timeWindow {
        ...WindowFields
      }
      autoTrigger
      isNew
      isChanged
      isRecognizable
      content {
        ...ContentDrafted
      }
    }
  `,
  [draftedFields, windowFields],
);

export const pageQuery = graphql(
  `
    query PageWithZones($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Image {
          name
          order
          version
          zoneCount
          pictureUrl
          document {
            ...DocumentHead
            draft {
              id
            }
            path {
              id
              name
            }
            images {
              id
              name
              order
              smallThumbnailUrl
            }
          }
          zones {
            ...ZoneFields
          }
          draftedZones {
            ...DraftedZoneFields
          }
        }
      }
    }
  `,
  [zoneFields, draftedZoneFields, headFields],
);

export const createZone = graphql(
  `
    mutation CreateZone($input: CreateZoneInput!) {
      createZone(input: $input) {
        __typename
        ... on Zone {
          ...ZoneFields
        }
        ...ProblemFields
      }
    }
  `,
  [zoneFields, problemFields],
);

export const updateZone = graphql(
  `
    mutation UpdateZone($id: ID!, $patch: ZonePatch!, $ifVersion: String) {
      updateZone(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        __typename
        ... on Zone {
          ...ZoneFields
        }
        ...ProblemFields
      }
    }
  `,
  [zoneFields, problemFields],
);

export const deleteZone = graphql(
  `
    mutation DeleteZone($id: ID!, $ifVersion: String) {
      deleteZone(input: { id: $id, ifVersion: $ifVersion }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export const restoreZone = graphql(
  `
    mutation RestoreZone($id: ID!) {
      restoreFromTrash(input: { id: $id }) {
        __typename
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

export type PageData = Extract<
  NonNullable<ResultOf<typeof pageQuery>['node']>,
  { readonly __typename: 'Image' }
>;
/** A zone that readers get, or as the draft has it. */
export type ZoneData = Omit<
  ResultOf<typeof draftedZoneFields>,
  'autoTrigger' | 'content' | 'isRecognizable'
> & {
  readonly actionCount: number;
  /** null where its place is new in the draft: it is judged when the draft is published. */
  readonly isRecognizable: boolean | null;
  /** Of the draft; null for a zone that readers get. */
  readonly drafted: Pick<ResultOf<typeof draftedZoneFields>, 'autoTrigger' | 'content'> | null;
};

/** The zones of a page, with its draft where it has one. */
export function zonesOf({ zones, draftedZones }: PageData): readonly ZoneData[] {
  if (draftedZones === null) {
    return zones.map(({ recognizability: { isRecognizable }, ...zone }) => ({
      ...zone,
      isRecognizable,
      isNew: false,
      isChanged: false,
      drafted: null,
    }));
  }
  return draftedZones.map(({ autoTrigger, content, ...zone }) => ({
    ...zone,
    actionCount: content.actions.length,
    drafted: { autoTrigger, content },
  }));
}
