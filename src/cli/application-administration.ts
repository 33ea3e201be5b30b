/** What `loupe app` does with applications: on the data folder, or on a server. */
import { operator } from '../access/viewer.js';
import type { MonthCounts } from '../engine/application-counters.js';
import type { ApplicationPatch, KeyRotation, NewApplication } from '../engine/application.service.js';
import type { ApplicationView } from '../engine/views.js';
import { type CliContext, type CliServices, withServices } from './context.js';
import { type AdministrationOptions, EngineServer } from './engine-server.js';
import { findOrganization } from './options.js';

/** What both ways tell of an application. */
export type ApplicationFacts = Pick<
  ApplicationView,
  | 'id'
  | 'name'
  | 'kind'
  | 'organizationId'
  | 'modifyKey'
  | 'queryKey'
  | 'isActive'
  | 'settings'
  | 'keepsThumbnails'
>;

export interface Administration {
  /** @param organization id or name; on a server the id, and the administrator's own when null */
  create(input: NewApplication, organization: string | null): Promise<ApplicationFacts>;
  list(): Promise<readonly ApplicationFacts[]>;
  get(id: string): Promise<ApplicationFacts>;
  update(
    id: string,
    patch: Pick<ApplicationPatch, 'isActive' | 'keepsThumbnails'>,
  ): Promise<ApplicationFacts>;
  /** Without a choice, the keys that there are. */
  rotateKeys(id: string, rotation: KeyRotation | undefined): Promise<ApplicationFacts>;
  delete(id: string): Promise<void>;
  counters(id: string): Promise<readonly MonthCounts[]>;
}

/** Hands over the server that is named, else the data folder. */
export async function withAdministration<T>(
  context: CliContext,
  options: AdministrationOptions,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const server = EngineServer.ofAdministrator(options);
  if (server !== null) return work(onServer(server));
  return withServices(context, (services) => work(onFolder(services)));
}

function onFolder({ applications, applicationCounters, organizations }: CliServices): Administration {
  return {
    create: async (input, organization) => {
      const owner = organization === null ? null : await findOrganization(organizations, organization);
      return applications.create(operator, { ...input, organizationId: owner?.id ?? null });
    },
    list: () => applications.list(operator),
    get: (id) => applications.get(operator, id),
    update: (id, patch) => applications.update(operator, id, patch),
    rotateKeys: (id, rotation) => applications.rotateKeys(operator, id, rotation),
    delete: (id) => applications.delete(operator, id),
    counters: async (id) => {
      await applications.get(operator, id);
      return applicationCounters.read(id.toLowerCase());
    },
  };
}

interface Page {
  readonly items: readonly ApplicationFacts[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

function onServer(server: EngineServer): Administration {
  const at = (id: string, rest = '') => `applications/${encodeURIComponent(id)}${rest}`;
  const get = async (id: string) => (await server.get(at(id))) as ApplicationFacts;
  return {
    create: async (input, organization) => {
      const owner = organization === null ? {} : { organizationId: organization };
      return (await server.sendJson('POST', 'applications', { ...input, ...owner })) as ApplicationFacts;
    },
    list: async () => {
      const all: ApplicationFacts[] = [];
      for (let after = '', isMore = true; isMore;) {
        const { items, pageInfo } = (await server.get(`applications?first=1000${after}`)) as Page;
        all.push(...items);
        after = `&after=${pageInfo.endCursor ?? ''}`;
        isMore = pageInfo.hasNextPage;
      }
      return all;
    },
    get,
    update: async (id, patch) => (await server.sendJson('PATCH', at(id), patch)) as ApplicationFacts,
    rotateKeys: async (id, rotation) => {
      const wanted = rotation ?? { modify: true, query: (await get(id)).queryKey !== null };
      return (await server.sendJson('POST', at(id, '/keys'), wanted)) as ApplicationFacts;
    },
    delete: (id) => server.delete(at(id)),
    counters: async (id) =>
      ((await server.get(at(id, '/counters'))) as { readonly months: readonly MonthCounts[] }).months,
  };
}
