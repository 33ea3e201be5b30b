/** Applications of the recognition engine: sets of references that are searched as one. */
import { applicationKinds, type CounterName, counterNames } from '../../src/engine/application.entity.js';
import type { MonthCounts } from '../../src/engine/application-counters.js';
import type { ApplicationView } from '../../src/engine/views.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { builder, enumType } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';

export const ApplicationKindEnum = enumType('ApplicationKind', {
  description:
    'How an application recognizes: mobile, media and brand match local features; similarity and color rank whole pictures.',
  values: applicationKinds,
});

const counterDescriptions: Readonly<Record<CounterName, string>> = {
  searches: 'Searches.',
  searchesWithResult: 'Searches that found something.',
  imagesAdded: 'Images added.',
  imagesDeleted: 'Images deleted.',
  comparisons: 'Comparisons and explanations.',
  colorRequests: 'Requests for colors and palettes.',
};

const MonthCountsType = builder.objectRef<MonthCounts>('ApplicationMonth').implement({
  description: 'How often an application was used in one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'YYYY-MM, UTC.' }),
    ...Object.fromEntries(
      counterNames.map((name) => [
        name,
        t.int({ description: counterDescriptions[name], resolve: ({ counts }) => counts[name] }),
      ]),
    ),
  }),
});

const Settings = builder.objectRef<ApplicationView['settings']>('ApplicationSettings').implement({
  description: 'What searches do unless they say otherwise; null is what the server ships.',
  fields: (t) => ({
    resultCount: t.int({
      nullable: true,
      description: 'Results on a page, 1–1000.',
      resolve: (settings) => settings.resultCount,
    }),
    colorWeightPercent: t.int({
      nullable: true,
      description: 'Importance of color against shape, 0–100.',
      resolve: (settings) => settings.colorWeightPercent,
    }),
    threshold: t.float({
      nullable: true,
      description: 'Strictness of the decision, 0–1.',
      resolve: (settings) => settings.threshold,
    }),
    quickFirst: t.boolean({
      nullable: true,
      description: 'Whether what a quick look at 448 pixels recognizes is the answer; else it is not taken.',
      resolve: (settings) => settings.quickFirst,
    }),
  }),
});

export const Application = builder.objectRef<ApplicationView>('Application').implement({
  description: 'A set of references that is searched as one.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the application.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    kind: t.field({
      type: ApplicationKindEnum,
      description: 'How it recognizes.',
      resolve: ({ kind }) => kind,
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'The organization that it belongs to; null for the operator’s own.',
    }),
    modifyKey: t.exposeString('modifyKey', {
      nullable: true,
      description: 'application_key for changes and searches.',
    }),
    queryKey: t.exposeString('queryKey', {
      nullable: true,
      description: 'application_key for searches only; null when none was made.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'False when its keys open nothing.' }),
    settings: t.field({
      type: Settings,
      description: 'What searches do unless they say otherwise.',
      resolve: ({ settings }) => settings,
    }),
    keepsThumbnails: t.exposeBoolean('keepsThumbnails', {
      description:
        'Whether small copies of the pictures of references are kept; else only their signatures are.',
    }),
    referenceCount: t.int({
      description: 'Ids of references.',
      resolve: async (application, _args, { services }) =>
        (await services.referenceList.counts(application)).references,
    }),
    imageCount: t.int({
      description: 'Images of references; an id may have several.',
      resolve: async (application, _args, { services }) =>
        (await services.referenceList.counts(application)).images,
    }),
    months: t.field({
      type: [MonthCountsType],
      description: 'How often it was used, newest month first.',
      resolve: ({ id }, _args, { services }) => services.applicationCounters.read(id),
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

const [ApplicationConnection, ApplicationEdge] = connectionOf(Application, 'Application', 'applications');

builder.queryFields((t) => ({
  application: t.field({
    type: Application,
    description: 'An application of the engine. For administrators.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the application.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.applications.get(viewer, id),
  }),
  applications: t.connection(
    {
      type: Application,
      description: 'The applications of your organization and of those below, in order of their making.',
      complexity: connectionComplexity,
      resolve: (_root, args, { services, viewer }) =>
        keysetConnection<ApplicationView>({
          args,
          order: 'Id',
          valuesOf: ({ id }) => [id],
          read: (keyset) => services.applications.keysetPage(viewer, keyset),
          count: () => services.applications.countWithinReach(viewer),
        }),
    },
    ApplicationConnection,
    ApplicationEdge,
  ),
}));
