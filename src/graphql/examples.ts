/** Tabs that GraphiQL opens with: the shortest way from nothing to a recognized page. */

export interface ExampleTab {
  readonly headers: string;
  readonly query: string;
  /** JSON, for the editor of variables. */
  readonly variables?: string;
}

/** Sent as the token of the last log-in. */
const LOGGED_IN = '{ "Authorization": "Bearer <accessToken>" }';

export const exampleTabs: readonly ExampleTab[] = [
  {
    headers: '{ "ApiKey": "<the ApiKey that npm start prints>" }',
    query: `# Log in: put the ApiKey into the headers below. The token then holds in every tab.
mutation Login {
  login(input: { userName: "demo@loupe.example", password: "<the password that npm start prints>" }) {
    ... on Session { accessToken expiresAt organizationId }
    ... on Problem { code message }
  }
}
`,
  },
  {
    headers: LOGGED_IN,
    query: `# Who am I, and what is in my organization?
query Me {
  me {
    userName
    roles
    organization {
      id
      name
      folders(first: 10) {
        totalCount
        edges { node { id name documents(first: 5) { edges { node { id name pages status coverUrl } } } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
`,
  },
  {
    headers: LOGGED_IN,
    query: `# A long list, page by page: for the next page put endCursor into the variable "after".
query Documents($organizationId: ID!, $first: Int!, $after: String, $orderBy: NodeOrder, $nameContains: String) {
  organization(id: $organizationId) {
    documents(first: $first, after: $after, orderBy: $orderBy, nameContains: $nameContains, isRecursive: true) {
      totalCount
      edges { node { id name status processing pages updatedAt path { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`,
    variables: `{
  "organizationId": "<id of the tab before>",
  "first": 20,
  "after": null,
  "orderBy": { "field": "UPDATED_AT", "direction": "DESC" },
  "nameContains": null
}`,
  },
  {
    headers: LOGGED_IN,
    query: `# Upload a picture or PDF. GraphiQL cannot pick files; send this document with curl or a GraphQL client:
# curl <this address> -H "Authorization: Bearer <accessToken>" \\
#   -F operations='{ "query": "<the mutation>", "variables": { "input": { …, "file": null } } }' \\
#   -F map='{ "0": ["variables.input.file"] }' -F 0=@magazine.pdf
mutation Upload($input: CreateDocumentInput!) {
  createDocument(input: $input) {
    ... on Document { id name processing progress }
    ... on ValidationProblem { message fields { path messages } }
    ... on Problem { code message }
  }
}
`,
    variables: `{
  "input": { "parentId": "<id of a folder or organization>", "name": "Magazine", "defaultLanguage": "en-US", "file": null }
}`,
  },
  {
    headers: LOGGED_IN,
    query: `# Follow the making of its pages until they are ready.
subscription Progress($id: ID!) {
  documentProgress(id: $id) { processing progress pages status failureReason }
}
`,
    variables: '{ "id": "<id of the document>" }',
  },
  {
    headers: LOGGED_IN,
    query: `# Name an element in a language.
mutation Name($nodeId: ID!) {
  setTitle(input: { nodeId: $nodeId, languageCode: "fr-FR", value: "Bonjour" }) {
    ... on Title { languageCode value }
    ... on ValidationProblem { message fields { path messages } }
    ... on Problem { code message }
  }
}
`,
    variables: '{ "nodeId": "<id of a document, page or zone>" }',
  },
];
