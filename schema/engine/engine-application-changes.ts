/** Making and changing applications of the recognition engine. */
import { builder } from '../builder.js';
import { Application, ApplicationKindEnum } from './engine-application.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';

const SettingsInput = builder.inputType('ApplicationSettingsInput', {
  description: 'Settings to change; null takes one back to what the server ships.',
  fields: (t) => ({
    resultCount: t.int({ description: 'Results on a page, 1–1000.' }),
    colorWeightPercent: t.int({ description: 'Importance of color against shape, 0–100.' }),
    threshold: t.float({ description: 'Strictness of the decision, 0–1.' }),
    quickFirst: t.boolean({
      description: 'Whether what a quick look at 448 pixels recognizes is the answer.',
    }),
  }),
});

const applicationFields = {
  organizationId: arg.id({ description: 'The organization that it belongs to; yours when absent.' }),
  kind: arg.field({ type: ApplicationKindEnum, required: true, description: 'How it recognizes.' }),
  name: arg.string({ description: 'Its name.' }),
  key: arg.string({ description: 'application_key to keep; one is made when absent.' }),
  queryKey: arg.string({ description: 'A second key that may only search.' }),
  settings: arg.field({ type: SettingsInput, description: 'What searches do unless they say otherwise.' }),
  keepsThumbnails: arg.boolean({
    description: 'True keeps small copies of the pictures of references; none are kept when absent.',
  }),
};

const ApplicationPatch = builder.inputType('ApplicationPatch', {
  description: 'What to change of an application.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.' }),
    isActive: t.boolean({ description: 'False switches it off; its references stay.' }),
    settings: t.field({ type: SettingsInput, description: 'Settings to change.' }),
    keepsThumbnails: t.boolean({
      description:
        'True keeps thumbnails of pictures that come from now on; false removes those that there are.',
    }),
  }),
});

problemMutation('createApplication', {
  type: Application,
  description: 'Makes an application and its keys.',
  args: applicationFields,
  resolve: ({ kind, ...others }, { services, viewer }) =>
    services.applications.create(viewer, { ...given(others), kind }),
});

problemMutation('updateApplication', {
  type: Application,
  description: 'Renames an application, switches it off or on, or changes its settings.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the application.' }),
    patch: arg.field({ type: ApplicationPatch, required: true, description: 'What to change.' }),
  },
  resolve: ({ id, patch }, { services, viewer }) => services.applications.update(viewer, id, given(patch)),
});

problemMutation('rotateApplicationKeys', {
  type: Application,
  description: 'Replaces keys; the old ones stop working at once.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the application.' }),
    modify: arg.boolean({ defaultValue: true, description: 'The key for changes.' }),
    query: arg.boolean({
      defaultValue: true,
      description: 'The key for searches; makes the first one, too.',
    }),
  },
  resolve: ({ id, modify, query }, { services, viewer }) =>
    services.applications.rotateKeys(viewer, id, { modify: modify ?? true, query: query ?? true }),
});

idDeletion('deleteApplication', {
  description: 'Deletes an application with all of its references.',
  idDescription: 'Guid of the application.',
  work: ({ services, viewer }, id) => services.applications.delete(viewer, id),
});
