/** Queries and changes of titles and actions. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { ruleFields } from '../rules/rules';
import { windowFields } from '../window/time-window';
import { targetFields } from './target';

const titleFields = graphql(
  `
    fragment ContentTitle on Title {
      __typename
      id
      nodeId
      languageCode
      value
      style
      timeWindow {
        ...WindowFields
      }
      version
    }
  `,
  [windowFields],
);

export const draftedFields = graphql(
  `
    fragment ContentDrafted on DraftedContent {
      titles {
        nodeId
        languageCode
        value
        style
        timeWindow {
          ...WindowFields
        }
        version
      }
      actions {
        id
        nodeId
        languageCode
        name
        type
        target {
          ...ActionTargetFields
        }
        rules {
          ...RuleFields
        }
        style
        timeWindow {
          ...WindowFields
        }
        priority
        order
        isValid
        version
        iconId
        icon {
          id
          name
          url
        }
      }
    }
  `,
  [targetFields, ruleFields, windowFields],
);

const actionFields = graphql(
  `
    fragment ContentAction on Action {
      __typename
      id
      nodeId
      languageCode
      name
      type
      target {
        ...ActionTargetFields
      }
      rules {
        ...RuleFields
      }
      style
      timeWindow {
        ...WindowFields
      }
      priority
      order
      isValid
      version
      iconId
      icon {
        id
        name
        url
      }
    }
  `,
  [targetFields, ruleFields, windowFields],
);

const iconFields = graphql(`
  fragment ContentIcon on Icon {
    id
    nodeId
    name
    url
  }
`);

/** As readers get it, or as the draft has it. */
export type ContentTitle = Omit<ResultOf<typeof titleFields>, '__typename' | 'id'>;
export type ContentAction = Omit<ResultOf<typeof actionFields>, '__typename'>;
export type ContentIcon = ResultOf<typeof iconFields>;

export const contentQuery = graphql(
  `
    query ElementContent($id: ID!) {
      node(id: $id) {
        __typename
        ... on ContentElement {
          id
          titles {
            ...ContentTitle
          }
          actions {
            ...ContentAction
          }
          icons {
            ...ContentIcon
          }
          inheritedIcons {
            ...ContentIcon
          }
          drafted {
            ...ContentDrafted
          }
        }
      }
    }
  `,
  [titleFields, actionFields, iconFields, draftedFields],
);

/** Of a page, for a zone that only the draft has: everything else of that lies with the page. */
export const addedZoneQuery = graphql(
  `
    query AddedZoneContent($pageId: ID!) {
      node(id: $pageId) {
        __typename
        ... on Image {
          id
          icons {
            ...ContentIcon
          }
          inheritedIcons {
            ...ContentIcon
          }
          draftedZones {
            id
            content {
              ...ContentDrafted
            }
          }
        }
      }
    }
  `,
  [iconFields, draftedFields],
);

export const inheritedQuery = graphql(`
  query InheritedContent($elementId: ID!, $languageCode: Locale!) {
    readerPreview(elementId: $elementId, languageCode: $languageCode, inDraft: true) {
      languageCode
      title
      titleStyle
      titleSource {
        id
        name
        type
      }
      actions {
        actionId
        name
        type
        source {
          id
          name
          type
        }
      }
    }
  }
`);

export const setTitle = graphql(
  `
    mutation SetContentTitle($nodeId: ID!, $languageCode: Locale!, $value: String!, $ifVersion: String) {
      setTitle(
        input: { nodeId: $nodeId, languageCode: $languageCode, value: $value, ifVersion: $ifVersion }
      ) {
        ...ProblemFields
        ... on Title {
          ...ContentTitle
        }
      }
    }
  `,
  [problemFields, titleFields],
);

export const updateTitle = graphql(
  `
    mutation UpdateTitleMembers(
      $nodeId: ID!
      $languageCode: Locale!
      $patch: TitlePatch!
      $ifVersion: String
    ) {
      updateTitle(
        input: { nodeId: $nodeId, languageCode: $languageCode, patch: $patch, ifVersion: $ifVersion }
      ) {
        ...ProblemFields
        ... on Title {
          ...ContentTitle
        }
      }
    }
  `,
  [problemFields, titleFields],
);

export const createAction = graphql(
  `
    mutation CreateContentAction($input: CreateActionInput!) {
      createAction(input: $input) {
        ...ProblemFields
        ... on Action {
          ...ContentAction
        }
      }
    }
  `,
  [problemFields, actionFields],
);

export const updateAction = graphql(
  `
    mutation UpdateContentAction($id: ID!, $patch: ActionPatch!, $ifVersion: String) {
      updateAction(input: { id: $id, patch: $patch, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Action {
          ...ContentAction
        }
      }
    }
  `,
  [problemFields, actionFields],
);

export const deleteAction = graphql(
  `
    mutation DeleteContentAction($id: ID!, $ifVersion: String) {
      deleteAction(input: { id: $id, ifVersion: $ifVersion }) {
        ...ProblemFields
        ... on Deleted {
          id
        }
      }
    }
  `,
  [problemFields],
);

export const applyActionChanges = graphql(
  `
    mutation ApplyActionChanges($changes: [ChangeInput!]!) {
      applyChanges(input: { changes: $changes }) {
        ...ProblemFields
        ... on ChangesResult {
          ids
          nodes {
            __typename
            ...ContentAction
          }
        }
      }
    }
  `,
  [problemFields, actionFields],
);
