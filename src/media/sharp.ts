/**
 * sharp with everything switched off that Loupe does not take: only the loaders of JPEG, PNG, GIF, TIFF and WebP can be
 * reached,
 * whatever bytes arrive. The rest of the program imports sharp from here.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] });
sharp.unblock({ operation: ['VipsForeignLoadTiff', 'VipsForeignLoadWebp'] });
// Pictures are seen once: a cache would only hold memory.
sharp.cache(false);

export { sharp };
