/** Rules of second factors: codes of authenticators, recovery codes, and what a step of a log-in offers. */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { UserViewer } from '../../access/viewer.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { shown } from '../../tree/guarded-nodes.js';
import type { User } from '../user.entity.js';
import type { Passkey } from './second-factor.entity.js';

/** The page that asks: passkeys are made for its host, and their answers name its origin. */
export interface Site {
  /** For example `https://print.example`. */
  readonly origin: string;
  readonly host: string;
}

export type FactorKind = 'Authenticator' | 'Passkey' | 'RecoveryCode';

/** All that somebody needs to set a second factor up; it is good once and for a quarter of an hour. */
export interface FactorSetup {
  readonly ticket: string;
  /** In base32, for typing. */
  readonly secret: string;
  /** `otpauth://…`, which authenticators read from a QR code. */
  readonly uri: string;
  /** Of `navigator.credentials.create`, as JSON; null where the page's address has no name. */
  readonly passkeyOptions: object | null;
}

/** The second step of a log-in. */
export interface LoginStep {
  readonly ticket: string;
  readonly kinds: readonly FactorKind[];
  /** Of `navigator.credentials.get`, as JSON; null without a passkey for this page. */
  readonly passkeyOptions: object | null;
  /** For somebody who has to have a second factor and has none yet; null for others. */
  readonly setup: FactorSetup | null;
}

/** The password is right; something else has to prove who it is. */
export class SecondFactorRequired extends LoupeError {
  constructor(
    /** null where the way to log in knows no second step. */
    readonly step: LoginStep | null,
  ) {
    super(
      'SECOND_FACTOR_REQUIRED',
      step === null
        ? 'This user proves who they are in a second way, which this way to log in does not know. Log in at the console; programs show a machine token.'
        : step.setup === null
          ? 'Prove in a second way who you are: by the code of your authenticator, a passkey, or a recovery code.'
          : 'Your organization asks for a second factor. Set one up in the console to go on.',
    );
  }
}

const STEP_S = 30;
export const MAX_PASSKEYS = 20;
const CODES = 10;
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF_CODE = 5;

/** An authenticator of somebody, by the bytes of the shared secret. */
function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = new Secret({ buffer: new Uint8Array(secret).buffer });
  return new TOTP({ issuer: 'Loupe', label, secret: bytes, period: STEP_S, digits: 6 });
}

export function sharedSecret(secret: Buffer, userName: string): Pick<FactorSetup, 'secret' | 'uri'> {
  const totp = totpOf(secret, userName);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The half minute since 1970 that a code is of, give or take one; null for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_S) + delta;
}

/** A typed code without spaces and hyphens. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

export const isDigits = (code: string): boolean => /^\d{6}$/.test(code);

/** New recovery codes such as `k7mpq-3xw9a`, of some 49 bits. */
export function newRecoveryCodes(): readonly string[] {
  const half = () => Array.from({ length: HALF_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: CODES }, () => `${half()}-${half()}`);
}

const MAX_NAME_LENGTH = 100;

/** Somebody who sets a factor up before they are logged in. */
export function authorOf({ id: userId, userName, organizationId }: User): UserViewer {
  return {
    kind: 'user',
    userId,
    userName,
    organizationId,
    organizationPath: `${organizationId}/`,
    roles: new Set(),
    isWebApiAuthorized: true,
  };
}

/** @throws LoupeError BAD_USER_INPUT */
export function usableName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH) {
    throw badInput('name', `must have 1 to ${MAX_NAME_LENGTH} characters`);
  }
  return trimmed;
}

/** @throws LoupeError NOT_FOUND */
export function passkeyOf(passkeys: readonly Passkey[], id: string): Passkey {
  const passkey = passkeys.find((each) => each.id === id.toLowerCase());
  if (passkey === undefined) throw notFound(`Passkey ${shown(id)}`);
  return passkey;
}
