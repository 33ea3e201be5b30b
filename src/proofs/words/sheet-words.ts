/** Words of comparisons with sheets, in the languages that the console speaks. */
import type { ComparedPage, PdfComparison } from '../compared-pdfs.js';
import type { CutOff } from '../page-difference.js';
import type { ProofLanguage, ProofWords } from './proof-words.js';

interface SheetWords {
  /** Replaces sentences about pages. */
  readonly instead: Pick<ProofWords, 'files' | 'pageHeading' | 'counts' | 'missingIn'>;
  /** "Copy 3 (sheet 1; 105.0 mm from the left, 20.0 mm from the top; turned by 180°)" */
  readonly copy: (number: number, details: readonly string[]) => string;
  readonly sheet: (sheet: number) => string;
  readonly at: (left: string, top: string) => string;
  readonly turned: (degrees: number) => string;
  readonly status: Readonly<Record<'removed' | 'inserted', string>>;
  readonly copiesThat: Readonly<Record<'removed' | 'inserted', (count: number) => string>>;
  readonly cut: (edges: readonly string[]) => string;
  readonly edges: Readonly<Record<keyof CutOff['edges'], (length: string) => string>>;
  readonly about: string;
  readonly expected: (count: number) => string;
  readonly bare: (sheets: string) => string;
}

const named = (copy: string, details: readonly string[], between: string): string =>
  details.length === 0 ? copy : `${copy} (${details.join(between)})`;

const english: SheetWords = {
  instead: {
    files: ['One copy', 'Sheet'],
    pageHeading: 'Copies',
    counts: ({ changed, inserted, removed, unchanged }) =>
      `Copies: ${unchanged + changed + inserted} found, ${changed} of them changed, ${removed} missing, ${inserted} not expected.`,
    missingIn: ['Not in the first file.', 'Nothing stands there.'],
  },
  copy: (number, details) => named(`Copy ${number}`, details, '; '),
  sheet: (sheet) => `sheet ${sheet}`,
  at: (left, top) => `${left} from the left, ${top} from the top`,
  turned: (degrees) => `turned by ${degrees}°`,
  status: { removed: 'missing', inserted: 'not expected' },
  copiesThat: {
    removed: (count) => `${count} ${count === 1 ? 'copy' : 'copies'} missing`,
    inserted: (count) => `${count} ${count === 1 ? 'copy' : 'copies'} more than expected`,
  },
  cut: (edges) => `The sheet cuts off ${edges.join(', ')}.`,
  edges: {
    left: (length) => `${length} at its left edge`,
    top: (length) => `${length} at its top edge`,
    right: (length) => `${length} at its right edge`,
    bottom: (length) => `${length} at its bottom edge`,
  },
  about:
    'Each copy on the sheet was compared with the trimmed page, at 100 % and in quarter turns. Not compared: what stands beside the copies, and links, notes, form fields and boxes.',
  expected: (count) => `Copies that are to be there: ${count}.`,
  bare: (sheets) => `No copy stands on sheet ${sheets}.`,
};

const german: SheetWords = {
  instead: {
    files: ['Einzelnutzen', 'Bogen'],
    pageHeading: 'Nutzen',
    counts: ({ changed, inserted, removed, unchanged }) =>
      `Nutzen: ${unchanged + changed + inserted} gefunden, davon ${changed} geändert, ${removed} fehlend, ${inserted} nicht erwartet.`,
    missingIn: ['Nicht in der ersten Datei.', 'Dort steht nichts.'],
  },
  copy: (number, details) => named(`Nutzen ${number}`, details, '; '),
  sheet: (sheet) => `Bogen ${sheet}`,
  at: (left, top) => `${left} von links, ${top} von oben`,
  turned: (degrees) => `um ${degrees}° gedreht`,
  status: { removed: 'fehlt', inserted: 'nicht erwartet' },
  copiesThat: {
    removed: (count) => `${count} Nutzen ${count === 1 ? 'fehlt' : 'fehlen'}`,
    inserted: (count) => `${count} Nutzen mehr als erwartet`,
  },
  cut: (edges) => `Der Bogen schneidet ${edges.join(', ')} ab.`,
  edges: {
    left: (length) => `${length} am linken Rand`,
    top: (length) => `${length} am oberen Rand`,
    right: (length) => `${length} am rechten Rand`,
    bottom: (length) => `${length} am unteren Rand`,
  },
  about:
    'Jeder Nutzen auf dem Bogen wurde mit der beschnittenen Seite verglichen, in 100 % und in Vierteldrehungen. Nicht verglichen: was neben den Nutzen steht, sowie Links, Notizen, Formularfelder und Rahmen.',
  expected: (count) => `Nutzen, die da sein sollen: ${count}.`,
  bare: (sheets) => `Kein Nutzen steht auf Bogen ${sheets}.`,
};

const french: SheetWords = {
  instead: {
    files: ['Pose seule', 'Feuille'],
    pageHeading: 'Poses',
    counts: ({ changed, inserted, removed, unchanged }) =>
      `Poses : ${unchanged + changed + inserted} trouvées, dont ${changed} modifiées, ${removed} manquantes, ${inserted} inattendues.`,
    missingIn: ['Pas dans le premier fichier.', 'Rien ne se trouve là.'],
  },
  copy: (number, details) => named(`Pose ${number}`, details, ' ; '),
  sheet: (sheet) => `feuille ${sheet}`,
  at: (left, top) => `à ${left} de la gauche et ${top} du haut`,
  turned: (degrees) => `tournée de ${degrees}°`,
  status: { removed: 'manque', inserted: 'inattendue' },
  copiesThat: {
    removed: (count) => `${count} ${count < 2 ? 'pose manque' : 'poses manquent'}`,
    inserted: (count) => `${count} ${count < 2 ? 'pose' : 'poses'} de plus que prévu`,
  },
  cut: (edges) => `La feuille coupe ${edges.join(', ')}.`,
  edges: {
    left: (length) => `${length} au bord gauche`,
    top: (length) => `${length} au bord supérieur`,
    right: (length) => `${length} au bord droit`,
    bottom: (length) => `${length} au bord inférieur`,
  },
  about:
    'Chaque pose de la feuille a été comparée à la page rognée, à 100 % et en quarts de tour. Non comparé : ce qui se trouve à côté des poses, ainsi que les liens, notes, champs de formulaire et cadres.',
  expected: (count) => `Poses prévues : ${count}.`,
  bare: (sheets) => `Aucune pose sur la feuille ${sheets}.`,
};

export const sheetWords: Readonly<Record<ProofLanguage, SheetWords>> = {
  en: english,
  de: german,
  fr: french,
};

export const isOfSheets = ({ sheets }: Pick<PdfComparison, 'sheets'>): boolean => sheets !== undefined;

/** Words of a comparison: with sheets, copies take the place of pages. */
export function wordsFor(comparison: Pick<PdfComparison, 'sheets'>, say: ProofWords): ProofWords {
  if (!isOfSheets(comparison)) return say;
  const { instead, status, copiesThat } = sheetWords[say.language];
  return {
    ...say,
    ...instead,
    status: { ...say.status, ...status },
    pagesThat: { ...say.pagesThat, ...copiesThat },
  };
}

/** "Copy 3 (sheet 1; 105.0 mm from the left, 20.0 mm from the top; turned by 180°)" */
export function nameOfCopy(
  { number, sheet, place, turn }: NonNullable<ComparedPage['copy']>,
  { language }: ProofWords,
): string {
  const words = sheetWords[language];
  const mm = (value: number): string =>
    `${value.toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} mm`;
  const details = [
    ...(sheet === null ? [] : [words.sheet(sheet)]),
    ...(place === null ? [] : [words.at(mm(place.left), mm(place.top))]),
    ...(turn === null || turn === 0 ? [] : [words.turned(turn)]),
  ];
  return words.copy(number, details);
}
