/** Tabs that GraphiQL opens with: the shortest way from nothing to a recognized page. */
export const exampleTabs = [
  {
    headers: '{ "ApiKey": "<the ApiKey that npm start prints>" }',
    query: `# Log in; put the token into the headers of the other tabs.
mutation Login {
  login(userName: "demo@loupe.example", password: "<the password that npm start prints>") {
    ... on Session { accessToken expiresAt organizationId }
    ... on Problem { code message }
  }
}
`,
  },
  {
    headers: '{ "Authorization": "Bearer <accessToken>" }',
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
    headers: '{ "Authorization": "Bearer <accessToken>" }',
    query: `# Name an element in a language.
mutation Name($nodeId: ID!) {
  setTitle(input: { nodeId: $nodeId, languageCode: "fr-FR", value: "Bonjour" }) {
    ... on Title { languageCode value }
    ... on ValidationProblem { message fields { path messages } }
    ... on Problem { code message }
  }
}
`,
  },
];
