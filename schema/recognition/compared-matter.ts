/** Words for what a comparison of PDFs looks at. */
import { builder } from '../builder.js';

export const ComparedMatterEnum = builder.enumType('ComparedMatter', {
  description: 'What is compared: all that differs, or the words alone.',
  values: { EVERYTHING: { value: 'everything' }, TEXT: { value: 'text' } } as const,
});

export const ZoneInput = builder.inputType('ComparedZoneInput', {
  description: 'A place of a page that is not compared, as fractions of its width and height.',
  fields: (t) => ({
    page: t.int({ description: 'Of the first file, from 1; every page unless given.' }),
    left: t.float({ required: true, description: 'From the left edge, 0–1.' }),
    top: t.float({ required: true, description: 'From the top edge, 0–1.' }),
    width: t.float({ required: true, description: 'Its width, 0–1.' }),
    height: t.float({ required: true, description: 'Its height, 0–1.' }),
  }),
});
