/** What the screens of a front-end ask for. */

const page = 'pageInfo { hasNextPage endCursor }';

/** Everything in a folder or organization: the shelf that a publisher works from. */
export const library = `query Library($id: ID!) {
  me { userName roles organization { id name logoUrl } }
  place: organization(id: $id) {
    id name accountType
    path { id name type }
    folders(first: 50) {
      totalCount ${page}
      edges { node { id name updatedAt documents(first: 3) { totalCount edges { node { id coverUrl } } } } }
    }
    documents(first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount ${page}
      edges { node {
        id name status processing progress pages actionCount coverUrl defaultLanguage languages updatedAt
        titles { languageCode value }
      } }
    }
  }
}`;

/** One document with all of its pages, zones, titles and actions: the editor. */
export const editor = `query Editor($id: ID!) {
  languages { code name }
  document(id: $id) {
    id name status defaultLanguage languages processing progress
    path { id name type }
    titles { languageCode value style }
    actions { ...ActionFields }
    icons { id name url }
    properties { id name value }
    images {
      id name order status autoTrigger bigThumbnailUrl zoneCount
      titles { languageCode value style }
      actions { ...ActionFields }
      zones {
        id name order status autoTrigger positionXPercent positionYPercent widthPercent heightPercent smallThumbnailUrl
        titles { languageCode value style }
        actions { ...ActionFields }
        properties { id name value }
      }
    }
  }
}
fragment ActionFields on Action {
  id name type target { __typename ... on UrlTarget { url } ... on LegacyTarget { source } } languageCode priority order style isValid icon { id url }
}`;

/** Users, contract and log: the administrator's screen. */
export const administration = `query Administration($id: ID!) {
  roles
  account(organizationId: $id) { accountType validityDate activePages activationCumul remainingCredit }
  organization(id: $id) {
    id name apiKey logoUrl
    organizations(first: 50, isRecursive: true) { totalCount edges { node { id name path { name } } } }
    users(first: 100) { totalCount edges { node { id userName mail status roles organization { name } } } ${page} }
    operations(first: 50) { edges { node { createdAt user operation nodeId } } ${page} }
  }
}`;

/** How often a document was recognized, and what readers did then. */
export const statistics = `query Statistics($id: ID!) {
  document(id: $id) {
    name actionCount
    matches(first: 100) {
      totalCount ${page}
      edges { node { requestedAt language imageOrder operatingSystem clicks { clickedAt actionName actionType } } }
    }
  }
}`;

/** The tree four levels deep: a navigation that opens at once. */
export const navigation = `query Navigation($id: ID!) {
  treeNode(id: $id) {
    id name type path { id name }
    children { id name type children { id name type children { id name type children { id name type } } } }
  }
}`;

/** How the documents of a house are read, and what they weigh: the report of a month. */
export const report = `query Report($id: ID!) {
  organization(id: $id) {
    picturesCount
    organizations(first: 20, isRecursive: true) { edges { node { name picturesCount } } }
    documents(first: 20, isRecursive: true) { edges { node {
      name
      icons { id url } inheritedIcons { id url }
      files { kind sizeBytes url }
      all: matches(first: 1) { totalCount }
      month: matches(first: 5, from: "2020-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z") {
        totalCount ${page} edges { node { requestedAt clicks { actionName } } }
      }
    } } }
  }
}`;
