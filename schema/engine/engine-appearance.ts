/** Signatures and colors: of references, of pictures that are not stored, and of whole color applications. */
import type { PictureDescription } from '../../src/engine/references/pictures/picture-signatures.js';
import type { PictureColor } from '../../src/engine-host/appearance/color.js';
import type { RecognitionRole } from '../../src/engine-host/decode-size.js';
import type { PaletteColor } from '../../src/engine-host/appearance/appearance-table.js';
import { builder, enumType } from '../builder.js';
import { Application } from './engine-application.js';
import { given, imageUrlDescription, withImage } from '../inputs.js';
import { arg, problemMutation, problemQuery } from '../mutations.js';

export const PictureColorType = builder.objectRef<PictureColor>('PictureColor').implement({
  description: 'A dominant color of a picture.',
  fields: (t) => ({
    hex: t.exposeString('hex', { description: 'Six hexadecimal digits, sRGB.' }),
    percentage: t.exposeInt('percentage', { description: 'Share of the picture; they sum to 100.' }),
  }),
});

const PictureColorsType = builder.objectRef<readonly PictureColor[]>('PictureColors').implement({
  description: 'What colors a picture has.',
  fields: (t) => ({
    colors: t.field({
      type: [PictureColorType],
      description: 'Largest share first.',
      resolve: (colors) => [...colors],
    }),
  }),
});

const PaletteColorType = builder.objectRef<PaletteColor>('PaletteColor').implement({
  description: 'A color that represents references of an application.',
  fields: (t) => ({
    hex: t.exposeString('hex', { description: 'Six hexadecimal digits, sRGB.' }),
    pictureCount: t.exposeInt('pictureCount', { description: 'Images that hold it.' }),
  }),
});

const DescriptionType = builder.objectRef<PictureDescription>('PictureDescription').implement({
  description: 'What a picture would be as a reference.',
  fields: (t) => ({
    dna: t.string({ description: 'Its signature, base64.', resolve: ({ dna }) => dna.toString('base64') }),
    keypointCount: t.exposeInt('keypointCount', { description: 'Its local features.' }),
    grade: t.exposeInt('grade', { description: 'How well it would be recognized, 0–5.' }),
    gradeReason: t.exposeString('gradeReason', { description: 'Why the grade is not better.' }),
    isRecognizable: t.exposeBoolean('isRecognizable', {
      description: 'Whether the application would take it as a reference.',
    }),
  }),
});

const DnaRoleEnum = enumType('DnaRole', {
  description: 'What a signature is for.',
  values: {
    reference: { value: 'reference', description: 'To be added.' },
    query: { value: 'query', description: 'To search by: it finds what its picture finds.' },
  } as const satisfies Record<RecognitionRole, object>,
});

builder.objectFields(Application, (t) => ({
  referenceDna: t.string({
    description: 'The signature of the first image of a reference, base64.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reference.' }) },
    resolve: async (application, { id }, { services, viewer }) => {
      const opened = await services.applications.open(viewer, application.id);
      return (await services.references.getDna(opened, id)).toString('base64');
    },
  }),
  referenceColors: t.field({
    type: [PictureColorType],
    description: 'The dominant colors of a reference; in color applications.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reference.' }) },
    resolve: async (application, { id }, { services, viewer }) => {
      const opened = await services.applications.open(viewer, application.id);
      return [...(await services.colors.ofReference(opened, id))];
    },
  }),
  palette: t.field({
    type: [PaletteColorType],
    description: 'Colors that represent its references, held by most first; in color applications.',
    args: {
      mostColors: t.arg.int({ description: 'Colors at most, 1–100; 10 by default.' }),
      keywords: t.arg.stringList({ description: 'Only references that hold all of these.' }),
      ids: t.arg.idList({ description: 'Only these references.' }),
    },
    resolve: async (application, { mostColors, ...range }, { services, viewer, signal }) => {
      const opened = await services.applications.open(viewer, application.id);
      return [
        ...(await services.colors.palette(opened, mostColors ?? undefined, { ...given(range), signal })),
      ];
    },
  }),
}));

const pictureArgs = {
  applicationId: 'Guid of the application.',
  image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.',
};

problemMutation('describePicture', {
  cannot: ['input'],
  type: DescriptionType,
  description: 'Computes the signature of a picture without storing it, and how well it would be recognized.',
  args: {
    applicationId: arg.id({ required: true, description: pictureArgs.applicationId }),
    image: arg.field({ type: 'Upload', description: pictureArgs.image }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('image') }),
    role: arg.field({
      type: DnaRoleEnum,
      defaultValue: 'reference',
      description: 'What the signature is for.',
    }),
  },
  resolve: async ({ applicationId, role, ...picture }, context) => {
    const { services, viewer, signal } = context;
    const { kind } = await services.applications.open(viewer, applicationId);
    return withImage(context, 'image', picture, async (file) =>
      services.signatures.describe(kind, await file.bytes(), { role: role ?? 'reference', signal }),
    );
  },
});

problemQuery('pictureColors', {
  type: PictureColorsType,
  description: 'Computes the dominant colors of a picture without storing it; in color applications.',
  args: {
    applicationId: arg.id({ required: true, description: pictureArgs.applicationId }),
    image: arg.field({ type: 'Upload', description: pictureArgs.image }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('image') }),
  },
  resolve: async ({ applicationId, ...picture }, context) => {
    const { services, viewer, signal } = context;
    const application = await services.applications.open(viewer, applicationId);
    return withImage(context, 'image', picture, (file) =>
      services.colors.ofUpload(application, file, signal),
    );
  },
});
