/** The demonstration: load the demo once, then recognize a photo of one of its pages in front of the user. */
import { performance } from 'node:perf_hooks';
import { loginAddress } from '../src/users/sessions/login-address.js';
import { operator } from '../src/access/viewer.js';
import { ownAddress } from '../src/cli/options.js';
import type { Config } from '../src/config.js';
import { demoMagazine } from './content/magazine.content.js';
import { DemoHttpClient, DemoHttpError, elementsOf, memberOf, textMember } from './loader/http-client.js';
import { loadDemo } from './loader/loader.js';
import { type DemoServices, type DemoTenant, findOrMakeTenant, markLoaded } from './loader/loader-tenant.js';
import { PHOTOGRAPHED_PAGE, readPhoto } from './prints.js';

export interface DemoOptions {
  /** Address of the running server; taken from the configuration when absent. */
  readonly url?: string;
  readonly isLoadedAgain: boolean;
  readonly out: (text: string) => void;
}

const LANGUAGE = 'en-US';

/** What the demo's phone reports about itself. */
export const scanHeaders = {
  ApplicationName: 'Loupe demo',
  ApplicationVersion: '1.0.0',
  DeviceName: 'Simulated phone',
  DeviceSystemVersion: '1.0',
  SdkVersion: '1.0.0',
};

/** What there is to open, and what a photo of a page was answered; without a tenant when the demo was removed. */
export interface ShownDemo {
  readonly address: string;
  readonly tenant: Pick<DemoTenant, 'organizationId' | 'userName' | 'password' | 'apiKey'> | null;
  readonly recognized: unknown;
}

/** @throws Error when the server does not answer as it should */
export async function runDemo(
  services: DemoServices,
  config: Config,
  options: DemoOptions,
): Promise<ShownDemo> {
  const address = (options.url ?? ownAddress({ ...config, publicUrl: null })).replace(/\/$/, '');
  const client = new DemoHttpClient(address);
  await requireServer(address);
  const tenant = await findOrMakeTenant(services, config.dataFolder, options.isLoadedAgain);
  if (tenant === null) {
    options.out('The demo was removed. Load it again with: npx loupe demo --again\n');
    return { address, tenant: null, recognized: null };
  }
  const isFresh = !tenant.isLoaded || options.isLoadedAgain;
  if (isFresh) {
    await client.login(tenant.apiKey, tenant.userName, tenant.password);
    const startMs = performance.now();
    await loadDemo(client, tenant.organizationId, (text) => options.out(`  ${text} ...\n`));
    await markLoaded(services, config.dataFolder, tenant);
    options.out(`  Demo loaded in ${seconds(performance.now() - startMs)}.\n`);
  }
  const recognizedPage = await showRecognition(client, tenant, options.out);
  options.out(addresses(address, config, tenant));
  if (isFresh) {
    const { code } = await services.sessions.newLink(operator, tenant.userName);
    options.out(
      `Open the console, logged in (once, within half an hour)\n  ${loginAddress(address, code)}\n\n`,
    );
  }
  const { organizationId, userName, password, apiKey } = tenant;
  return { address, tenant: { organizationId, userName, password, apiKey }, recognized: recognizedPage };
}

async function showRecognition(
  client: DemoHttpClient,
  tenant: DemoTenant,
  out: DemoOptions['out'],
): Promise<unknown> {
  const page = demoMagazine.pages[PHOTOGRAPHED_PAGE];
  out(
    `\nTaking a phone photo of "${page?.name ?? ''}", page ${PHOTOGRAPHED_PAGE + 1} of ${demoMagazine.name} ...\n`,
  );
  const photo = await readPhoto();
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: LANGUAGE }));
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const startMs = performance.now();
  const found = await client.send('POST', '/api/EnrichedImages', {
    form,
    headers: { ...scanHeaders, ApiKey: tenant.apiKey },
  });
  const elapsedMs = performance.now() - startMs;
  out(found === null ? notRecognized(elapsedMs) : recognized(found, elapsedMs));
  return found;
}

function recognized(found: unknown, elapsedMs: number): string {
  const score = memberOf(found, 'Score');
  const actions = elementsOf(memberOf(found, 'Actions')).map(
    (action) => `    ${textMember(action, 'Type').padEnd(9)} ${textMember(action, 'Name')}\n`,
  );
  return [
    `Recognized in ${Math.round(elapsedMs)} ms: ${textMember(found, 'Title')}\n`,
    ...(typeof score === 'number' ? [`  Score ${score.toFixed(2)} (1 is best)\n`] : []),
    '  Actions:\n',
    ...actions,
  ].join('');
}

function notRecognized(elapsedMs: number): string {
  return `Nothing was recognized (${Math.round(elapsedMs)} ms). If the demo's page was changed or removed, load it again: npx loupe demo --again\n`;
}

/** Where everything is reached, and as whom. */
export function addresses(
  address: string,
  config: Pick<Config, 'modifyPort' | 'queryPort'>,
  tenant: Pick<DemoTenant, 'userName' | 'password' | 'apiKey'>,
): string {
  const { hostname, protocol } = new URL(address);
  const on = (port: number | null, path: string) =>
    port === null ? 'switched off' : `${protocol}//${hostname}:${port}${path}`;
  return `
Open
  Console         ${address}/
  GraphQL         ${address}/graphql
  REST            ${address}/api, described at ${address}/docs
  Guide           ${address}/guide
  Engine, modify  ${on(config.modifyPort, '/api/v2.0/enginemodify')}
  Engine, query   ${on(config.queryPort, '/api/v2.0/enginequery')}

Log in
  User            ${tenant.userName}
  Password        ${tenant.password}
  ApiKey          ${tenant.apiKey}

`;
}

async function requireServer(address: string): Promise<void> {
  try {
    const response = await fetch(`${address}/health/ready`);
    if (response.ok) return;
  } catch (cause) {
    throw new Error(`No server answers at ${address}. Start it first: npm start`, { cause });
  }
  throw new DemoHttpError(`The server at ${address} is not ready yet. Try again in a moment.`, 503);
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(1)} s`;
}
