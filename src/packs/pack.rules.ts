/** Rules for packs. */
import { languages as knownLanguages } from '../content/languages/languages.js';
import { MOST_KEYPOINTS } from './pack.entity.js';
import { badFields } from '../kernel/errors.js';

export interface PackChoice {
  /** Languages that readers are shown; those of each document where it is left out or empty. */
  readonly languages?: readonly string[] | undefined;
  /** Days after which it must be fetched again. */
  readonly validDays?: number | undefined;
  /** Whether phones have the icons of actions without a network; not unless told. */
  readonly withIcons?: boolean | undefined;
  /** Whether they have a small picture of each page; not unless told. */
  readonly withThumbnails?: boolean | undefined;
  /** Of a page: 500 unless told, or 300 for a smaller pack. */
  readonly keypoints?: number | undefined;
}

const KEYPOINTS: readonly number[] = [300, MOST_KEYPOINTS];
const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;
const MOST_LANGUAGES = 12;
/** Packs of one element. */
export const MOST_PACKS = 20;
/** A phone reads and keeps them all. */
export const MOST_REFERENCES = 5000;

const known = new Set(knownLanguages.map(({ code }) => code));

/** @throws LoupeError BAD_USER_INPUT with everything that is wrong */
export function usableChoice({
  languages = [],
  validDays = DEFAULT_DAYS,
  withIcons = false,
  withThumbnails = false,
  keypoints = MOST_KEYPOINTS,
}: PackChoice): Required<PackChoice> {
  const unknown = languages.find((code) => !known.has(code));
  const faults = {
    languages: [
      ...(unknown === undefined ? [] : [`must be languages that content is written in; ${unknown} is none`]),
      ...(languages.length > MOST_LANGUAGES ? [`must be at most ${MOST_LANGUAGES}`] : []),
    ],
    validDays:
      Number.isInteger(validDays) && validDays >= 1 && validDays <= MOST_DAYS
        ? []
        : [`must be between 1 and ${MOST_DAYS}`],
    keypoints: KEYPOINTS.includes(keypoints) ? [] : [`must be ${KEYPOINTS.join(' or ')}`],
  };
  const wrong = Object.entries(faults).filter(([, messages]) => messages.length > 0);
  if (wrong.length > 0) throw badFields(Object.fromEntries(wrong));
  return { languages: [...new Set(languages)], validDays, withIcons, withThumbnails, keypoints };
}

/**
 * Where phones get a pack: its file, and the page that keeps it and recognizes with it (a QR code leads there).
 *
 * @param baseUrl of the server, without a slash at its end  @param key publishable, of the pack's organization
 */
export function packAddresses(
  baseUrl: string,
  key: string,
  packId: string,
): { readonly url: string; readonly scanUrl: string } {
  const keyWord = encodeURIComponent(key);
  return {
    url: `${baseUrl}/packs/${keyWord}/${packId}`,
    scanUrl: `${baseUrl}/scan#key=${keyWord}&pack=${packId}`,
  };
}
