/** Adding, changing and deleting references of applications. */
import { builder } from '../builder.js';
import { AddedReferenceType, Reference, ReferenceImportType } from './engine-reference.js';
import { given, imageUrlDescription, withPicture, withUpload } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';

const applicationDescription = 'Guid of the application.';

const ReferenceDeletion = builder
  .objectRef<{ readonly removed: readonly string[]; readonly unknown: readonly string[] }>(
    'ReferenceDeletion',
  )
  .implement({
    description: 'What became of references that were to be deleted.',
    fields: (t) => ({
      removed: t.exposeStringList('removed', { description: 'Ids that were deleted.' }),
      unknown: t.exposeStringList('unknown', { description: 'Ids that were not there.' }),
    }),
  });

problemMutation('addReference', {
  type: AddedReferenceType,
  description: 'Adds a reference, replaces it, or gives it one more image. Searches see it at once.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    id: arg.id({ required: true, description: 'Id of the reference.' }),
    keywords: arg.stringList({ description: 'Its keywords.' }),
    metadata: arg.field({ type: 'JSONObject', description: 'What you keep with it, at most 4 KB.' }),
    isAdditional: arg.boolean({ defaultValue: false, description: 'Keep the images that the id has.' }),
    image: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('image') }),
    dna: arg.string({ description: 'Instead of an image: its signature, base64.' }),
  },
  resolve: async ({ applicationId, id, keywords, metadata, isAdditional, ...picture }, context) => {
    const { services, viewer } = context;
    const application = await services.applications.open(viewer, applicationId);
    return withPicture(context, picture, (source) =>
      services.references.add(application, {
        ...source,
        imageId: id,
        ...(keywords == null ? {} : { keywords }),
        ...(metadata == null ? {} : { metadata }),
        isAdditional: isAdditional ?? false,
        signal: context.signal,
      }),
    );
  },
});

problemMutation('setReferenceKeywords', {
  type: Reference,
  description: 'Replaces the keywords of a reference.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    id: arg.id({ required: true, description: 'Id of the reference.' }),
    keywords: arg.stringList({ required: true, description: 'All of its keywords.' }),
  },
  resolve: async ({ applicationId, id, keywords }, { services, viewer }) =>
    services.references.setKeywords(await services.applications.open(viewer, applicationId), id, keywords),
});

problemMutation('setReferenceMetadata', {
  type: Reference,
  description: 'Replaces what is kept with a reference.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    id: arg.id({ required: true, description: 'Id of the reference.' }),
    metadata: arg.field({ type: 'JSONObject', description: 'All of it, at most 4 KB; null for none.' }),
  },
  resolve: async ({ applicationId, id, metadata }, { services, viewer }) => {
    const application = await services.applications.open(viewer, applicationId);
    return services.references.update(application, id, { metadata: metadata ?? null });
  },
});

const ReferenceActivation = builder
  .objectRef<{ readonly known: readonly string[]; readonly unknown: readonly string[] }>(
    'ReferenceActivation',
  )
  .implement({
    description: 'What became of references that were to be switched off or on.',
    fields: (t) => ({
      known: t.exposeStringList('known', { description: 'Ids that are there, and as they were wanted.' }),
      unknown: t.exposeStringList('unknown', { description: 'Ids that were not there.' }),
    }),
  });

problemMutation('setReferencesActive', {
  type: ReferenceActivation,
  description: 'Switches up to 10,000 references off, so that searches no longer find them, or on again.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    ids: arg.idList({ required: true, description: 'Ids of the references.' }),
    isActive: arg.boolean({ required: true, description: 'Whether searches find them.' }),
  },
  resolve: async ({ applicationId, ids, isActive }, { services, viewer }) =>
    services.references.setActive(await services.applications.open(viewer, applicationId), ids, isActive),
});

problemMutation('deleteReferences', {
  type: ReferenceDeletion,
  description: 'Deletes up to 10,000 references with all of their images.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    ids: arg.idList({ required: true, description: 'Ids of the references.' }),
  },
  resolve: async ({ applicationId, ids }, { services, viewer }) =>
    services.references.removeMany(await services.applications.open(viewer, applicationId), ids),
});

problemMutation('importReferences', {
  type: ReferenceImportType,
  description:
    'Adds every picture of a ZIP or TAR; the path in it becomes the id, unless a `manifest.csv`, `.json` or `.jsonl` at its root gives ids, keywords and metadata. Large ones go over REST, which takes more.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    keywords: arg.stringList({ description: 'Keywords of all of them, beside those of the manifest.' }),
    isDryRun: arg.boolean({ description: 'Only try: read every picture and report, and add nothing.' }),
    checksDuplicates: arg.boolean({
      description: 'False does not search for near-duplicates of each picture, which is faster.',
    }),
    zip: arg.field({ type: 'Upload', required: true, description: 'The ZIP or TAR.' }),
  },
  resolve: async ({ applicationId, keywords, isDryRun, checksDuplicates, zip }, context) => {
    const { services, viewer } = context;
    const application = await services.applications.open(viewer, applicationId);
    return withUpload(zip, async (file) => ({
      ...(await services.referenceImports.start(
        application,
        file,
        given({ keywords, isDryRun, checksDuplicates }),
      )),
      applicationId: application.id,
    }));
  },
});

problemMutation('cancelReferenceImport', {
  cannot: ['input'],
  type: ReferenceImportType,
  description: 'Ends an import; what it has added stays.',
  args: {
    applicationId: arg.id({ required: true, description: applicationDescription }),
    id: arg.id({ required: true, description: 'Guid of the import.' }),
  },
  resolve: async ({ applicationId, id }, { services, viewer }) => {
    const application = await services.applications.open(viewer, applicationId);
    return { ...(await services.referenceImports.cancel(application, id)), applicationId: application.id };
  },
});
