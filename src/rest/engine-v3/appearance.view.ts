/** Signatures and colors as the engine's management interface answers them. */
import { z } from 'zod';
import type { PictureDescription } from '../../engine/references/pictures/picture-signatures.js';
import type { PictureColor } from '../../engine-host/appearance/color.js';
import type { PaletteColor } from '../../engine-host/appearance/appearance-table.js';
import { view } from '../shared/view.js';

const hex = z.string().describe('Six hexadecimal digits, sRGB');
const dnaText = z.string().describe('Signature, base64');

export const dnaView = view(z.object({ id: z.string(), dna: dnaText }), (id: string, dna: Buffer) => ({
  id,
  dna: dna.toString('base64'),
}));

export const extractionView = view(
  z.object({
    dna: dnaText,
    keypointCount: z.int(),
    grade: z.int().describe('How well it would be recognized, 0 to 5'),
    gradeReason: z.string(),
    isRecognizable: z.boolean().describe('Whether the application would take it as a reference'),
  }),
  ({ dna, keypointCount, grade, gradeReason, isRecognizable }: PictureDescription) => ({
    dna: dna.toString('base64'),
    keypointCount,
    grade,
    gradeReason,
    isRecognizable,
  }),
);

export const colorsView = view(
  z.object({
    colors: z.array(z.object({ hex, percentage: z.int().describe('Share of the picture; they sum to 100') })),
  }),
  (colors: readonly PictureColor[]) => ({
    colors: colors.map((color) => ({ hex: color.hex, percentage: color.percentage })),
  }),
);

export const paletteView = view(
  z.object({ colors: z.array(z.object({ hex, pictureCount: z.int() })) }),
  (colors: readonly PaletteColor[]) => ({
    colors: colors.map((color) => ({ hex: color.hex, pictureCount: color.pictureCount })),
  }),
);
