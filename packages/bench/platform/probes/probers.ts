/** Those who ask for what is not theirs. */
import type { Tenants } from './probe-tenants.js';

export interface Prober {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Belongs to the foreign organization or to one beside it, and may see something of it. */
  readonly isNear: boolean;
}

const users = [
  'administrator',
  'editor',
  'viewer',
  'madeEditor',
  'folderEditor',
  'parentAdministrator',
] as const;
const others = [
  ...(['readingMachine', 'writingMachine', 'ownApiKey', 'publishableKey'] as const),
  ...(['disabled', 'expired', 'revoked', 'revokedMachine'] as const),
] as const;

export async function probersOf({ own, foreign }: Tenants): Promise<readonly Prober[]> {
  const far = (name: string, headers: Prober['headers']): Prober => ({ name, headers, isNear: false });
  const near = (name: string, headers: Prober['headers']): Prober => ({ name, headers, isNear: true });
  const loggedIn: Prober[] = [];
  for (const name of users) loggedIn.push(far(name, await own.world.loginAnew(name)));
  return [
    far('anonymous', {}),
    ...loggedIn,
    ...others.map((name) => far(name, own.world.headers[name])),
    far('machine with all scopes', own.machines.all),
    far('directory', own.machines.directory),
    far('machine of a folder', own.machines.folder),
    near('administrator beside', foreign.world.headers.siblingAdministrator),
    near('machine of a folder there', foreign.machines.folder),
  ];
}
