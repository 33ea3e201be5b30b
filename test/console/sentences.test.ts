import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../console/src', import.meta.url));
const LANGUAGES = ['en', 'fr', 'de'];
/** Forms of a sentence by number; languages have different ones. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    keysOf(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}

function sentencesOf(language: string, screen: string): string[] {
  return keysOf(JSON.parse(readFileSync(`${SOURCES}/i18n/${language}/${screen}.json`, 'utf8')));
}

const screens = readdirSync(`${SOURCES}/i18n/en`).map((name) => name.replace('.json', ''));
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))
  .map((path) => ({ path, text: readFileSync(`${SOURCES}/${path}`, 'utf8') }));
const known = new Map(screens.map((screen) => [screen, new Set(sentencesOf('en', screen).map(base))]));

function base(key: string): string {
  return key.replace(PLURAL, '');
}

/** The sentences that a source asks for by their whole keys, as screen:key. */
function askedFor({ text }: { readonly text: string }): string[] {
  const own = /useTranslation\(\s*(?:\[\s*)?'(\w+)'/.exec(text)?.[1] ?? 'common';
  return [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) =>
    key.includes(':') ? key : `${own}:${key}`,
  );
}

describe('the sentences of the console', () => {
  test.each(screens)('of %s are there in every language, and none is empty', (screen) => {
    const english = new Set(sentencesOf('en', screen).map(base));
    for (const language of LANGUAGES) {
      const there = JSON.parse(readFileSync(`${SOURCES}/i18n/${language}/${screen}.json`, 'utf8')) as object;
      expect([...new Set(keysOf(there).map(base))].sort(), language).toEqual([...english].sort());
      expect(JSON.stringify(there)).not.toMatch(/":\s*"\s*"/);
    }
    expect(LANGUAGES.map((language) => readdirSync(`${SOURCES}/i18n/${language}`).length)).toEqual(
      LANGUAGES.map(() => screens.length),
    );
  });

  test('that the sources ask for are there', () => {
    const missing = sources.flatMap((source) =>
      askedFor(source)
        .filter((asked) => {
          const [screen = '', key = ''] = asked.split(':');
          return known.get(screen)?.has(key) !== true;
        })
        .map((asked) => `${source.path} asks for ${asked}`),
    );
    expect(missing).toEqual([]);
  });

  test('are all used', () => {
    const text = sources.map((source) => source.text).join('\n');
    const literals = new Set(
      [...text.matchAll(/'([\w.:]+)'/g)].map(([, literal = '']) => literal.replace(/^\w+:/, '')),
    );
    const patterns = [...text.matchAll(/\bt\(\s*`(?:\w+:)?([^`]+)`/g)]
      .map(([, template = '']) => template)
      .filter((template) => /^\w/.test(template))
      .map(
        (template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+')}$`),
      );
    const unused = [...known].flatMap(([screen, keys]) =>
      [...keys]
        .filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
        .map((key) => `${screen}:${key}`),
    );
    expect(unused).toEqual([]);
  });
});
