/** Signatures and colors: of references, of pictures that are not stored, and of whole color applications. */
import { badInput } from '../../errors.js';
import { type RecognitionRole, recognitionRoles } from '../../vision/decode-size.js';
import type { FormParameters } from '../shared/form-parameters.js';
import { withEngineForm } from './form.js';
import type { EngineRoute } from './route.js';
import { colorsShape, dnaShape, extractionShape, paletteQuery, paletteShape } from './shapes.js';

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
    summary: 'Compute the DNA of a picture without storing it, and tell how well it would be recognized',
    key: 'query',
    status: 200,
    files: { 'image*': 'JPEG, PNG or GIF' },
    texts: { role: 'reference (when absent) for a DNA that is to be added, query for one to search by' },
    answer: extractionShape,
    handle: async (call) => {
      const { kind } = await call.application();
      return withEngineForm(call, ['image'], async (form) => {
        const image = await form.requiredFile('image').bytes();
        const about = { role: roleOf(form), signal: call.signal };
        const { dna, ...facts } = await call.services.signatures.describe(kind, image, about);
        return { dna: dna.toString('base64'), ...facts };
      });
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId/dna',
    summary: 'Read the DNA of the first image of a reference',
    key: 'modify',
    status: 200,
    answer: dnaShape,
    handle: async (call) => {
      const id = call.param('imageId');
      const dna = await call.services.references.getDna(await call.application(), id);
      return { id, dna: dna.toString('base64') };
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId/colors',
    summary: 'Dominant colors of a reference, in color applications',
    key: 'query',
    status: 200,
    answer: colorsShape,
    handle: async (call) => ({
      colors: await call.services.colors.ofReference(await call.application(), call.param('imageId')),
    }),
  },
  {
    method: 'POST',
    path: '/applications/:id/colors',
    summary: 'Dominant colors of a picture that is not stored, in color applications',
    key: 'query',
    status: 200,
    files: { 'image*': 'JPEG, PNG or GIF' },
    answer: colorsShape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['image'], async (form) => ({
        colors: await call.services.colors.ofUpload(application, form.requiredFile('image'), call.signal),
      }));
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/palette',
    summary: 'Colors that represent the references of a color application, with the images that hold each',
    key: 'query',
    status: 200,
    body: paletteQuery,
    answer: paletteShape,
    handle: async (call) => {
      const application = await call.application();
      const { mostColors, ...range } = await call.members(paletteQuery);
      return {
        colors: await call.services.colors.palette(application, mostColors, {
          ...range,
          signal: call.signal,
        }),
      };
    },
  },
];
