/**
 * The languages that content can be written in: BCP 47 tags of a language and a region, by geographic zone. Names come
 * from the Unicode data that Node carries.
 */
import { canonicalTag, completeTag, regionOfTag } from './language-tags.js';

const codesByZone = {
  Europe: [
    'bg-BG bs-BA ca-ES cs-CZ cy-GB da-DK de-AT de-BE de-CH de-DE de-LI de-LU el-CY el-GR en-GB en-IE en-MT es-ES et-EE',
    'eu-ES fi-FI fr-BE fr-CH fr-FR fr-LU fr-MC ga-IE gl-ES hr-BA hr-HR hu-HU hy-AM is-IS it-CH it-IT ka-GE lb-LU lt-LT',
    'lv-LV mk-MK mt-MT nb-NO nl-BE nl-NL nn-NO pl-PL pt-PT ro-MD ro-RO ru-RU sk-SK sl-SI sq-AL sr-RS sv-FI sv-SE tr-TR',
    'uk-UA be-BY az-AZ',
  ],
  Africa: [
    'af-ZA am-ET ar-DZ ar-EG ar-LY ar-MA ar-TN en-GH en-KE en-NG en-ZA fr-CD fr-CI fr-CM fr-DZ fr-MA fr-SN fr-TN ha-NG',
    'ig-NG mg-MG pt-AO pt-MZ rw-RW so-SO sw-KE sw-TZ yo-NG zu-ZA xh-ZA',
  ],
  'North America': [
    'en-CA en-US es-CR es-DO es-GT es-HN es-MX es-NI es-PA es-PR es-SV es-US fr-CA fr-HT en-JM ht-HT',
  ],
  'South America': ['es-AR es-BO es-CL es-CO es-EC es-PE es-PY es-UY es-VE pt-BR nl-SR fr-GF'],
  Asia: [
    'ar-AE ar-BH ar-IQ ar-JO ar-KW ar-LB ar-OM ar-QA ar-SA ar-SY ar-YE bn-BD bn-IN en-HK en-IN en-PH en-SG fa-IR fil-PH',
    'gu-IN he-IL hi-IN id-ID ja-JP kk-KZ km-KH kn-IN ko-KR ky-KG lo-LA ml-IN mn-MN mr-IN ms-MY my-MM ne-NP pa-IN ps-AF',
    'si-LK ta-IN ta-LK te-IN th-TH tg-TJ ur-IN ur-PK uz-UZ vi-VN zh-CN zh-HK zh-MO zh-SG zh-TW',
  ],
  Oceania: ['en-AU en-NZ fr-NC fr-PF mi-NZ sm-WS to-TO fj-FJ'],
} as const satisfies Record<string, readonly string[]>;

export interface Language {
  /** For example `fr-FR`. */
  readonly code: string;
  readonly name: string;
  readonly region: string;
  /** Geographic zone. */
  readonly zone: string;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });

function describe(code: string, zone: string): Language {
  const [language = '', region = ''] = code.split('-');
  return {
    code,
    name: languageNames.of(language) ?? language,
    region: regionNames.of(region) ?? region,
    zone,
  };
}

/** Every language, by code. */
export const languages: readonly Language[] = Object.entries(codesByZone)
  .flatMap(([zone, lines]) => lines.flatMap((line) => line.split(' ')).map((code) => describe(code, zone)))
  .sort((a, b) => (a.code < b.code ? -1 : 1));

const byCompleteTag = new Map(languages.map((language) => [completeTag(language.code), language]));

/**
 * The language of a tag with its region, in any form that `canonicalTag` understands: `he_il`, `iw-IL` and `he-Hebr-IL` are
 * one. Null when content cannot be written in it.
 */
export function languageOf(code: string): Language | null {
  const tag = canonicalTag(code);
  if (tag === null || regionOfTag(tag) === null) return null;
  return byCompleteTag.get(completeTag(tag)) ?? null;
}
