/**
 * sharp with everything switched off that Loupe does not take: only the loaders of JPEG, PNG, GIF, TIFF, WebP and HEIF (AVIF,
 * and HEIC where the library has a decoder for it) can be reached, whatever bytes arrive. The rest of the program imports sharp from here.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });
sharp.unblock({ operation: ['VipsForeignLoadTiff', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] });
// Pictures are seen once: a cache would only hold memory.
sharp.cache(false);

/** Whether HEIC can be read: the library that comes with sharp reads AVIF alone, that of a system may read both. */
export const readsHeic = sharp.format.heif.input.fileSuffix?.includes('.heic') === true;

export { sharp };
