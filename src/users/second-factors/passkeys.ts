/** Speaks Web Authentication with browsers, by a library that is loaded when the first passkey is asked for. */
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from './second-factor.entity.js';
import type { Site } from './second-factor.rules.js';

const TIMEOUT_MS = 5 * 60 * 1000;
const MAX_ANSWER_LENGTH = 20_000;

export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;
type Device = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'host'>;

interface Owner {
  readonly id: string;
  readonly userName: string;
}

const library = () => import('@simplewebauthn/server');

/** The site of an address; null where no passkey can be made for it: browsers want a name, and TLS but for the own machine. */
export function siteOf(baseUrl: string): Site | null {
  const { origin, hostname, protocol } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLocal) ? { origin, host: hostname } : null;
}

/** The options that a browser makes a passkey by. @param challenge as base64url */
export async function creationOptions(
  site: Site,
  owner: Owner,
  challenge: string,
  present: readonly Device[],
): Promise<object> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Loupe',
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(owner.id, 'utf8')),
    userName: owner.userName,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: present.map(credentialOf),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** The options that a browser signs by. */
export async function requestOptions(
  site: Site,
  challenge: string,
  present: readonly Device[],
): Promise<object> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.host,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    allowCredentials: present.map(credentialOf),
    userVerification: 'preferred',
  });
}

/** The passkey that a browser has made; null when the answer is of another page or challenge, or nothing of the kind. */
export async function readCreated(
  site: Site,
  challenge: string,
  answer: unknown,
): Promise<NewPasskey | null> {
  if (isTooLong(answer)) return null;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: false,
    });
    if (!verified || registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const known = transports.filter((each) => typeof each === 'string' && each.length < 20).slice(0, 10);
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: known,
    };
  } catch {
    return null;
  }
}

/** The credential that an answer claims to be signed with; null when it is nothing of the kind. */
export function claimedCredential(answer: unknown): string | null {
  if (isTooLong(answer) || typeof answer !== 'object' || answer === null || !('id' in answer)) return null;
  return typeof answer.id === 'string' ? answer.id : null;
}

/** The new count of a passkey that has signed the challenge; null when it has not, or its count went back. */
export async function readSigned(
  site: Site,
  challenge: string,
  passkey: Device,
  answer: unknown,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: passkey.host,
      requireUserVerification: false,
      credential: {
        ...credentialOf(passkey),
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function credentialOf({ credentialId, transports }: Device) {
  return {
    id: credentialId,
    transports: transports as NonNullable<RegistrationResponseJSON['response']['transports']>,
  };
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

const isTooLong = (answer: unknown): boolean => (JSON.stringify(answer) ?? '').length > MAX_ANSWER_LENGTH;
