/** Making and changing organizations. */
import { builder } from '../builder.js';
import { givenOrNull, withUpload } from '../inputs.js';
import { arg, condition, idDeletion, problemMutation, seen, treeDeletion } from '../mutations.js';
import { Organization } from '../refs.js';

const organizationFields = {
  parentId: arg.id({ required: true, description: 'The organization above.' }),
  name: arg.string({ required: true, description: 'Name of the organization.' }),
  languageCode: arg.field({
    type: 'Locale',
    description: 'Its language, for example fr-FR; that of the one above when left out.',
  }),
  timeZone: arg.string({
    description: 'Its time zone, for example Europe/Paris; that of the one above when left out.',
  }),
};

const OrganizationPatch = builder.inputType('OrganizationPatch', {
  description: 'What to change of an organization.',
  fields: (t) => ({
    parentId: t.id({ description: 'The organization to move it below.' }),
    name: t.string({ description: 'Name of the organization.' }),
    languageCode: t.field({ type: 'Locale', description: 'Its language, for example fr-FR.' }),
    timeZone: t.string({ description: 'Its time zone, for example Europe/Paris.' }),
    brandColor: t.string({
      description: 'Color of what readers are shown, as #rrggbb; null for the scanner’s own.',
    }),
    imprintUrl: t.field({ type: 'URL', description: 'Address of its imprint; null for none.' }),
    privacyUrl: t.field({ type: 'URL', description: 'Address of its privacy notice; null for none.' }),
  }),
});

problemMutation('createOrganization', {
  type: Organization,
  description: 'Makes an organization below another one, under whose contract it works.',
  args: organizationFields,
  resolve: (organization, { services, viewer }) => services.organizations.create(viewer, organization),
});

problemMutation('updateOrganization', {
  type: Organization,
  description: 'Changes the given members of an organization.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the organization.' }),
    patch: arg.field({ type: OrganizationPatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.organizations.update(
      viewer,
      id,
      givenOrNull(patch, ['brandColor', 'imprintUrl', 'privacyUrl']),
      seen(ifVersion),
    ),
});

problemMutation('rotateApiKey', {
  cannot: ['input'],
  type: Organization,
  description: 'Gives the organization another ApiKey. The old one is refused at once.',
  args: { id: arg.id({ required: true, description: 'Guid of the organization.' }) },
  resolve: ({ id }, { services, viewer }) => services.organizations.rotateApiKey(viewer, id),
});

problemMutation('setLogo', {
  cannot: ['input'],
  type: Organization,
  description: 'Sets the logo of an organization.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the organization.' }),
    file: arg.field({
      type: 'Upload',
      required: true,
      description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.',
    }),
  },
  resolve: ({ id, file }, context) =>
    withUpload(file, async (upload) => {
      const { services, viewer } = context;
      await services.organizations.setLogo(viewer, id, upload);
      return services.organizations.get(viewer, id);
    }),
});

idDeletion('deleteLogo', {
  description: 'Removes the logo of an organization.',
  idDescription: 'Guid of the organization.',
  work: ({ services, viewer }, id) => services.organizations.deleteLogo(viewer, id),
});

treeDeletion('deleteOrganization', {
  description: 'Deletes an organization below yours, with its users.',
  idDescription: 'Guid of the organization.',
  work: ({ services, viewer }, id, deleteChildren, precondition) =>
    services.organizations.delete(viewer, id, { deleteChildren }, precondition),
});
