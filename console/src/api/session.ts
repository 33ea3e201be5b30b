/** The user who is logged in. The secret is in a cookie that scripts cannot read; this module holds what the server says about its user. */
import { serverAddress } from './own-path';
import { inUsersWords } from '../i18n/server-words';
import type { Problem } from './graphql';
import { needsLogin, retriedFetch } from './http';
import { Store, useStore } from './store';

export type Role = 'ADMINISTRATOR' | 'EDITOR' | 'VIEWER';

export interface Viewer {
  readonly id: string;
  readonly userName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly mail: string;
  readonly roles: readonly Role[];
  /** By all roles, also those that the organization made, and at some place at least. */
  readonly rights: readonly { readonly operation: string }[];
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly languageCode: string;
    readonly timeZone: string;
    readonly accountType: string;
  };
}

interface SessionState {
  /** `ended` when the server forgot the session of a page that is open. */
  readonly status: 'unknown' | 'out' | 'in' | 'ended';
  readonly viewer: Viewer | null;
}

/** The server's sentence for what it refused. */
export class LoginRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Mistakes in single fields say more than the whole. */
    fields: Problem['fields'] = [],
  ) {
    const said = inUsersWords({ code, message, fields });
    const ofFields = said.fields?.flatMap(({ messages }) => messages).join(' ') ?? '';
    super(ofFields === '' ? said.message : ofFields);
  }
}

/** Sets a second factor up. */
export interface FactorSetup {
  readonly ticket: string;
  readonly secret: string;
  readonly uri: string;
  readonly passkeyOptions: object | null;
}

/** The second step of a log-in. */
export interface LoginStep {
  readonly ticket: string;
  readonly kinds: readonly ('AUTHENTICATOR' | 'PASSKEY' | 'RECOVERY_CODE')[];
  readonly passkeyOptions: object | null;
  /** For somebody who has to set up a second factor first. */
  readonly setup: FactorSetup | null;
}

/** The password is right, and something else has to prove who it is. */
export class SecondStepNeeded extends Error {
  constructor(readonly step: LoginStep) {
    super('A second step is needed.');
  }
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

interface Started {
  readonly started: Partial<Problem> & { readonly __typename: string; readonly step?: LoginStep | null };
}

/** Documents are sent as they are here: before log-in nothing of the GraphQL client is loaded. */
export async function ask<Data>(query: string, variables: object = {}): Promise<Answer<Data>> {
  const response = await retriedFetch(serverAddress('/graphql'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  // A proxy before the server may answer in another way than GraphQL.
  return response.json().catch(() => ({ errors: [{ message: '' }] })) as Promise<Answer<Data>>;
}

/** @throws LoginRefused where it could not be read */
async function read<Data>(query: string): Promise<Data> {
  const { data, errors = [] } = await ask<Data>(query);
  if (errors.length > 0 || data == null) throw refusedBy(errors);
  return data;
}

const refusedBy = ([error]: NonNullable<Answer<unknown>['errors']>) =>
  new LoginRefused(error?.extensions?.code ?? 'INTERNAL_SERVER_ERROR', error?.message ?? '');

const STEP = `... on SecondFactorProblem {
  step { ticket kinds passkeyOptions setup { ticket secret uri passkeyOptions } }
}`;

class Session {
  readonly state = new Store<SessionState>({ status: 'unknown', viewer: null });

  /** Asks the server who is logged in. @throws LoginRefused where it cannot tell */
  async load(): Promise<SessionState> {
    const { data, errors } = await ask<{ me: Viewer }>(`query Me {
      me { id userName firstName lastName mail roles rights { operation } organization { id name languageCode timeZone accountType } }
    }`);
    const viewer = data?.me ?? null;
    if (errors !== undefined && !needsLogin({ errors })) throw refusedBy(errors);
    this.state.set({ status: viewer === null ? 'out' : 'in', viewer });
    return this.state.get();
  }

  /** @throws LoginRefused with the server's sentence, SecondStepNeeded */
  async logIn(login: string, password: string): Promise<void> {
    await this.start(
      `mutation LogIn($input: StartSessionInput!) {
        started: startSession(input: $input) { __typename ... on Problem { code message } ${STEP} }
      }`,
      { input: { login, password } },
    );
  }

  /** The second step of a log-in. @throws LoginRefused */
  async finish(
    ticket: string,
    proof: { readonly code: string } | { readonly passkey: object },
  ): Promise<void> {
    await this.start(
      `mutation FinishLogIn($input: FinishSessionInput!) {
        started: finishSession(input: $input) { __typename ... on Problem { code message } }
      }`,
      { input: { ticket, ...proof } },
    );
  }

  /** Logs in by a link that works once. @throws LoginRefused */
  async logInByLink(code: string): Promise<void> {
    await this.start(
      `mutation LogInByLink($code: String!) {
        started: startSessionByLink(input: { code: $code }) { __typename ... on Problem { code message } }
      }`,
      { code },
    );
  }

  /** Sets a password by the code of a mail or a link, which ends the logins of the user, and logs in. @throws LoginRefused, SecondStepNeeded */
  async logInByPasswordCode(code: string, password: string): Promise<void> {
    await this.start(
      `mutation LogInByPasswordCode($code: String!, $password: String!) {
        started: startSessionByPasswordCode(input: { code: $code, password: $password }) {
          __typename
          ... on Problem { code message }
          ... on ValidationProblem { fields { path messages } }
          ${STEP}
        }
      }`,
      { code, password },
    );
  }

  /** Providers that everybody may log in at. @throws LoginRefused */
  async offeredSignIns(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const { offeredSignIns } = await read<{ readonly offeredSignIns: { id: string; name: string }[] }>(
      'query OfferedSignIns { offeredSignIns { id name } }',
    );
    return offeredSignIns;
  }

  /** Leaves the page for a provider. @throws LoginRefused */
  async beginSignIn(providerId: string, returnTo: string | null = null): Promise<void> {
    const { url } = await this.signIn<{ readonly url: string }>(
      `mutation BeginSignIn($providerId: ID!, $returnTo: String) {
        done: beginSignIn(input: { providerId: $providerId, returnTo: $returnTo }) {
          ... on BegunSignIn { url } ... on Problem { code message }
        }
      }`,
      { providerId, returnTo },
    );
    window.location.assign(url);
  }

  /** Logs in with what a provider sent back. @throws LoginRefused */
  async finishSignIn(
    providerId: string,
    query: string,
  ): Promise<{ readonly isLoggedIn: boolean; readonly returnTo: string }> {
    const finished = await this.signIn<{ readonly isLoggedIn: boolean; readonly returnTo: string }>(
      `mutation FinishSignIn($providerId: ID!, $query: String!) {
        done: finishSignIn(input: { providerId: $providerId, query: $query }) {
          ... on FinishedSignIn { isLoggedIn returnTo } ... on Problem { code message }
        }
      }`,
      { providerId, query },
    );
    await this.load();
    return finished;
  }

  private async signIn<Done>(document: string, variables: object): Promise<Done> {
    const { data, errors } = await ask<{ readonly done: Done & Partial<Problem> }>(document, variables);
    const { code, message } = data?.done ?? {
      code: errors?.[0]?.extensions?.code,
      message: errors?.[0]?.message ?? '',
    };
    if (message !== undefined) throw new LoginRefused(code ?? 'INTERNAL_SERVER_ERROR', message);
    return data?.done as Done;
  }

  /** Whether the server sends mails itself. @throws LoginRefused */
  async sendsMails(): Promise<boolean> {
    return (await read<{ readonly sendsMails: boolean }>('query SendsMails { sendsMails }')).sendsMails;
  }

  /** Has a mail sent with a link for a new password, if anybody has the address. @throws LoginRefused */
  async forgotPassword(mail: string): Promise<void> {
    const { data, errors } = await ask<{
      readonly asked: { readonly code?: string; readonly message?: string };
    }>(
      `mutation ForgotPassword($mail: EmailAddress!) {
        asked: requestPasswordRecovery(input: { mail: $mail }) { __typename ... on Problem { code message } }
      }`,
      { mail },
    );
    const problem = data?.asked ?? {
      code: errors?.[0]?.extensions?.code,
      message: errors?.[0]?.message ?? '',
    };
    if (problem.message !== undefined)
      throw new LoginRefused(problem.code ?? 'INTERNAL_SERVER_ERROR', problem.message);
  }

  /** Ends the session here and on the server, and forgets what the page has read. */
  async logOut(): Promise<void> {
    // Asked while the session is still there: a session that began at a provider ends there, too.
    const asked = ask<{ readonly signOutUrl: string | null }>('query SignOutUrl { signOutUrl }');
    const url = await asked.then(({ data }) => data?.signOutUrl ?? null).catch(() => null);
    await ask('mutation LogOut { endSession { __typename } }').catch(() => undefined);
    window.location.assign(url ?? serverAddress('/'));
  }

  /** The server no longer knows the session: waits until the user has logged in again, in a dialog over the page. */
  async renew(): Promise<void> {
    const { viewer } = this.state.get();
    this.state.set({ status: 'ended', viewer });
    await this.state.until(({ status }) => status === 'in');
  }

  private async start(document: string, variables: object): Promise<void> {
    const before = this.state.get().viewer;
    const { data, errors } = await ask<Started>(document, variables);
    const step = data?.started.step ?? null;
    if (step !== null) throw new SecondStepNeeded(step);
    const { code, message, fields }: Partial<Problem> = data?.started ?? {
      code: errors?.[0]?.extensions?.code,
      message: errors?.[0]?.message,
    };
    if (message !== undefined) throw new LoginRefused(code ?? 'INTERNAL_SERVER_ERROR', message, fields);
    const { viewer } = await this.load();
    // Somebody else at the same page: nothing that the first one read may stay.
    if (before !== null && viewer?.id !== before.id) window.location.assign(serverAddress('/'));
  }
}

export const session = new Session();

/** The logged-in user; only for screens behind the log-in. */
export function useViewer(): Viewer {
  const { viewer } = useStore(session.state);
  if (viewer === null) throw new Error('This part is for logged-in users.');
  return viewer;
}

/** Rights that the user's roles give. The server decides; this only leaves out what it would refuse. */
export function useRights(): { readonly mayWrite: boolean; readonly mayAdminister: boolean } {
  const { roles, rights } = useViewer();
  return {
    mayAdminister: roles.includes('ADMINISTRATOR'),
    mayWrite: rights.some(({ operation }) => operation === 'content:write'),
  };
}
