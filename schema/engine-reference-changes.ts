/** Adding, changing and deleting references of applications. */
import { builder } from './builder.js';
import { AddedReferenceType, Reference, ReferenceImportType } from './engine-reference.js';
import { withPicture, withUpload } from './inputs.js';
import { asData, problems } from './problems.js';

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

builder.mutationFields((t) => ({
  addReference: t.field({
    type: AddedReferenceType,
    description: 'Adds a reference, replaces it, or gives it one more image. Searches see it at once.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: applicationDescription }),
      id: t.arg.id({ required: true, description: 'Id of the reference.' }),
      keywords: t.arg.stringList({ description: 'Its keywords.' }),
      isAdditional: t.arg.boolean({ defaultValue: false, description: 'Keep the images that the id has.' }),
      image: t.arg({ type: 'Upload', description: 'JPEG, PNG or GIF.' }),
      dna: t.arg.string({ description: 'In place of an image: its signature, base64.' }),
    },
    resolve: (_root, { applicationId, id, keywords, isAdditional, image, dna }, context) =>
      asData(async () => {
        const { services, viewer } = context;
        const application = await services.applications.open(viewer, applicationId);
        return withPicture(context, { image, dna }, (source) =>
          services.references.add(application, {
            ...source,
            imageId: id,
            ...(keywords == null ? {} : { keywords }),
            isAdditional: isAdditional ?? false,
            signal: context.signal,
          }),
        );
      }),
  }),
  setReferenceKeywords: t.field({
    type: Reference,
    description: 'Replaces the keywords of a reference.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: applicationDescription }),
      id: t.arg.id({ required: true, description: 'Id of the reference.' }),
      keywords: t.arg.stringList({ required: true, description: 'All of its keywords.' }),
    },
    resolve: (_root, { applicationId, id, keywords }, { services, viewer }) =>
      asData(async () =>
        services.references.setKeywords(
          await services.applications.open(viewer, applicationId),
          id,
          keywords,
        ),
      ),
  }),
  deleteReferences: t.field({
    type: ReferenceDeletion,
    description: 'Deletes up to 10,000 references with all of their images.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: applicationDescription }),
      ids: t.arg.idList({ required: true, description: 'Ids of the references.' }),
    },
    resolve: (_root, { applicationId, ids }, { services, viewer }) =>
      asData(async () =>
        services.references.removeMany(await services.applications.open(viewer, applicationId), ids),
      ),
  }),
  importReferences: t.field({
    type: ReferenceImportType,
    description:
      'Adds every picture of a ZIP; the path in the ZIP becomes the id. Large ZIPs go over REST, which takes more.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: applicationDescription }),
      keywords: t.arg.stringList({ description: 'Keywords of all of them.' }),
      zip: t.arg({ type: 'Upload', required: true, description: 'The ZIP.' }),
    },
    resolve: (_root, { applicationId, keywords, zip }, context) =>
      asData(async () => {
        const { services, viewer } = context;
        const application = await services.applications.open(viewer, applicationId);
        return withUpload(context, zip, async (file) => ({
          ...(await services.referenceImports.start(application, file, keywords ?? [])),
          applicationId: application.id,
        }));
      }),
  }),
}));
