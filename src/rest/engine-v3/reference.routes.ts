/** References of an application, and their import from a ZIP. */
import { sourceOf, withEngineForm } from './form.js';
import { pageSize } from './paging.js';
import type { EngineRoute } from './route.js';
import {
  addedReferenceShape,
  deletion,
  deletionShape,
  importLinesShape,
  importShape,
  keywordPatch,
  referencePageShape,
  referenceShape,
} from './shapes.js';

const paging = {
  first: 'Items on the page, 1 to 1000; 100 by default',
  after: 'endCursor of the page before',
};

const references: readonly EngineRoute[] = [
  {
    method: 'GET',
    path: '/applications/:id/references',
    summary: 'List references in order of their addition',
    key: 'query',
    status: 200,
    query: { ...paging, keyword: 'Only references that hold it' },
    answer: referencePageShape,
    handle: async (call) => {
      const { items, hasNextPage } = await call.services.referenceList.page(await call.application(), {
        limit: pageSize(call),
        after: call.query.get('after'),
        keyword: call.query.get('keyword'),
      });
      return {
        items: items.map(({ cursor: _cursor, ...view }) => view),
        pageInfo: { endCursor: items.at(-1)?.cursor ?? null, hasNextPage },
      };
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/references',
    summary: 'Add a reference, replace it, or give it one more image',
    key: 'modify',
    status: 201,
    texts: {
      'imageId*': 'Id of the reference',
      dna: 'Signature in place of an image, base64',
      keywords: 'A keyword; repeat the part for more',
      additional: 'true keeps the images that the id has already',
    },
    files: { image: 'JPEG, PNG or GIF' },
    answer: addedReferenceShape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['image'], async (form) => {
        const keywords = form.list('keywords');
        return call.services.references.add(application, {
          imageId: form.required('imageId'),
          ...sourceOf(form),
          ...(keywords === undefined ? {} : { keywords }),
          isAdditional: form.flag('additional') ?? false,
          signal: call.signal,
        });
      });
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId',
    summary: 'Read a reference',
    key: 'query',
    status: 200,
    answer: referenceShape,
    handle: async (call) => call.services.references.get(await call.application(), call.param('imageId')),
  },
  {
    method: 'PATCH',
    path: '/applications/:id/references/:imageId',
    summary: 'Replace the keywords of a reference',
    key: 'modify',
    status: 200,
    body: keywordPatch,
    answer: referenceShape,
    handle: async (call) => {
      const { keywords } = await call.members(keywordPatch);
      return call.services.references.setKeywords(await call.application(), call.param('imageId'), keywords);
    },
  },
  {
    method: 'DELETE',
    path: '/applications/:id/references/:imageId',
    summary: 'Delete a reference with all of its images',
    key: 'modify',
    status: 204,
    handle: async (call) => call.services.references.remove(await call.application(), call.param('imageId')),
  },
  {
    method: 'POST',
    path: '/applications/:id/deletions',
    summary: 'Delete up to 10,000 references at once',
    key: 'modify',
    status: 200,
    body: deletion,
    answer: deletionShape,
    handle: async (call) => {
      const { imageIds } = await call.members(deletion);
      return call.services.references.removeMany(await call.application(), imageIds);
    },
  },
];

const imports: readonly EngineRoute[] = [
  {
    method: 'POST',
    path: '/applications/:id/imports',
    summary: 'Add every picture of a ZIP; the path in the ZIP becomes the id',
    key: 'modify',
    status: 202,
    texts: { keywords: 'A keyword for all of them; repeat the part for more' },
    files: { 'zip*': 'The ZIP' },
    answer: importShape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(
        call,
        ['zip'],
        async (form) =>
          call.services.referenceImports.start(application, form.requiredFile('zip'), form.list('keywords')),
        call.context.maxArchiveBytes,
      );
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/imports/:importId',
    summary: 'How far an import is',
    key: 'modify',
    status: 200,
    answer: importShape,
    handle: async (call) =>
      call.services.referenceImports.get(await call.application(), call.param('importId')),
  },
  {
    method: 'GET',
    path: '/applications/:id/imports/:importId/lines',
    summary: 'The report of an import, a line for each file',
    key: 'modify',
    status: 200,
    query: { ...paging, refused: 'true shows only files that were refused' },
    answer: importLinesShape,
    handle: async (call) => {
      const limit = pageSize(call);
      const after = call.query.wholeNumber('after');
      const items = await call.services.referenceImports.lines(
        await call.application(),
        call.param('importId'),
        {
          offset: after === undefined ? 0 : after + 1,
          limit,
          onlyRefused: call.query.flag('refused') ?? false,
        },
      );
      const last = items.at(-1)?.position;
      return {
        items,
        pageInfo: {
          endCursor: last === undefined ? null : String(last),
          hasNextPage: items.length === limit,
        },
      };
    },
  },
];

export const referenceRoutes: readonly EngineRoute[] = [...references, ...imports];
