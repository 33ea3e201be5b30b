/** What the guide's navigation offers: groups of pages, each by its title and its file below docs. */
export const navigation = [
  {
    title: 'Get it done',
    pages: [
      ['Your first page', 'your-first-page.md'],
      ['Move your app here', 'move-your-app-here.md'],
      ['Put it on the internet', 'put-it-on-the-internet.md'],
      ['Persisted documents', 'persisted-documents.md'],
      ['Subscriptions', 'subscriptions.md'],
      ['Tune for your photos', 'tune-for-your-photos.md'],
      ['Bench your matcher', 'bench-your-matcher.md'],
      ['Errors A to Z', 'errors.md'],
    ],
  },
  {
    title: 'Use it',
    pages: [
      ['Start here', 'README.md'],
      ['The console', 'console.md'],
      ['GraphQL', 'graphql.md'],
      ['The engine for its clients', 'engine-api.md'],
      ['REST of the platform', 'compatibility.md'],
    ],
  },
  {
    title: 'Run it',
    pages: [
      ['Operation', 'operations.md'],
      ['Beyond one machine', 'scale.md'],
      ['Reliability', 'reliability.md'],
      ['Dependencies', 'dependencies.md'],
    ],
  },
  {
    title: 'How it works',
    pages: [
      ['Architecture', 'architecture.md'],
      ['Platform', 'platform.md'],
      ['Recognition', 'engine.md'],
      ['Comparison', 'comparison.md'],
      ['Storage of indexes', 'index-storage.md'],
      ['Benchmarks', 'benchmarks.md'],
      ['Decisions', 'decisions/README.md'],
    ],
  },
];
