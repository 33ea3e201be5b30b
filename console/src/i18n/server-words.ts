/** The server's sentences in the user's language: by its code and its numbers, whatever sentence it chose for them. */
import i18next from 'i18next';
import type { Problem } from '../api/graphql';
import { fieldPatterns, sentencePatterns } from './server-patterns';

/** Problems that the console has words of its own for, whatever the server says. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'UNREACHED',
  'INTERNAL_SERVER_ERROR',
  'CHANGED_MEANWHILE',
  'FORBIDDEN',
  'INSUFFICIENT_CREDIT',
  'OVERLOADED',
  'RATE_LIMITED',
]);

/** The problem with everything in it said in the user's language. */
export function inUsersWords(problem: Problem): Problem {
  const { code, message, fields } = problem;
  return {
    ...problem,
    message: sentenceOf(code, message),
    ...(fields === undefined
      ? {}
      : { fields: fields.map(({ path, messages }) => ({ path, messages: messages.map(fieldSentence) })) }),
  };
}

/**
 * A sentence of the server.
 *
 * @param code of the server's catalogue of errors; empty where only the sentence is known
 */
export function sentenceOf(code: string, message: string): string {
  const t = i18next.getFixedT(null, 'server');
  for (const [sentence, key] of sentencePatterns) {
    const found = sentence.exec(message);
    if (found !== null) return t(`sentences.${key}`, { ...found.groups });
  }
  if (OWN_WORDS.has(code)) return i18next.t(`problems.${code}`);
  if (code !== '' && i18next.exists(`codes.${code}`, { ns: 'server' })) {
    // A fragment like "mail: must be …" says less than the field itself does.
    const isFragment = /^[\w.[\]]+: /.test(message) || message === '';
    if (isFragment || i18next.language !== 'en') return t(`codes.${code}`);
  }
  return message;
}

/** The mistake in a field, as a sentence in the user's language. */
export function fieldSentence(message: string): string {
  const t = i18next.getFixedT(null, 'server');
  for (const [sentence, key] of fieldPatterns) {
    const found = sentence.exec(message);
    if (found !== null) return t(`fields.${key}`, { ...found.groups });
  }
  return i18next.language === 'en' ? capitalized(message) : t('server:fields.check');
}

function capitalized(text: string): string {
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
