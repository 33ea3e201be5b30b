/** Second factors as browsers speak of them, and how one is set up: before the log-in as well, so nothing of the GraphQL client is needed. */
import { ask, LoginRefused } from './session';
import type { Problem } from './graphql';

/** Somebody who let the browser's question go by, or whose device has no such passkey. */
export class PasskeyCancelled extends Error {}

/** Whether this browser and this address can have passkeys. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** The answer of a device to a log-in. @param options as the server sends them @throws PasskeyCancelled */
export async function signWithPasskey(options: object): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return asJson(() => navigator.credentials.get({ publicKey }));
}

/** A new passkey. @param options as the server sends them @throws PasskeyCancelled */
export async function makePasskey(options: object): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return asJson(() => navigator.credentials.create({ publicKey }));
}

async function asJson(work: () => Promise<Credential | null>): Promise<object> {
  const credential = await work().catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return credential.toJSON();
}

/** @returns recovery codes, if these are the first ones @throws LoginRefused */
export async function addAuthenticator(ticket: string, code: string): Promise<readonly string[]> {
  return add(
    `mutation AddAuthenticator($input: AddAuthenticatorInput!) {
      added: addAuthenticator(input: $input) { ... on RecoveryCodes { codes } ${PROBLEM} }
    }`,
    { ticket, code },
  );
}

/** @returns recovery codes, if these are the first ones @throws LoginRefused */
export async function addPasskey(ticket: string, name: string, passkey: object): Promise<readonly string[]> {
  return add(
    `mutation AddPasskey($input: AddPasskeyInput!) {
      added: addPasskey(input: $input) { ... on RecoveryCodes { codes } ${PROBLEM} }
    }`,
    { ticket, name, passkey },
  );
}

const PROBLEM = '... on Problem { code message } ... on ValidationProblem { fields { path messages } }';

async function add(document: string, input: object): Promise<readonly string[]> {
  const { data, errors } = await ask<{
    readonly added: Partial<Problem> & { readonly codes?: readonly string[] };
  }>(document, { input });
  const { code, message, fields, codes } = data?.added ?? {
    code: errors?.[0]?.extensions?.code,
    message: errors?.[0]?.message ?? '',
    fields: [],
  };
  if (message !== undefined) throw new LoginRefused(code ?? 'INTERNAL_SERVER_ERROR', message, fields);
  return codes ?? [];
}
