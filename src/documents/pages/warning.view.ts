/** Parts of a file that are not drawn as they are printed, as the platform's clients see them. */
import { z } from 'zod';
import { type DrawingWarning, drawingWarningCodes } from '../../kernel/drawing-warning.js';
import { view } from '../../rest/shared/view.js';
import { shape, text } from '../../rest/platform/shapes.js';

const warningShape = shape('DrawingWarning', 'Something that is not drawn as it is printed', {
  Code: z
    .enum(drawingWarningCodes)
    .describe(
      'Fonts that the file does not hold, pictures that cannot be read, pages that are not there, inks that overprint, or forms and files that are not drawn',
    ),
  Names: z.array(text).describe('Names of fonts, inks or files, codings of pictures, or numbers of pages'),
});

const warningView = view(warningShape, ({ code, names }: DrawingWarning) => ({
  Code: code,
  Names: [...names],
}));

export const warningsShape = z
  .array(warningShape)
  .describe('What is not drawn as it is printed; usually nothing');
export const warningsOf = (warnings: readonly DrawingWarning[]) => warnings.map(warningView.of);
