/** GS1 Digital Link: the address of a product by its number (GTIN), and the kinds of links that it may have. */
import { badInput } from '../kernel/errors.js';

/** Kinds of links of the vocabulary of GS1, the first is what a link without a kind gets. */
export const linkTypes = [
  'pip',
  'productSustainabilityInfo',
  'instructions',
  'recipeInfo',
  'nutritionalInfo',
  'ingredientsInfo',
  'allergenInfo',
  'safetyInfo',
  'traceability',
  'certificationInfo',
  'warranty',
  'support',
  'review',
  'promotion',
  'relatedVideo',
  'whatsInTheBox',
  'epil',
  'hasRetailers',
  'registerProduct',
] as const;
export type LinkType = (typeof linkTypes)[number];

export const VOCABULARY = 'https://gs1.org/voc/';
/** Keys that qualify a product further, in the order of the standard: consumer variant, lot, serial number. */
const QUALIFIERS = ['22', '10', '21'];

/** A GTIN of 8, 12, 13 or 14 digits as one of 14; null for what is none, by its length or its check digit. */
export function gtinOf(text: string): string | null {
  const digits = text.trim();
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const gtin = digits.padStart(14, '0');
  const sum = [...gtin.slice(0, 13)].reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(gtin.at(-1)) && Number(gtin) > 0 ? gtin : null;
}

/** @throws LoupeError BAD_USER_INPUT (`gtin`) */
export function requireGtin(text: string): string {
  const gtin = gtinOf(text);
  if (gtin !== null) return gtin;
  throw badInput('gtin', 'must be a GTIN of 8, 12, 13 or 14 digits whose last one is its check digit');
}

/** A kind as callers ask for it: `gs1:pip`, the whole address of the word, or the word. null for one that is not known. */
export function linkTypeOf(text: string): LinkType | null {
  const word = text.trim().replace(/^(?:gs1:|https?:\/\/(?:www\.)?gs1\.org\/voc\/)/, '');
  return linkTypes.find((each) => each === word) ?? null;
}

/** Whether what follows the GTIN in a path qualifies it. What it says does not change where the link leads. */
export function isQualified(rest: string): boolean {
  const parts = rest.split('/').filter((part) => part !== '');
  const keys = parts.filter((_, at) => at % 2 === 0).map((key) => QUALIFIERS.indexOf(key));
  return parts.length % 2 === 0 && keys.every((key, at) => key > (keys[at - 1] ?? -1));
}
