import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Reference } from '../reference.entity.js';

/** The picture that is kept of a reference to compare its small content with photos; a reference given as a DNA has none. */
export const ReferencePicture = defineEntity({
  name: 'ReferencePicture',
  tableName: 'reference_picture',
  properties: {
    referenceKey: () =>
      p.oneToOne(Reference).mapToPk().primary().fieldName('reference_key').deleteRule('cascade'),
    /** A JPEG, of which only the gray counts. */
    picture: p.blob(),
  },
});
export type ReferencePicture = InferEntity<typeof ReferencePicture>;
