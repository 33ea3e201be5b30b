import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fieldPatterns, sentencePatterns } from '../../console/src/i18n/server-patterns.js';
import { permissions } from '../../src/access/permissions.js';
import { errorCatalogue } from '../../src/kernel/errors.js';

const SOURCES = fileURLToPath(new URL('../../console/src', import.meta.url));
const SERVER = fileURLToPath(new URL('../../src', import.meta.url));
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
  return keysOf(JSON.parse(readFileSync(fileOf(language, screen), 'utf8')));
}

function filesOf(language: string): string[] {
  const folder = `${SOURCES}/i18n/${language}`;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
}

function fileOf(language: string, screen: string): string {
  const path = filesOf('en').find((file) => basename(file) === `${screen}.json`) ?? `${screen}.json`;
  return `${SOURCES}/i18n/${language}/${path}`;
}

const screens = filesOf('en').map((path) => basename(path, '.json'));
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

/** The rules of fields and the sentences that the server's sources hold, with a number for each inserted value. */
function sentencesOfServer(): readonly string[] {
  const folders = [
    'access',
    'content',
    'documents',
    'media',
    'organizations',
    'pictures',
    'tree',
    'users',
    'webhooks',
  ];
  return folders.flatMap((folder) =>
    readdirSync(`${SERVER}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.rules.ts') || path.endsWith('.service.ts'))
      .flatMap((path) => {
        const text = readFileSync(`${SERVER}/${folder}/${path}`, 'utf8');
        const literals = text.matchAll(/['`]((?:must|is missing|has \$)[^'`]*)['`]/g);
        return [...literals].map(([, literal = '']) => literal.replaceAll(/\$\{[^}]*\}?/g, '7'));
      }),
  );
}

function textsOfServer(): readonly string[] {
  return readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${SERVER}/${path}`, 'utf8'));
}

/** Names of operations in the log, as noun:verb. */
function operationsOfServer(): readonly string[] {
  return textsOfServer().flatMap((text) =>
    [...text.matchAll(/operations\.write\([^;]*?'(\w+:\w+)'/g)].map(([, operation = '']) => operation),
  );
}

/** Rules that forms of the console cannot break: values of programs alone. */
const OF_PROGRAMS =
  /pages; |NUL|ASCII|vCard|iCalendar|UTC|UUID|MIME|JSON|_objectId|exactly one member|ids? of (an?|users)\b|one entry for each|dimension|page or a zone|document, image or zone|days before|keyword|1 to 7 colors|a document, a folder or an organization|must not be negative/;

describe('the sentences of the server', () => {
  test('have words for every code of its errors, in every language', () => {
    for (const language of LANGUAGES) {
      const codes = new Set([
        ...keysOf(readJson(`${language}/server.json`, 'codes')),
        ...keysOf(readJson(`${language}/common.json`, 'problems')),
      ]);
      expect(
        Object.keys(errorCatalogue).filter((code) => !codes.has(code)),
        language,
      ).toEqual([]);
    }
  });

  test('about fields that people fill in are known, so that none is shown in English', () => {
    const unknown = sentencesOfServer().filter(
      (sentence) => !OF_PROGRAMS.test(sentence) && !fieldPatterns.some(([pattern]) => pattern.test(sentence)),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('about files that are not taken are known', () => {
    const refusals = textsOfServer().flatMap((text) =>
      [...text.matchAll(/'(The file is (?:not )?a [^']+ [Ss]end [^']+)'/g)].map(
        ([, sentence = '']) => sentence,
      ),
    );
    const ofEngine = /readable ZIP/;
    const unknown = refusals.filter(
      (sentence) => !ofEngine.test(sentence) && !sentencePatterns.some(([pattern]) => pattern.test(sentence)),
    );
    expect(refusals.length).toBeGreaterThan(3);
    expect(unknown).toEqual([]);
  });

  test('about operations have a noun and a verb in every language', () => {
    const operations = [...new Set(operationsOfServer())];
    expect(operations).toContain('document:share');
    for (const language of LANGUAGES) {
      const nouns = new Set(
        keysOf(readJson(`${language}/screens/administration/administration.json`, 'noun')),
      );
      const verbs = new Set(
        keysOf(readJson(`${language}/screens/administration/administration.json`, 'verb')),
      );
      const unknown = operations.filter((operation) => {
        const [noun = '', verb = ''] = operation.split(':');
        return !nouns.has(noun) || !verbs.has(verb);
      });
      expect(unknown, language).toEqual([]);
    }
  });

  test('about what the access table allows are there in every language', () => {
    const scopes = Object.keys(permissions).map((each) => each.replace(/(?=[A-Z])|:/g, '_').toUpperCase());
    for (const language of LANGUAGES) {
      const file = `${language}/screens/administration/administration.json`;
      expect(keysOf(readJson(file, 'scope')).sort(), language).toEqual(scopes.sort());
    }
  });

  test('have a sentence for each of their patterns', () => {
    for (const [name, patterns] of [
      ['fields', fieldPatterns],
      ['sentences', sentencePatterns],
    ] as const) {
      const keys = new Set(keysOf(readJson('en/server.json', name)));
      expect(patterns.filter(([, key]) => !keys.has(key))).toEqual([]);
    }
  });
});

function readJson(file: string, member: string): unknown {
  const all = JSON.parse(readFileSync(`${SOURCES}/i18n/${file}`, 'utf8')) as Record<string, unknown>;
  return all[member];
}

describe('the sentences of the console', () => {
  test.each(screens)('of %s are there in every language, and none is empty', (screen) => {
    const english = new Set(sentencesOf('en', screen).map(base));
    for (const language of LANGUAGES) {
      const there = JSON.parse(readFileSync(fileOf(language, screen), 'utf8')) as object;
      expect([...new Set(keysOf(there).map(base))].sort(), language).toEqual([...english].sort());
      expect(JSON.stringify(there)).not.toMatch(/":\s*"\s*"/);
    }
    expect(LANGUAGES.map((language) => filesOf(language).length)).toEqual(
      LANGUAGES.map(() => screens.length),
    );
  });

  test('that go on have their points as the language writes them', () => {
    for (const language of LANGUAGES) {
      const wrong = language === 'fr' ? /\s…/ : /\S…/;
      const found = filesOf(language).filter((path) =>
        wrong.test(readFileSync(`${SOURCES}/i18n/${language}/${path}`, 'utf8')),
      );
      expect(found, language).toEqual([]);
    }
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
