/**
 * Sizes that pictures are decoded to for recognition: exactly those that the engine works on, so that no pixel is
 * decoded only to be thrown away. They mirror WorkingSize() in native/core/image/working_size.cc.
 */

/** Longest side in pixels of a reference. */
const REFERENCE_MAX_SIDE_PX = 512;
/** Longest side in pixels of a query photo: as a closer look works on it; the first one reduces it further. */
const QUERY_MAX_SIDE_PX = 960;

/** Strips, such as banners and spines, are worked on larger, so that their short side still holds detail. */
const MIN_SHORT_SIDE_PX = 96;
const MAX_STRIP_SIDE_PX = 1280;

export const recognitionRoles = ['reference', 'query'] as const;
export type RecognitionRole = (typeof recognitionRoles)[number];

/**
 * Size to decode a picture to. Never larger than the picture: the engine enlarges small pictures itself.
 *
 * @param width   in pixels, with the orientation applied
 * @param height  in pixels, with the orientation applied
 */
export function decodeSize(
  width: number,
  height: number,
  role: RecognitionRole,
): { readonly width: number; readonly height: number } {
  const longest = Math.max(width, height);
  const shortest = Math.min(width, height);
  const side = role === 'reference' ? REFERENCE_MAX_SIDE_PX : QUERY_MAX_SIDE_PX;
  const strip = Math.min(MIN_SHORT_SIDE_PX / shortest, MAX_STRIP_SIDE_PX / longest);
  const scale = Math.min(1, Math.max(side / longest, strip));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
