import { describe, expect, it } from 'vitest';
import { browserLanguage } from '../../console/src/i18n/browser-language.js';

const offered = ['en', 'fr', 'de'] as const;

describe('the language of the console', () => {
  it.each([
    [['de-CH', 'en'], 'de'],
    [['DE'], 'de'],
    [['de_AT'], 'de'],
    [['fr-Latn-CA'], 'fr'],
    [['es-ES', 'fr-FR', 'en-US'], 'fr'],
    [['frr', 'de'], 'de'],
    [['enm', 'fr'], 'fr'],
    [['deu-DE'], 'de'],
    [['', '*', 'not a tag', 'fr'], 'fr'],
    [['ja', 'zh-TW'], null],
    [[], null],
  ])('of a browser that asks for %j is %s', (tags, code) => {
    expect(browserLanguage(tags, offered)).toBe(code);
  });
});
