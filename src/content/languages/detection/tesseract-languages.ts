/** Names of languages as Tesseract's data files have them. */
import { completeTag, languageOfTag } from '../language-tags.js';

const names = new Map(
  (
    'af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym da:dan de:deu el:ell en:eng es:spa et:est ' +
    'eu:eus fa:fas fi:fin fil:fil fr:fra ga:gle gl:glg gu:guj he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye id:ind is:isl it:ita ' +
    'ja:jpn ka:kat kk:kaz km:khm kn:kan ko:kor ky:kir lb:ltz lo:lao lt:lit lv:lav mi:mri mk:mkd ml:mal mn:mon mr:mar ms:msa ' +
    'mt:mlt my:mya nb:nor ne:nep nl:nld nn:nor pa:pan pl:pol ps:pus pt:por ro:ron ru:rus si:sin sk:slk sl:slv sq:sqi sr:srp ' +
    'sv:swe sw:swa ta:tam te:tel tg:tgk th:tha to:ton tr:tur uk:ukr ur:urd uz:uzb vi:vie yo:yor'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** The data files for languages such as `de-CH`, each once; languages without one are left out. */
export function tesseractNames(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.flatMap((code) => nameOf(code) ?? []))];
}

function nameOf(code: string): string | undefined {
  const language = languageOfTag(code);
  if (language === 'zh') return completeTag(code).includes('-Hant-') ? 'chi_tra' : 'chi_sim';
  return names.get(language);
}
