import { describe, expect, test } from 'vitest';
import { canonicalTag } from '../../../src/content/languages/language-tags.js';
import { languageOf, languages } from '../../../src/content/languages/languages.js';
import { chooseLanguage, languagesBySuitability } from '../../../src/recognition/language-choice.js';

const AVAILABLE = [
  ...['he-IL', 'id-ID', 'nb-NO', 'zh-CN', 'zh-TW', 'zh-HK', 'fil-PH', 'pt-BR', 'pt-PT', 'es-ES', 'es-MX'],
  ...['fr-FR', 'de-DE', 'ro-RO', 'sr-RS', 'en-US'],
];

const codesFor = (wanted: string | null, available: readonly string[] = AVAILABLE, byDefault = 'en-US') =>
  languagesBySuitability(wanted, available, byDefault).map(({ code }) => code);

/** Languages, second languages, scripts, regions, variants and extensions, known and not, put together as phones do. */
function everyForm(): readonly string[] {
  const languages = [
    'und',
    'UND',
    'mul',
    'zxx',
    'mis',
    'root',
    'C',
    'no',
    'qaa',
    'sgn',
    'zh',
    'zh-yue',
    'ar-arz',
    'i',
  ];
  const scripts = ['', '-Latn', '-hant', '_Zzzz', '-Arab'];
  const regions = ['', '-DE', '_tw', '-419', '-001', '-ZZ', '-DEU'];
  const ends = ['', '-1996', '-POSIX', '-u-ms-metric', '-x-app', '_#Hant', '@euro', '-t-und', '-'];
  return languages.flatMap((language) =>
    scripts.flatMap((script) =>
      regions.flatMap((region) => ends.map((end) => `${language}${script}${region}${end}`)),
    ),
  );
}

describe('a tag in canonical form', () => {
  test.each([
    ['zh_TW_#Hant', 'zh-Hant-TW'],
    ['zh_#Hans', 'zh-Hans'],
    ['sr_RS_#Latn', 'sr-Latn-RS'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ZH_hk', 'zh-HK'],
    ['iw', 'he'],
    ['iw_IL', 'he-IL'],
    ['in-ID', 'id-ID'],
    ['ji', 'yi'],
    ['tl-PH', 'fil-PH'],
    ['mo', 'ro'],
    ['de-DE-u-co-phonebk', 'de-DE'],
    ['en-US-u-rg-gbzzzz', 'en-US'],
    ['de_DE.UTF-8', 'de-DE'],
    ['ca_ES@valencia', 'ca-ES'],
    ['fr-CA,fr;q=0.8', 'fr-CA'],
    [' fr-FR\r\n', 'fr-FR'],
    ['es-419', 'es-419'],
    ['de-DE-1996-?', 'de-DE-1996'],
    ['en-US-POSIX', 'en-US'],
    ['zh-cmn-Hant-TW', 'zh-Hant-TW'],
    ['ZH_YUE_hk', 'yue-HK'],
    ['zh-min-nan-TW', 'nan-TW'],
    ['ar-arb-SA', 'ar-SA'],
    ['ms-zsm-Latn-MY', 'ms-Latn-MY'],
    ['nld-NLD', 'nl'],
  ])('%s is %s', (text, tag) => {
    expect(canonicalTag(text)).toBe(tag);
  });

  test.each(['und', 'und-DE', 'UND', 'und_Latn', 'und-u-ms-metric'])('%s names no language', (text) => {
    expect(canonicalTag(text)).toBeNull();
    expect(languageOf(text)).toBeNull();
  });

  test.each(['', ' ', '-', '#', '?', '*', '1', 'a', '中文', '"', '\u0000', '_TW'])('%j is none', (text) => {
    expect(canonicalTag(text)).toBeNull();
  });
});

describe('the language for a reader', () => {
  test.each([
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh-Hant', 'zh-TW'],
    ['zh_TW_#Hant', 'zh-TW'],
    ['zh-MO', 'zh-HK'],
    ['zh-Hant-MO', 'zh-HK'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['iw', 'he-IL'],
    ['iw-IL', 'he-IL'],
    ['in', 'id-ID'],
    ['in_ID', 'id-ID'],
    ['tl', 'fil-PH'],
    ['tl-PH', 'fil-PH'],
    ['no', 'nb-NO'],
    ['no-NO', 'nb-NO'],
    ['nn', 'nb-NO'],
    ['nn-NO', 'nb-NO'],
    ['mo', 'ro-RO'],
    ['ro-MD', 'ro-RO'],
    ['es-419', 'es-MX'],
    ['es-AR', 'es-MX'],
    ['es_US', 'es-MX'],
    ['es-GQ', 'es-ES'],
    ['pt-AO', 'pt-PT'],
    ['pt-MZ', 'pt-PT'],
    ['pt', 'pt-BR'],
    ['gsw-CH', 'de-DE'],
    ['br', 'fr-FR'],
    ['sr-Latn-RS', 'sr-RS'],
    ['fr-CA-u-nu-latn', 'fr-FR'],
    ['FR', 'fr-FR'],
    ['da-DK', 'en-US'],
    ['ja-JP', 'en-US'],
    ['xx-YY', 'en-US'],
    ['zh-cmn-Hant-TW', 'zh-TW'],
    ['zh-cmn-Hant', 'zh-TW'],
    ['zh-cmn-Hans-CN', 'zh-CN'],
    ['zh-yue', 'zh-HK'],
    ['zh-yue-HK', 'zh-HK'],
    ['zh-yue-Hant-MO', 'zh-HK'],
    ['en-US-POSIX', 'en-US'],
    ['und', 'en-US'],
    ['UND', 'en-US'],
    ['und_Latn', 'en-US'],
    ['und-Zzzz', 'en-US'],
    ['und-ZZ', 'en-US'],
    ['und-u-ms-metric', 'en-US'],
    ['und-x-app', 'en-US'],
    ['und-DE', 'de-DE'],
    ['und_AT', 'de-DE'],
    ['und-Latn-DE', 'de-DE'],
    ['und-419', 'es-MX'],
    ['und-Hant', 'zh-TW'],
    ['und_HK_#Hant', 'zh-HK'],
    ['', 'en-US'],
    [null, 'en-US'],
  ])('who wants %s is %s', (wanted, code) => {
    expect(codesFor(wanted)[0]).toBe(code);
  });

  test('a nearer region comes before the default of the document, which comes before equally near ones', () => {
    expect(codesFor('es-AR', ['es-ES', 'es-MX'], 'es-ES')).toEqual(['es-MX', 'es-ES']);
    expect(codesFor('fr-CA', ['fr-BE', 'fr-CH', 'fr-FR', 'en-US'], 'fr-CH')).toEqual([
      'fr-FR',
      'fr-CH',
      'fr-BE',
      'en-US',
    ]);
    expect(codesFor('fr-CA', ['fr-BE', 'fr-CH', 'en-US'], 'fr-CH')).toEqual(['fr-CH', 'fr-BE', 'en-US']);
  });

  test('another script of the language comes before the default, and after the right script', () => {
    expect(codesFor('zh-Hant-TW', ['zh-CN', 'en-US'], 'en-US')).toEqual(['zh-CN', 'en-US']);
    expect(codesFor('zh-Hant-TW', ['zh-CN', 'zh-HK'], 'zh-CN')).toEqual(['zh-HK', 'zh-CN']);
  });

  test('holds every language of the document once, whatever is wanted', () => {
    const odd = [
      'zh-Hant-TW',
      'xx',
      '',
      '%00',
      'x-private',
      'i-klingon',
      'en-a-b-c-d',
      'q'.repeat(5000),
      'art-lojban',
    ];
    for (const wanted of [...odd, ...everyForm(), ...languages.map(({ code }) => code)])
      expect([...codesFor(wanted)].sort()).toEqual([...AVAILABLE].sort());
  });

  test('is passed over where there is nothing to do in it', () => {
    const ranked = languagesBySuitability('zh-Hant-HK', AVAILABLE, 'en-US');
    expect(chooseLanguage(ranked, new Set(['zh-TW', 'en-US']))).toBe('zh-TW');
    expect(chooseLanguage(ranked, new Set(['fr-FR']))).toBe('fr-FR');
    expect(chooseLanguage(ranked, new Set())).toBe('zh-HK');
  });
});

describe('every language that content can be written in', () => {
  const all = languages.map(({ code }) => code);
  const forms = (code: string): readonly string[] => {
    const { language, script, region } = new Intl.Locale(code).maximize();
    return [
      code,
      code.toLowerCase(),
      code.toUpperCase(),
      code.replace('-', '_'),
      `${language}-${script}-${region}`,
      `${language}_${region}_#${script}`,
      `${code}-u-nu-latn`,
      `${code.replace('-', '_')}.UTF-8`,
    ];
  };

  test.each(all)('%s is found in every form that phones write', (code) => {
    for (const form of forms(code)) {
      expect([form, languageOf(form)?.code]).toEqual([form, code]);
      expect([form, languagesBySuitability(form, all, 'en-US')[0]]).toEqual([
        form,
        { code, reason: 'Wanted' },
      ]);
    }
  });
});
