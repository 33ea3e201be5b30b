import sharp from 'sharp';
import { jpegPicture } from '../../kit/pictures.js';

/** A photo with room around the picture: it is recognized, but not by the strictest threshold. */
export async function weakPhoto(seed: number): Promise<Buffer> {
  const small = sharp(await jpegPicture(seed)).resize(100);
  const around = { top: 20, bottom: 40, left: 20, right: 30, background: '#7f8a80' };
  return sharp(await small.extend(around).png().toBuffer())
    .blur(2)
    .jpeg({ quality: 60 })
    .toBuffer();
}
