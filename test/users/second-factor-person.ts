/** Somebody at a page of the server who logs in and manages second factors over GraphQL, as the console does. */
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../src/kernel/clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { pageHeaders, sendAsBrowser } from '../graphql/browser-sessions.js';

type Fields = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly ticket: string;
  readonly secret: string;
  readonly uri: string;
  readonly passkeyOptions: { readonly challenge: string; readonly rp: { readonly id: string } } | null;
}

export interface Step {
  readonly ticket: string;
  readonly kinds: readonly string[];
  readonly passkeyOptions: { readonly challenge: string } | null;
  readonly setup: Setup | null;
}

export interface Answer extends Fields {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly step?: Step;
}

const SETUP = 'ticket secret uri passkeyOptions';
const STEP = `step { ticket kinds passkeyOptions setup { ${SETUP} } }`;
const PROBLEM = '... on Problem { code message }';
const WITH_STEP = `${PROBLEM} ... on SecondFactorProblem { ${STEP} }`;

/** The code that an authenticator with the secret shows. */
export const codeOf = (secret: string, clock: Clock, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + stepsLater * 30_000,
  });

export class Person {
  private cookie: string | null = null;
  /** Browsers speak of passkeys with hosts that have a name. */
  private readonly url: string;

  constructor(readonly user: SeededUser) {
    this.url = user.loupe.url.replace('127.0.0.1', 'localhost');
  }

  get origin(): string {
    return this.url;
  }

  async run(field: string, type: string, input: object, fields: string): Promise<Answer> {
    const query = `mutation ($input: ${type}!) { done: ${field}(input: $input) { __typename ${fields} } }`;
    const headers = { ...pageHeaders(this.url), ...(this.cookie === null ? {} : { cookie: this.cookie }) };
    const { cookie, body } = await sendAsBrowser(this.url, query, { input }, headers);
    if (cookie !== null) this.cookie = cookie.split(';')[0] ?? null;
    if (body.data === null || body.errors !== undefined) throw new Error(JSON.stringify(body));
    return body.data['done'] as unknown as Answer;
  }

  logIn(password = this.user.password): Promise<Answer> {
    const input = { login: this.user.userName, password };
    return this.run(
      'startSession',
      'StartSessionInput',
      input,
      `${WITH_STEP} ... on StartedSession { userId }`,
    );
  }

  /** The second step of a log-in that just begins. */
  async step(): Promise<Step> {
    const { step, ...others } = await this.logIn();
    if (step === undefined) throw new Error(`No second step: ${JSON.stringify(others)}`);
    return step;
  }

  finish(proof: { ticket: string; code?: string; passkey?: object }): Promise<Answer> {
    return this.run(
      'finishSession',
      'FinishSessionInput',
      proof,
      `${PROBLEM} ... on StartedSession { userId }`,
    );
  }

  async begin(password = this.user.password): Promise<Answer & Setup> {
    const input = { password };
    const fields = `${PROBLEM} ... on SecondFactorSetup { ${SETUP} }`;
    return (await this.run('beginSecondFactor', 'BeginSecondFactorInput', input, fields)) as Answer & Setup;
  }

  addAuthenticator(ticket: string, code: string): Promise<Answer> {
    const fields = `${PROBLEM} ... on RecoveryCodes { codes }`;
    return this.run('addAuthenticator', 'AddAuthenticatorInput', { ticket, code }, fields);
  }

  addPasskey(ticket: string, passkey: object, name = 'Laptop'): Promise<Answer> {
    const fields = `${PROBLEM} ... on RecoveryCodes { codes }`;
    return this.run('addPasskey', 'AddPasskeyInput', { ticket, passkey, name }, fields);
  }

  async isIn(): Promise<boolean> {
    const { data } = await this.ask('{ me { userName } }');
    return data?.['me'] != null;
  }

  async own(): Promise<Fields> {
    const { data } = await this.ask(
      '{ ownSecondFactors { isPossible isRequired authenticatorSince recoveryCodesLeft passkeys { id name host lastUsedAt } } }',
    );
    return data?.['ownSecondFactors'] as Fields;
  }

  /** Logs in with a password and sets up an authenticator. @returns its secret, and the recovery codes */
  async withAuthenticator(clock: Clock): Promise<{ secret: string; codes: readonly string[] }> {
    await this.logIn();
    const { ticket, secret } = await this.begin();
    const { codes } = await this.addAuthenticator(ticket, codeOf(secret, clock));
    return { secret, codes: codes as readonly string[] };
  }

  private async ask(query: string): Promise<{ readonly data: Record<string, unknown> | null }> {
    const headers = { ...pageHeaders(this.url), ...(this.cookie === null ? {} : { cookie: this.cookie }) };
    return (await sendAsBrowser(this.url, query, {}, headers)).body;
  }
}
