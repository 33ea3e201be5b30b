/** The guide: these pages as a site, served by Loupe at `/guide` and of use as static pages anywhere below that path. */
import { defineConfig, type MarkdownRenderer } from 'vitepress';

/** Links that leave the documentation lead to sources, which a site does not hold: their text stays. */
function leaveOutSources(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'leave-out-sources', ({ tokens }) => {
    for (const { children } of tokens) {
      let isLeft = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open')
          isLeft = /^\.\.\/(?!docs\/)|^\.\.\/\.\.\//.test(token.attrGet('href') ?? '');
        if (!isLeft || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
        if (token.type === 'link_close') isLeft = false;
        token.tag = 'span';
        token.attrs = null;
      }
    }
  });
}

export default defineConfig({
  title: 'Loupe',
  description: 'Image recognition for print',
  base: '/guide/',
  outDir: '../dist/guide',
  cacheDir: '../.cache/guide',
  head: [['link', { rel: 'icon', href: '/guide/favicon.svg' }]],
  rewrites: { 'README.md': 'index.md' },
  // Code blocks and decisions may name what is no page.
  ignoreDeadLinks: true,
  metaChunk: true,
  markdown: { config: leaveOutSources },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Console', link: '/console' },
      { text: 'GraphQL', link: '/graphql' },
      { text: 'Decisions', link: '/decisions/README' },
    ],
    sidebar: [
      {
        text: 'Get it done',
        items: [
          { text: 'Your first page', link: '/your-first-page' },
          { text: 'Move your app here', link: '/move-your-app-here' },
          { text: 'Put it on the internet', link: '/put-it-on-the-internet' },
          { text: 'Persisted documents', link: '/persisted-documents' },
          { text: 'Subscriptions', link: '/subscriptions' },
          { text: 'Tune for your photos', link: '/tune-for-your-photos' },
          { text: 'Bench your matcher', link: '/bench-your-matcher' },
          { text: 'Errors A to Z', link: '/errors' },
        ],
      },
      {
        text: 'Use it',
        items: [
          { text: 'Start here', link: '/' },
          { text: 'The console', link: '/console' },
          { text: 'GraphQL', link: '/graphql' },
          { text: 'The engine for its clients', link: '/engine-api' },
          { text: 'REST of the platform', link: '/compatibility' },
        ],
      },
      {
        text: 'Run it',
        items: [
          { text: 'Operation', link: '/operations' },
          { text: 'Beyond one machine', link: '/scale' },
          { text: 'Reliability', link: '/reliability' },
          { text: 'Dependencies', link: '/dependencies' },
        ],
      },
      {
        text: 'How it works',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Platform', link: '/platform' },
          { text: 'Recognition', link: '/engine' },
          { text: 'Comparison', link: '/comparison' },
          { text: 'Storage of indexes', link: '/index-storage' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'Decisions', link: '/decisions/README' },
        ],
      },
    ],
  },
});
