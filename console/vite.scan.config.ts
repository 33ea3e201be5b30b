/** The page for readers, `scan.html`: small, by itself, with its styles in the page and a page for each language. */
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import consoleConfig from './vite.config';

const inConsole = (path: string) => new URL(path, import.meta.url).pathname;

type Sentences = { readonly [key: string]: string | Sentences };

/** A page for each language, so that the first words need no program; and styles that need no request. */
function pages(): Plugin {
  const inLanguage = (html: string, code: string) => {
    const sentences = JSON.parse(
      readFileSync(inConsole(`src/i18n/${code}/screens/readers/scan.json`), 'utf8'),
    ) as Sentences;
    const valueOf = (key: string): string => {
      const found = key
        .split('.')
        .reduce<string | Sentences>((within, part) => (within as Sentences)[part] ?? '', sentences);
      if (typeof found !== 'string' || found === '') throw new Error(`scan.json of ${code} lacks ${key}.`);
      return found;
    };
    return html
      .replace('<html lang="en">', `<html lang="${code}">`)
      .replaceAll(/%([\w.]+)%/g, (_all, key: string) => valueOf(key));
  };
  return {
    name: 'pages-of-languages',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['scan.html'];
      if (page?.type !== 'asset') throw new Error('scan.html was not built.');
      let html = String(page.source);
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue;
        const link = new RegExp(`<link[^>]*href="/${name.replaceAll('.', '\\.')}"[^>]*>`);
        html = html.replace(link, () => `<style>${String(file.source).trim()}</style>`);
        delete bundle[name];
      }
      if (html.includes('rel="stylesheet"')) throw new Error('A style of scan.html stayed outside of it.');
      page.source = inLanguage(html, 'en');
      for (const code of ['fr', 'de']) {
        this.emitFile({ type: 'asset', fileName: `scan.${code}.html`, source: inLanguage(html, code) });
      }
    },
  };
}

export default defineConfig({
  ...consoleConfig,
  plugins: [pages()],
  publicDir: false,
  resolve: {
    alias: [
      { find: /^react-i18next$/, replacement: inConsole('src/scan/translation.ts') },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    ...consoleConfig.build,
    emptyOutDir: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: inConsole('scan.html') },
  },
});
