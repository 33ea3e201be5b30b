import type { ProofWords } from './proof-words.js';

const pages = (count: number): string => `${count} ${count === 1 ? 'Seite' : 'Seiten'}`;

export const german: ProofWords = {
  language: 'de',
  title: 'Vergleich zweier PDFs',
  titleOf: (first, second) => `Vergleich von ${first} und ${second}`,
  files: ['Erste Datei', 'Zweite Datei'],
  fileOf: (file, name, pageCount) => `${file}: ${name}, ${pages(pageCount)}`,
  pageHeading: 'Seiten',
  page: (page) => `Seite ${page}`,
  pageWas: (page, before) => `Seite ${page} (vorher Seite ${before})`,
  pageOfFirst: (page) => `Seite ${page} der ersten Datei`,
  missingIn: ['Nicht in der ersten Datei.', 'Nicht in der zweiten Datei.'],
  pictureOf: ['Die Seite in der ersten Datei', 'Die Seite in der zweiten Datei'],
  status: {
    unchanged: 'unverändert',
    changed: 'geändert',
    inserted: 'eingefügt',
    removed: 'entfernt',
    moved: 'verschoben',
  },
  kinds: {
    added: 'hinzugefügt',
    missing: 'fehlt',
    changed: 'geändert',
    moved: 'verschoben',
    recolored: 'umgefärbt',
  },
  nothing: 'Es wurden keine Unterschiede gefunden.',
  nothingElse: 'Es wurden keine weiteren Unterschiede gefunden.',
  differences: (count) => `${count} ${count === 1 ? 'Unterschied' : 'Unterschiede'}`,
  ignored: (count) => `${count} ignoriert`,
  pagesThat: {
    inserted: (count) => `${pages(count)} eingefügt`,
    removed: (count) => `${pages(count)} entfernt`,
    moved: (count) => `${pages(count)} verschoben`,
  },
  counts: ({ changed, inserted, removed, moved, unchanged }) =>
    `Seiten: ${changed} geändert, ${inserted} eingefügt, ${removed} entfernt, ${moved} verschoben, ${unchanged} unverändert.`,
  ignoredHeading: 'Auf Wunsch ignoriert',
  tooUnlike: 'Die Seiten sind zu verschieden für einen Vergleich Stelle für Stelle: Sehen Sie beide an.',
  picturesAlone: 'Nur die Bilder wurden verglichen: Mindestens eine der Seiten enthält keinen Text.',
  tooMany: 'Für einen Bericht unterscheiden sich zu viele Seiten: Diese ist klein gezeigt.',
  limit:
    'Seiten werden mit 150 Punkten pro Zoll verglichen (Plakate mit weniger). Kein gefundener Unterschied beweist nicht, dass es keinen gibt.',
  unwritable:
    'Zeichen, die keine Schrift hier schreiben kann, stehen als ihre Unicode-Nummern in Klammern; die Bilder zeigen sie.',
  looksDifferent: 'Die Seite sieht insgesamt anders aus.',
  measured: (before, after) => `Die Seite maß ${before} und misst ${after}.`,
  whole: {
    mirrored: 'Alles ist gespiegelt.',
    turned: (angle) => `Alles ist um ${angle} gedreht.`,
    scaled: (percent) => `Alles ist auf ${percent} skaliert.`,
    moved: (directions) => `Alles liegt ${directions}.`,
    recolored: {
      paper: (color) => `Der Grund hat überall eine andere Farbe (${color}).`,
      print: (color) => `Der Druck hat überall eine andere Farbe (${color}).`,
    },
    text: (styles) => `Aller Text: ${styles}.`,
  },
  toward: {
    right: (length) => `${length} weiter rechts`,
    left: (length) => `${length} weiter links`,
    down: (length) => `${length} weiter unten`,
    up: (length) => `${length} weiter oben`,
  },
  style: {
    color: (color) => `Farbe ${color}`,
    size: (sizes) => `Größe ${sizes}`,
    font: (fonts) => `Schrift ${fonts}`,
    spacing: (points) => `Laufweite ${points}`,
    names: { regular: 'normal', bold: 'fett', upright: 'gerade', italic: 'kursiv' },
  },
  places: {
    added: (color) => `Etwas kam hinzu${color}.`,
    missing: (color) => `Etwas fehlt${color}.`,
    changed: (color) => `Etwas wurde geändert${color}.`,
    moved: (color) => `Etwas wurde verschoben${color}.`,
    recolored: (color) => `Die Farbe wurde geändert${color}.`,
  },
  textMoved: (text) => `Der Text ${text} wurde verschoben.`,
  textBehindMoved: 'Der Text dahinter wurde verschoben.',
  moreWords: (count) =>
    count === 1 ? 'Dort wurde 1 weitere Stelle geändert.' : `Dort wurden ${count} weitere Stellen geändert.`,
  wordAdded: (word) => `${word} kam hinzu.`,
  wordMissing: (word) => `${word} fehlt.`,
  code: {
    changed: (code, before, after) => `${code}: ${before} → ${after}.`,
    added: (code, after) => `${code} ${after} kam hinzu oder ist erst jetzt lesbar.`,
    unreadable: (code, before) => `${code} ${before} fehlt oder ist nicht mehr lesbar.`,
    checkDigit: 'Prüfziffer falsch',
  },
  about: (what, text) => `${what}: ${text}`,
  quoted: (text) => `„${text}“`,
};
