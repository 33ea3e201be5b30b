/** Applications and their keys. */
import type { EngineRoute } from './route.js';
import { applicationPageView, applicationView, countersView, countsView } from './application.view.js';
import { applicationPatch, keyRotation, newApplication } from './bodies.js';
import { pageSize } from './shapes.js';

export const applicationRoutes: readonly EngineRoute[] = [
  {
    method: 'GET',
    path: '/applications',
    summary: 'List the applications within reach, in order of their making',
    key: 'none',
    status: 200,
    query: {
      first: 'Applications on the page, 1 to 1000; 100 by default',
      after: 'endCursor of the page before',
    },
    answer: applicationPageView.shape,
    handle: async (call) => {
      const limit = pageSize(call);
      const { items, total } = await call.services.applications.page(await call.viewer(), {
        after: call.query.get('after'),
        limit: limit + 1,
      });
      return applicationPageView.of(items.slice(0, limit), total, items.length > limit);
    },
  },
  {
    method: 'POST',
    path: '/applications',
    summary: 'Create an application and its keys',
    key: 'none',
    status: 201,
    body: newApplication,
    answer: applicationView.shape,
    handle: async (call) => {
      const viewer = await call.viewer();
      const { settings, ...input } = await call.members(newApplication);
      const made = await call.services.applications.create(viewer, {
        ...input,
        ...(settings === undefined ? {} : { settings }),
      });
      return applicationView.of(made);
    },
  },
  {
    method: 'GET',
    path: '/applications/:id',
    summary: 'Read an application, its keys included',
    key: 'none',
    status: 200,
    answer: applicationView.shape,
    handle: async (call) =>
      applicationView.of(await call.services.applications.get(await call.viewer(), call.param('id'))),
  },
  {
    method: 'PATCH',
    path: '/applications/:id',
    summary: 'Rename an application, switch it off or on, or change its settings',
    key: 'none',
    status: 200,
    body: applicationPatch,
    answer: applicationView.shape,
    handle: async (call) => {
      const patch = await call.members(applicationPatch);
      return applicationView.of(
        await call.services.applications.update(await call.viewer(), call.param('id'), patch),
      );
    },
  },
  {
    method: 'DELETE',
    path: '/applications/:id',
    summary: 'Delete an application with all of its references',
    key: 'none',
    status: 204,
    handle: async (call) => call.services.applications.delete(await call.viewer(), call.param('id')),
  },
  {
    method: 'POST',
    path: '/applications/:id/keys',
    summary: 'Replace keys; the old ones stop working at once',
    key: 'none',
    status: 200,
    body: keyRotation,
    answer: applicationView.shape,
    handle: async (call) => {
      const rotation = await call.members(keyRotation);
      const viewer = await call.viewer();
      return applicationView.of(
        await call.services.applications.rotateKeys(viewer, call.param('id'), rotation),
      );
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/counters',
    summary: 'How often searches and changes were done, month by month',
    key: 'none',
    status: 200,
    answer: countersView.shape,
    handle: async (call) => {
      const { id } = await call.application();
      return countersView.of(await call.services.applicationCounters.read(id));
    },
  },
  {
    method: 'GET',
    path: '/applications/:id/counts',
    summary: 'Count references and their images',
    key: 'query',
    status: 200,
    answer: countsView.shape,
    handle: async (call) => countsView.of(await call.services.referenceList.counts(await call.application())),
  },
];
