/** Words of the pages that short addresses show, in the languages of the console. */
import type { FastifyRequest } from 'fastify';
import { wantedLanguages } from '../caller.js';

interface Message {
  readonly title: string;
  readonly text: string;
}

export interface Words {
  readonly language: string;
  readonly unknown: Message;
  readonly unavailable: Message;
  readonly refused: Message;
  readonly wrongNumber: Message;
  readonly pages: string;
  readonly page: (order: number) => string;
  readonly imprint: string;
  readonly privacy: string;
}

const en: Words = {
  language: 'en',
  unknown: {
    title: 'There is nothing at this address',
    text: 'Compare it with the print, letter by letter. It may also have ended.',
  },
  unavailable: {
    title: 'This is over, or not there yet',
    text: 'The publisher shows nothing here at the moment. Try again later.',
  },
  refused: {
    title: 'This link cannot be opened',
    text: 'It leads to a place that is not public. Tell the publisher.',
  },
  wrongNumber: {
    title: 'This is no product number',
    text: 'A digit is missing or wrong. Compare it with the print.',
  },
  pages: 'Pages',
  page: (order) => `Page ${order}`,
  imprint: 'Imprint',
  privacy: 'Privacy',
};

const de: Words = {
  language: 'de',
  unknown: {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Vergleichen Sie sie Buchstabe für Buchstabe mit dem Druck. Vielleicht gilt sie auch nicht mehr.',
  },
  unavailable: {
    title: 'Das ist vorbei oder noch nicht da',
    text: 'Der Herausgeber zeigt hier zurzeit nichts. Versuchen Sie es später noch einmal.',
  },
  refused: {
    title: 'Dieser Link lässt sich nicht öffnen',
    text: 'Er führt an einen Ort, der nicht öffentlich ist. Sagen Sie es dem Herausgeber.',
  },
  wrongNumber: {
    title: 'Das ist keine Artikelnummer',
    text: 'Eine Ziffer fehlt oder ist falsch. Vergleichen Sie sie mit dem Druck.',
  },
  pages: 'Seiten',
  page: (order) => `Seite ${order}`,
  imprint: 'Impressum',
  privacy: 'Datenschutz',
};

const fr: Words = {
  language: 'fr',
  unknown: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Comparez-la lettre par lettre avec l’imprimé. Elle n’est peut-être plus valable.',
  },
  unavailable: {
    title: 'C’est terminé, ou pas encore là',
    text: 'L’éditeur ne montre rien ici pour le moment. Réessayez plus tard.',
  },
  refused: {
    title: 'Ce lien ne peut pas être ouvert',
    text: 'Il mène à un endroit qui n’est pas public. Prévenez l’éditeur.',
  },
  wrongNumber: {
    title: 'Ce n’est pas un numéro d’article',
    text: 'Un chiffre manque ou est faux. Comparez-le avec l’imprimé.',
  },
  pages: 'Pages',
  page: (order) => `Page ${order}`,
  imprint: 'Mentions légales',
  privacy: 'Confidentialité',
};

const all: Readonly<Record<string, Words>> = { en, de, fr };

/** In the first of the reader's languages that there is. */
export function wordsFor({ headers }: FastifyRequest): Words {
  const wanted = wantedLanguages(headers).map((tag) => tag.split(/[-_]/)[0] ?? '');
  const known = wanted.find((code) => Object.hasOwn(all, code.toLowerCase()));
  return all[known?.toLowerCase() ?? 'en'] ?? en;
}
