import type { Random } from '../../random.js';

const vocabularies = {
  en: 'the a of and to in with for when before after each every this valve filter panel switch cable bracket sensor housing cover lever spring motor battery display button menu setting value level pressure speed signal channel memory record table section page step warning note tool screw plate edge corner surface light water heat dust air oil clean press turn hold remove insert check replace connect measure adjust select confirm store reset start stop wait open close slowly firmly again only always never left right upper lower front rear',
  fr: 'le la les un une des de du et à dans avec pour quand avant après chaque cette vanne filtre panneau bouton câble support capteur boîtier couvercle levier ressort moteur batterie écran réglage valeur niveau pression vitesse signal mémoire tableau section page étape attention note outil vis plaque bord angle surface lumière eau chaleur poussière air huile nettoyer presser tourner tenir retirer insérer vérifier remplacer brancher mesurer ajuster choisir confirmer ranger démarrer arrêter attendre ouvrir fermer lentement fermement toujours jamais gauche droite haut bas avant arrière',
} as const;

export type TextLanguage = keyof typeof vocabularies;

const words: Readonly<Record<TextLanguage, readonly string[]>> = {
  en: vocabularies.en.split(' '),
  fr: vocabularies.fr.split(' '),
};

/** Some words, without a period. */
export function makePhrase(random: Random, language: TextLanguage, wordCount: number): string {
  const phrase = Array.from({ length: wordCount }, () => random.pick(words[language])).join(' ');
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Sentences that read like a manual's and say nothing; the statistics of letters and lengths are what counts. */
export function makeParagraph(random: Random, language: TextLanguage, sentenceCount: number): string {
  const sentences = Array.from({ length: sentenceCount }, () => {
    const phrase = makePhrase(random, language, random.integer(6, 16));
    const withNumber = random.chance(0.3) ? `${phrase} ${random.integer(2, 990)} mm` : phrase;
    return `${random.chance(0.3) ? withNumber.replace(' ', ', ') : withNumber}.`;
  });
  return sentences.join(' ');
}
