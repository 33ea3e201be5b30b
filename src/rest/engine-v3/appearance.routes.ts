/** Signatures and colors: of references, of pictures that are not stored, and of whole color applications. */
import { badInput } from '../../kernel/errors.js';
import { type RecognitionRole, recognitionRoles } from '../../engine-host/decode-size.js';
import type { FormParameters } from '../shared/form-parameters.js';
import { colorsView, dnaView, extractionView, paletteView } from './appearance.view.js';
import { paletteQuery } from './bodies.js';
import { imageUrlText, withEngineForm } from './form.js';
import type { EngineRoute } from './route.js';

function roleOf(form: FormParameters): RecognitionRole {
  const named = form.get('role')?.toLowerCase() ?? 'reference';
  const role = recognitionRoles.find((known) => known === named);
  if (role === undefined) throw badInput('role', `must be one of ${recognitionRoles.join(', ')}`);
  return role;
}

export const appearanceRoutes: readonly EngineRoute[] = [
  {
    method: 'POST',
    path: '/applications/:id/extract',
    summary: 'Compute the DNA of a picture without storing it, and grade how well it would be recognized',
    key: 'query',
    status: 200,
    files: { image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP' },
    texts: {
      imageUrl: imageUrlText,
      role: 'reference (when absent) for a DNA that is to be added, query for one to search by',
    },
    answer: extractionView.shape,
    handle: async (call) => {
      const { kind } = await call.application();
      return withEngineForm(call, ['image'], async (form) => {
        const about = { role: roleOf(form), signal: call.signal };
        const image = await form.requiredFile('image').bytes();
        return extractionView.of(await call.services.signatures.describe(kind, image, about));
      });
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId/dna',
    summary: 'Read the DNA of the first image of a reference',
    key: 'modify',
    status: 200,
    answer: dnaView.shape,
    handle: async (call) => {
      const id = call.param('imageId');
      return dnaView.of(id, await call.services.references.getDna(await call.application(), id));
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId/colors',
    summary: 'Dominant colors of a reference, in color applications',
    key: 'query',
    status: 200,
    answer: colorsView.shape,
    handle: async (call) =>
      colorsView.of(await call.services.colors.ofReference(await call.application(), call.param('imageId'))),
  },
  {
    method: 'POST',
    path: '/applications/:id/colors',
    summary: 'Dominant colors of a picture that is not stored, in color applications',
    key: 'query',
    status: 200,
    files: { image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP' },
    texts: { imageUrl: imageUrlText },
    answer: colorsView.shape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['image'], async (form) =>
        colorsView.of(
          await call.services.colors.ofUpload(application, form.requiredFile('image'), call.signal),
        ),
      );
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/palette',
    summary: 'Colors that represent the references of a color application, with the images that hold each',
    key: 'query',
    status: 200,
    body: paletteQuery,
    answer: paletteView.shape,
    handle: async (call) => {
      const application = await call.application();
      const { mostColors, ...range } = await call.members(paletteQuery);
      const { signal, services } = call;
      return paletteView.of(await services.colors.palette(application, mostColors, { ...range, signal }));
    },
  },
];
