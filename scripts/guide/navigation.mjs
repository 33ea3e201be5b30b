/** What the guide's navigation offers: groups of pages, each by its title and its file below docs. */
export const navigation = [
  {
    title: 'Start',
    pages: [
      ['What Loupe is', 'README.md'],
      ['Your first page', 'your-first-page.md'],
      ['The console', 'console.md'],
      ['By HTTP', 'by-http.md'],
      ['Glossary', 'glossary.md'],
    ],
  },
  {
    title: 'Tasks',
    pages: [
      ['Move your app here', 'move-your-app-here.md'],
      ['Put it on the internet', 'put-it-on-the-internet.md'],
      ['Tune for your photos', 'tune-for-your-photos.md'],
      ['Bench your matcher', 'bench-your-matcher.md'],
    ],
  },
  {
    title: 'APIs',
    pages: [
      ['Rules of the platform', 'rules.md'],
      ['GraphQL', 'graphql.md'],
      ['The client for JavaScript', 'client.md'],
      ['Persisted documents', 'persisted-documents.md'],
      ['Subscriptions', 'subscriptions.md'],
      ['REST of the platform', 'compatibility.md'],
      ['The engine for its clients', 'engine-api.md'],
      ['Errors A to Z', 'errors.md'],
      ['Machine tokens', 'machine-tokens.md'],
      ['Assistants', 'assistants.md'],
      ['Single sign-on', 'single-sign-on.md'],
      ['Second factors', 'second-factors.md'],
      ['The command line', 'command-line.md'],
    ],
  },
  {
    title: 'Operation',
    pages: [
      ['Operation', 'operations.md'],
      ['Beyond one machine', 'scale.md'],
      ['Dependencies', 'dependencies.md'],
    ],
  },
  {
    title: 'How it is made',
    pages: [
      ['Architecture', 'architecture.md'],
      ['Platform', 'platform.md'],
      ['Recognition', 'engine.md'],
      ['Comparison', 'comparison.md'],
      ['Storage of indexes', 'index-storage.md'],
      ['Testing', 'testing.md'],
      ['Decisions', 'decisions/README.md'],
      ['History', 'history.md'],
    ],
  },
  {
    title: 'How it is measured',
    pages: [
      ['Benchmarks', 'benchmarks.md'],
      ['Method', 'benchmarks/method.md'],
      ['Exam', 'benchmarks/exam.md'],
      ['Pages of one design', 'benchmarks/designs.md'],
      ['Fine comparison', 'benchmarks/fine-comparison.md'],
      ['Picture mode', 'benchmarks/pictures.md'],
      ['Peers', 'benchmarks/npm-peers.md'],
      ['Tuning', 'benchmarks/tuning.md'],
      ['Reliability', 'reliability.md'],
    ],
  },
];
