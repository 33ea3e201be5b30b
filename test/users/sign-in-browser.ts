/** A browser in which somebody logs in by single sign-on. */
import { pageHeaders } from '../graphql/browser-sessions.js';
import { textMember } from '../kit/json.js';

/** A browser that follows redirects and keeps cookies, each site's own. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(readonly url: string) {}

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  async ask(query: string, variables: object = {}): Promise<Record<string, Record<string, unknown> | null>> {
    const answer = await this.fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...pageHeaders(this.url) },
      body: JSON.stringify({ query, variables }),
    });
    const { data } = (await answer.json()) as { data: Record<string, Record<string, unknown> | null> | null };
    return data ?? {};
  }

  /** @returns the query of the address that the provider leads back to */
  async logInAt(providerId: string): Promise<string> {
    const begun = await this.ask(
      `mutation ($id: ID!) {
        beginSignIn(input: { providerId: $id, returnTo: "/statistics" }) {
          ... on BegunSignIn { url } ... on Problem { code message }
        }
      }`,
      { id: providerId },
    );
    let address = textMember(begun['beginSignIn'], 'url');
    for (let hop = 0; hop < 10 && !address.startsWith(`${this.url}/sign-in/`); hop += 1) {
      const answer = await this.fetch(address);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
      address = new URL(location, address).href;
    }
    return new URL(address).search.slice(1);
  }

  async finish(providerId: string, query: string): Promise<Record<string, unknown>> {
    const data = await this.ask(
      `mutation ($providerId: ID!, $query: String!) {
        finishSignIn(input: { providerId: $providerId, query: $query }) {
          ... on FinishedSignIn { isLoggedIn returnTo } ... on Problem { code message }
        }
      }`,
      { providerId, query },
    );
    return data['finishSignIn'] ?? {};
  }

  async me(): Promise<Record<string, unknown> | null> {
    return (await this.ask('{ me { userName roles mail firstName organization { id } } }'))['me'] ?? null;
  }
}
