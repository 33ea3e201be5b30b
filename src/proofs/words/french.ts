import type { ProofWords } from './proof-words.js';

/** In French nought and one are singular. */
const pages = (count: number): string => `${count} ${count < 2 ? 'page' : 'pages'}`;
const agreed = (count: number, word: string): string => `${count} ${word}${count < 2 ? '' : 's'}`;

export const french: ProofWords = {
  language: 'fr',
  title: 'Comparaison de deux PDF',
  titleOf: (first, second) => `Comparaison de ${first} et ${second}`,
  files: ['Premier fichier', 'Second fichier'],
  fileOf: (file, name, pageCount) => `${file} : ${name}, ${pages(pageCount)}`,
  pageHeading: 'Pages',
  page: (page) => `Page ${page}`,
  pageWas: (page, before) => `Page ${page} (avant : page ${before})`,
  pageOfFirst: (page) => `Page ${page} du premier fichier`,
  missingIn: ['Absente du premier fichier.', 'Absente du second fichier.'],
  pictureOf: ['La page dans le premier fichier', 'La page dans le second fichier'],
  status: {
    unchanged: 'inchangée',
    changed: 'modifiée',
    inserted: 'insérée',
    removed: 'supprimée',
    moved: 'déplacée',
  },
  kinds: {
    added: 'ajout',
    missing: 'manque',
    changed: 'modification',
    moved: 'déplacement',
    recolored: 'changement de couleur',
  },
  nothing: 'Aucune différence n’a été trouvée.',
  nothingElse: 'Aucune autre différence n’a été trouvée.',
  differences: (count) => agreed(count, 'différence'),
  ignored: (count) => agreed(count, 'ignorée'),
  pagesThat: {
    inserted: (count) => `${pages(count)} ${count < 2 ? 'insérée' : 'insérées'}`,
    removed: (count) => `${pages(count)} ${count < 2 ? 'supprimée' : 'supprimées'}`,
    moved: (count) => `${pages(count)} ${count < 2 ? 'déplacée' : 'déplacées'}`,
  },
  counts: ({ changed, inserted, removed, moved, unchanged }) =>
    `Pages : ${[
      agreed(changed, 'modifiée'),
      agreed(inserted, 'insérée'),
      agreed(removed, 'supprimée'),
      agreed(moved, 'déplacée'),
      agreed(unchanged, 'inchangée'),
    ].join(', ')}.`,
  ignoredHeading: 'Ignoré sur demande',
  tooUnlike: 'Les pages sont trop différentes pour une comparaison endroit par endroit : regardez les deux.',
  picturesAlone: 'Seules les images ont été comparées : au moins une des pages ne contient pas de texte.',
  tooMany: 'Trop de pages diffèrent pour un seul rapport : celle-ci est montrée en petit.',
  limit:
    'Les pages sont comparées à 150 points par pouce (les affiches à moins). Ne trouver aucune différence ne prouve pas qu’il n’y en a pas.',
  unwritable:
    'Les caractères qu’aucune police ne peut écrire ici figurent entre crochets par leurs numéros Unicode ; les images les montrent.',
  looksDifferent: 'La page a un autre aspect dans son ensemble.',
  measured: (before, after) => `La page mesurait ${before} et mesure ${after}.`,
  whole: {
    mirrored: 'Tout est inversé en miroir.',
    turned: (angle) => `Tout est tourné de ${angle}.`,
    scaled: (percent) => `Tout est mis à l’échelle ${percent}.`,
    moved: (directions) => `Tout se trouve ${directions}.`,
    recolored: {
      paper: (color) => `Le fond a partout une autre couleur (${color}).`,
      print: (color) => `L’impression a partout une autre couleur (${color}).`,
    },
    text: (styles) => `Tout le texte : ${styles}.`,
  },
  toward: {
    right: (length) => `${length} plus à droite`,
    left: (length) => `${length} plus à gauche`,
    down: (length) => `${length} plus bas`,
    up: (length) => `${length} plus haut`,
  },
  style: {
    color: (color) => `couleur ${color}`,
    size: (sizes) => `taille ${sizes}`,
    font: (fonts) => `police ${fonts}`,
    spacing: (points) => `espacement ${points}`,
    names: { regular: 'normal', bold: 'gras', upright: 'droit', italic: 'italique' },
  },
  places: {
    added: (color) => `Quelque chose a été ajouté${color}.`,
    missing: (color) => `Quelque chose manque${color}.`,
    changed: (color) => `Quelque chose a été modifié${color}.`,
    moved: (color) => `Quelque chose a été déplacé${color}.`,
    recolored: (color) => `La couleur a changé${color}.`,
  },
  textMoved: (text) => `Le texte ${text} a été déplacé.`,
  textBehindMoved: 'Le texte qui suit a été déplacé.',
  moreWords: (count) =>
    count < 2
      ? '1 autre endroit a été modifié à cet endroit.'
      : `${count} autres endroits ont été modifiés à cet endroit.`,
  wordAdded: (word) => `${word} a été ajouté.`,
  wordMissing: (word) => `${word} manque.`,
  code: {
    changed: (code, before, after) => `${code} : ${before} → ${after}.`,
    added: (code, after) => `${code} ${after} a été ajouté ou n’est lisible que maintenant.`,
    unreadable: (code, before) => `${code} ${before} manque ou n’est plus lisible.`,
    checkDigit: 'chiffre de contrôle faux',
  },
  about: (what, text) => `${what} : ${text}`,
  quoted: (text) => `« ${text} »`,
};
