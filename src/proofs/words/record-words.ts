/** Words of reports about themselves, in the languages that the console speaks. */
import type { AlsoKind } from '../also-differs.js';
import type { Sensitivity } from '../../engine-host/appearance/comparison-settings.js';
import type { Verdict } from '../comparison-record.js';
import type { ProofLanguage } from './proof-words.js';

export interface RecordWords {
  readonly heading: string;
  readonly mode: Readonly<Record<Sensitivity, string>>;
  readonly textAlone: string;
  readonly profile: (name: string) => string;
  readonly minDeltaE: (deltaE: string) => string;
  readonly minSize: (pixels: string) => string;
  readonly dpi: (dpi: number) => string;
  readonly dpiByNeed: string;
  /** @param page null for every page */
  readonly leftOut: (page: number | null, percents: string) => string;
  readonly version: (version: string) => string;
  readonly comparedBy: (user: string) => string;
  readonly withoutText: (count: number) => string;
  /** Of a page in a comparison of text alone. */
  readonly nothingToRead: string;
  /** Of a page that was compared as a file. */
  readonly likeAScan: string;
  readonly boxes: string;
  readonly fromTrim: (left: string, top: string, size: string) => string;
  readonly alsoHeading: string;
  readonly alsoText: string;
  readonly also: Readonly<Record<AlsoKind, string>>;
  readonly none: string;
  readonly notCompared: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly undecided: string;
  readonly decided: (what: string, user: string, date: string) => string;
  readonly commented: (user: string, date: string) => string;
  readonly thePage: string;
  readonly decisionsHeading: string;
  readonly approved: (user: string, date: string) => string;
  readonly approval: string;
}

const english: RecordWords = {
  heading: 'About this comparison',
  mode: {
    proof:
      'Compared as files of the same print: pose and light are forgiven nothing but rounding (0.2 mm, 0.1 %).',
    scan: 'Compared as a scan: how the page lies, its light and small waves of the paper are forgiven.',
    photo: 'Compared as a photo: perspective, light, shadows and waves of the paper are forgiven.',
  },
  textAlone: 'Only words were compared: pictures, colors and how text is set were not.',
  profile: (name) => `Profile: ${name}.`,
  minDeltaE: (deltaE) => `Color differences below ΔE ${deltaE} were left out.`,
  minSize: (pixels) => `Places smaller than ${pixels} pixels were left out.`,
  dpi: (dpi) => `Pages were looked at with ${dpi} dots to the inch.`,
  dpiByNeed:
    'Pages were looked at with 150 dots to the inch, those without a text layer with 300, doubtful places with 600 and 1,200.',
  leftOut: (page, percents) =>
    `${page === null ? 'Left out on every page' : `Left out on page ${page} of the first file`}: ${percents}.`,
  version: (version) => `Loupe ${version}.`,
  comparedBy: (user) => `Compared by ${user}.`,
  withoutText: (count) =>
    count === 1
      ? '1 page has no text layer: it was compared as a picture alone.'
      : `${count} pages have no text layer: they were compared as pictures alone.`,
  nothingToRead: 'Nothing on this page was compared: it has no text layer.',
  likeAScan: 'This page lies askew and has no text layer, as scans do: compare it as a scan.',
  boxes: 'Boxes of pages',
  fromTrim: (left, top, size) => `${left} from the left, ${top} from the top of the trimmed page; ${size}`,
  alsoHeading: 'Also differs',
  alsoText: 'What differs in the files without that it shows. It counts as no difference.',
  also: {
    metadata: 'Metadata',
    userUnit: 'UserUnit',
    box: 'Box',
    link: 'Link',
    note: 'Note',
    field: 'Form field',
    unseenText: 'Text that does not show',
    overprint: 'Overprint',
  },
  none: 'none',
  notCompared:
    'Not compared: separations, layers that do not print, tags, embedded files, sound, video, scripts, dates and XMP metadata of the files.',
  verdicts: { accepted: 'Accepted', rejected: 'Rejected' },
  undecided: 'Not decided.',
  decided: (what, user, date) => `${what} by ${user}, ${date}.`,
  commented: (user, date) => `Comment by ${user}, ${date}.`,
  thePage: 'the page',
  decisionsHeading: 'Decisions',
  approved: (user, date) => `Approved by ${user}, ${date}.`,
  approval: 'Approval',
};

const german: RecordWords = {
  heading: 'Über diesen Vergleich',
  mode: {
    proof:
      'Als Dateien desselben Drucks verglichen: Lage und Licht wird nichts nachgesehen als Rundung (0,2 mm, 0,1 %).',
    scan: 'Als Scan verglichen: Die Lage der Seite, ihr Licht und kleine Wellen des Papiers werden nachgesehen.',
    photo: 'Als Foto verglichen: Perspektive, Licht, Schatten und Wellen des Papiers werden nachgesehen.',
  },
  textAlone: 'Nur Wörter wurden verglichen: Bilder, Farben und der Satz des Textes nicht.',
  profile: (name) => `Profil: ${name}.`,
  minDeltaE: (deltaE) => `Farbunterschiede unter ΔE ${deltaE} wurden ausgelassen.`,
  minSize: (pixels) => `Stellen unter ${pixels} Pixeln wurden ausgelassen.`,
  dpi: (dpi) => `Die Seiten wurden mit ${dpi} Punkten pro Zoll angesehen.`,
  dpiByNeed:
    'Die Seiten wurden mit 150 Punkten pro Zoll angesehen, solche ohne Textebene mit 300, zweifelhafte Stellen mit 600 und 1.200.',
  leftOut: (page, percents) =>
    `${page === null ? 'Auf jeder Seite ausgelassen' : `Auf Seite ${page} der ersten Datei ausgelassen`}: ${percents}.`,
  version: (version) => `Loupe ${version}.`,
  comparedBy: (user) => `Verglichen von ${user}.`,
  withoutText: (count) =>
    count === 1
      ? '1 Seite hat keine Textebene: Sie wurde nur als Bild verglichen.'
      : `${count} Seiten haben keine Textebene: Sie wurden nur als Bilder verglichen.`,
  nothingToRead: 'Auf dieser Seite wurde nichts verglichen: Sie hat keine Textebene.',
  likeAScan: 'Diese Seite liegt schief und hat keine Textebene, wie ein Scan: Vergleichen Sie sie als Scan.',
  boxes: 'Rahmen der Seiten',
  fromTrim: (left, top, size) =>
    `${left} vom linken, ${top} vom oberen Rand der beschnittenen Seite; ${size}`,
  alsoHeading: 'Außerdem verschieden',
  alsoText: 'Worin sich die Dateien unterscheiden, ohne dass man es sieht. Es zählt nicht als Unterschied.',
  also: {
    metadata: 'Metadaten',
    userUnit: 'UserUnit',
    box: 'Rahmen',
    link: 'Link',
    note: 'Notiz',
    field: 'Formularfeld',
    unseenText: 'Text, den man nicht sieht',
    overprint: 'Überdrucken',
  },
  none: 'nichts',
  notCompared:
    'Nicht verglichen: Farbauszüge, Ebenen, die nicht gedruckt werden, Tags, eingebettete Dateien, Ton, Video, Skripte, Daten und XMP-Metadaten der Dateien.',
  verdicts: { accepted: 'Angenommen', rejected: 'Abgelehnt' },
  undecided: 'Nicht entschieden.',
  decided: (what, user, date) => `${what} von ${user}, ${date}.`,
  commented: (user, date) => `Kommentar von ${user}, ${date}.`,
  thePage: 'die Seite',
  decisionsHeading: 'Entscheidungen',
  approved: (user, date) => `Freigegeben von ${user}, ${date}.`,
  approval: 'Freigabe',
};

const french: RecordWords = {
  heading: 'À propos de cette comparaison',
  mode: {
    proof:
      'Comparés comme fichiers du même imprimé : rien n’est toléré pour la position et la lumière, sauf l’arrondi (0,2 mm, 0,1 %).',
    scan: 'Comparé comme numérisation : la position de la page, sa lumière et de petites ondulations du papier sont tolérées.',
    photo: 'Comparé comme photo : perspective, lumière, ombres et ondulations du papier sont tolérées.',
  },
  textAlone: 'Seuls les mots ont été comparés : ni les images, ni les couleurs, ni la composition du texte.',
  profile: (name) => `Profil : ${name}.`,
  minDeltaE: (deltaE) => `Les différences de couleur inférieures à ΔE ${deltaE} ont été écartées.`,
  minSize: (pixels) => `Les endroits de moins de ${pixels} pixels ont été écartés.`,
  dpi: (dpi) => `Les pages ont été examinées à ${dpi} points par pouce.`,
  dpiByNeed:
    'Les pages ont été examinées à 150 points par pouce, celles sans couche de texte à 300, les endroits douteux à 600 et 1 200.',
  leftOut: (page, percents) =>
    `${page === null ? 'Écarté sur chaque page' : `Écarté sur la page ${page} du premier fichier`} : ${percents}.`,
  version: (version) => `Loupe ${version}.`,
  comparedBy: (user) => `Comparé par ${user}.`,
  withoutText: (count) =>
    count < 2
      ? '1 page n’a pas de couche de texte : elle a été comparée comme image seulement.'
      : `${count} pages n’ont pas de couche de texte : elles ont été comparées comme images seulement.`,
  nothingToRead: 'Rien n’a été comparé sur cette page : elle n’a pas de couche de texte.',
  likeAScan:
    'Cette page est de travers et n’a pas de couche de texte, comme un scan : comparez-la comme un scan.',
  boxes: 'Cadres des pages',
  fromTrim: (left, top, size) =>
    `à ${left} du bord gauche et ${top} du bord supérieur de la page rognée ; ${size}`,
  alsoHeading: 'Diffère aussi',
  alsoText: 'Ce en quoi les fichiers diffèrent sans que cela se voie. Cela ne compte pas comme différence.',
  also: {
    metadata: 'Métadonnées',
    userUnit: 'UserUnit',
    box: 'Cadre',
    link: 'Lien',
    note: 'Note',
    field: 'Champ de formulaire',
    unseenText: 'Texte qui ne se voit pas',
    overprint: 'Surimpression',
  },
  none: 'rien',
  notCompared:
    'Non comparé : séparations, calques non imprimés, balises, fichiers joints, son, vidéo, scripts, dates et métadonnées XMP des fichiers.',
  verdicts: { accepted: 'Accepté', rejected: 'Refusé' },
  undecided: 'Pas décidé.',
  decided: (what, user, date) => `${what} par ${user}, ${date}.`,
  commented: (user, date) => `Commentaire de ${user}, ${date}.`,
  thePage: 'la page',
  decisionsHeading: 'Décisions',
  approved: (user, date) => `Approuvé par ${user}, ${date}.`,
  approval: 'Approbation',
};

export const recordWords: Readonly<Record<ProofLanguage, RecordWords>> = {
  en: english,
  de: german,
  fr: french,
};
