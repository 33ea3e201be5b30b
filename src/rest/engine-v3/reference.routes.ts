/** References of an application, and their import from a ZIP. */
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { readMetadata } from '../../engine/references/metadata.rules.js';
import { activation, deletion, referencePatch } from './bodies.js';
import { filterOf, filterTexts, pageSize } from './shapes.js';
import { imageUrlText, sourceOf, withEngineForm } from './form.js';
import type { EngineRoute } from './route.js';
import { importLinesView, importListView, importView } from './import.view.js';
import {
  activationView,
  addedReferenceView,
  deletionView,
  duplicatesView,
  referencePageView,
  referenceView,
} from './reference.view.js';

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
    query: {
      ...paging,
      keyword: 'Only references that hold it',
      active: 'true: only those that searches find; false: only the others',
      ...filterTexts,
    },
    answer: referencePageView.shape,
    handle: async (call) => {
      const { items, hasNextPage } = await call.services.referenceList.page(await call.application(), {
        limit: pageSize(call),
        after: call.query.get('after'),
        ...filterOf(call.query, ['keyword', 'keywords']),
        isActive: call.query.flag('active'),
      });
      return referencePageView.of(items, hasNextPage, await call.pictureUrls());
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
      dna: 'Signature instead of an image, base64',
      imageUrl: imageUrlText,
      keywords: 'A keyword; repeat the part for more',
      metadata: 'A JSON object of at most 4 KB that is kept with it',
      active: 'false: searches find it only once it is switched on; as the id is so far when absent',
      additional: 'true keeps the images that the id has already',
    },
    files: { image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP' },
    answer: addedReferenceView.shape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['image'], async (form) => {
        const keywords = form.list('keywords');
        const metadata = form.get('metadata');
        const added = await call.services.references.add(application, {
          imageId: form.required('imageId'),
          ...(await sourceOf(form)),
          ...(keywords === undefined ? {} : { keywords }),
          ...(metadata === null ? {} : { metadata: readMetadata(metadata) }),
          isActive: form.flag('active'),
          isAdditional: form.flag('additional') ?? false,
          signal: call.signal,
        });
        return addedReferenceView.of(added, await call.pictureUrls());
      });
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/references/:imageId',
    summary: 'Read a reference',
    key: 'query',
    status: 200,
    answer: referenceView.shape,
    handle: async (call) =>
      referenceView.of(
        await call.services.references.get(await call.application(), call.param('imageId')),
        await call.pictureUrls(),
      ),
  },
  {
    method: 'PATCH',
    path: '/applications/:id/references/:imageId',
    summary: 'Replace the keywords or the metadata of a reference, or switch it off or on',
    key: 'modify',
    status: 200,
    body: referencePatch,
    answer: referenceView.shape,
    handle: async (call) => {
      const patch = await call.members(referencePatch);
      const application = await call.application();
      const reference = await call.services.references.update(application, call.param('imageId'), patch);
      return referenceView.of(reference, await call.pictureUrls());
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/duplicates',
    summary: 'References that are nearly the same picture as others, in order of their addition',
    key: 'modify',
    status: 200,
    query: {
      first: 'References to look at for the page, 1 to 100; 100 by default. Each costs a search',
      after: paging.after,
    },
    answer: duplicatesView.shape,
    handle: async (call) => {
      const report = await call.services.duplicates.page(await call.application(), {
        first: call.query.wholeNumber('first'),
        after: call.query.get('after'),
        signal: call.signal,
      });
      return duplicatesView.of(report, await call.pictureUrls());
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/activations',
    summary: 'Switch up to 10,000 references off or on at once',
    key: 'modify',
    status: 200,
    body: activation,
    answer: activationView.shape,
    handle: async (call) => {
      const { imageIds, isActive } = await call.members(activation);
      const { references } = call.services;
      return activationView.of(await references.setActive(await call.application(), imageIds, isActive));
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
    answer: deletionView.shape,
    handle: async (call) => {
      const { imageIds } = await call.members(deletion);
      return deletionView.of(await call.services.references.removeMany(await call.application(), imageIds));
    },
  },
];

const imports: readonly EngineRoute[] = [
  {
    method: 'POST',
    path: '/applications/:id/imports',
    summary:
      'Add every picture of a ZIP or TAR; the path in it becomes the id, unless manifest.csv, .json or .jsonl at its root gives ids, keywords and metadata',
    key: 'modify',
    status: 202,
    texts: {
      keywords: 'A keyword for all of them; repeat the part for more',
      dryRun: 'true only tries: every picture is read and reported, and nothing is added',
      duplicates: 'false does not search for near-duplicates of each picture, which is faster',
      uploadId: 'Instead of zip, with a token: the last part of the address that POST /api/uploads returned',
    },
    files: { zip: 'The ZIP or TAR (.tar, .tar.gz)' },
    answer: importView.shape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(
        call,
        ['zip'],
        async (form) => {
          const { referenceImports, resumableUploads } = call.services;
          const uploadId = form.get('uploadId');
          const wish = {
            keywords: form.list('keywords'),
            isDryRun: form.flag('dryRun'),
            checksDuplicates: form.flag('duplicates'),
          };
          const start = async (zip: UploadedFile) =>
            importView.of(await referenceImports.start(application, zip, wish));
          if (uploadId === null) return start(form.requiredFile('zip'));
          return resumableUploads.use(await call.viewer(), uploadId, 'archive', start);
        },
        call.context.maxArchiveBytes,
      );
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/imports',
    summary: 'The last 100 imports, newest first',
    key: 'modify',
    status: 200,
    answer: importListView.shape,
    handle: async (call) =>
      importListView.of(await call.services.referenceImports.list(await call.application())),
  },
  {
    method: 'GET',
    path: '/applications/:id/imports/:importId',
    summary: 'How far an import is',
    key: 'modify',
    status: 200,
    answer: importView.shape,
    handle: async (call) =>
      importView.of(
        await call.services.referenceImports.get(await call.application(), call.param('importId')),
      ),
  },
  {
    method: 'POST',
    path: '/applications/:id/imports/:importId/cancellation',
    summary: 'End an import; what it has added stays',
    key: 'modify',
    status: 200,
    answer: importView.shape,
    handle: async (call) =>
      importView.of(
        await call.services.referenceImports.cancel(await call.application(), call.param('importId')),
      ),
  },
  {
    method: 'GET',
    path: '/applications/:id/imports/:importId/lines',
    summary: 'The report of an import, a line for each file and each line of its manifest',
    key: 'modify',
    status: 200,
    query: { ...paging, refused: 'true shows only files that were refused' },
    answer: importLinesView.shape,
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
      return importLinesView.of(items, items.length === limit);
    },
  },
];

export const referenceRoutes: readonly EngineRoute[] = [...references, ...imports];
