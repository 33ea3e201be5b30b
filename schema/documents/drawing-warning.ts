/** Parts of a file that are not drawn as they are printed. */
import type { DrawingWarning as Warning, drawingWarningCodes } from '../../src/kernel/drawing-warning.js';
import { builder, enumType } from '../builder.js';

const DrawingWarningCode = enumType('DrawingWarningCode', {
  description: 'What is not drawn as it is printed.',
  values: {
    FontsMissing: {
      description: 'Fonts that the file does not hold; their letters are drawn in others, or not at all.',
    },
    ImagesMissing: { description: 'Pictures that cannot be read, by how they are coded.' },
    PagesMissing: { description: 'Pages that the file promises and does not hold, by their numbers.' },
    OverprintNotDrawn: {
      description: 'Inks that print over what lies below and are left out, or not drawn as they print.',
    },
    FormNotDrawn: {
      description:
        'A dynamic form (XFA), whose pages a program makes; the page that is there stands for them.',
    },
    AttachmentsNotDrawn: { description: 'Files of a PDF portfolio, whose page is its cover alone.' },
  } satisfies Record<(typeof drawingWarningCodes)[number], object>,
});

const DrawingWarning = builder.objectRef<Warning>('DrawingWarning').implement({
  description: 'Something of a file that is not drawn as it is printed.',
  fields: (t) => ({
    code: t.field({ type: DrawingWarningCode, description: 'What it is.', resolve: ({ code }) => code }),
    names: t.stringList({
      description: 'Names of fonts, inks or files, codings of pictures, or numbers of pages.',
      resolve: ({ names }) => [...names],
    }),
  }),
});

/** For fields of documents and pages. */
export const warned = {
  type: [DrawingWarning],
  description: 'What is not drawn as it is printed; usually nothing.',
  resolve: ({ warnings }: { readonly warnings: readonly Warning[] }) => [...warnings],
} satisfies { type: [typeof DrawingWarning]; description: string; resolve: unknown };
