/** The platform of a reader's device, by what its program says of it. */
import type { ReaderPlatform } from '../kernel/rules/address-rules.js';

/** Words of names of systems, the first that fits. Phones say "like Mac OS X", Android says Linux. */
const SIGNS: readonly (readonly [RegExp, ReaderPlatform])[] = [
  [/android|harmonyos/i, 'Android'],
  [/\b(?:ios|ipados|iphone|ipad|ipod)\b|iphone os/i, 'Ios'],
  [/windows|mac ?os|macintosh|linux|x11|cros|chrome ?os/i, 'Desktop'],
];

/**
 * The first of some texts that names a system decides.
 *
 * @param texts for example the name of the system as an app reports it, a hint of a browser, the name of a browser; absent where there is none
 * @returns null for one that is not known
 */
export function platformOf(texts: readonly (string | null | undefined)[]): ReaderPlatform | null {
  for (const text of texts) {
    const known = SIGNS.find(([sign]) => sign.test(text ?? ''));
    if (known !== undefined) return known[1];
  }
  return null;
}

/** As `platformOf`, by headers with names in small letters. */
export function platformOfHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReaderPlatform | null {
  const names = ['devicesystemversionname', 'sec-ch-ua-platform', 'user-agent', 'devicename', 'sdkname'];
  return platformOf(names.map((name) => [headers[name]].flat()[0]));
}
