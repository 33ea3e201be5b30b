/** What every resolver gets: who is asking, the services, and the way to make addresses. */
import type { Viewer } from '../access/viewer.js';
import type { Services } from '../app/services.js';
import type { SessionCookie } from '../http/session-cookie.js';

/** The services that the GraphQL API stands on. */
export type GraphqlServices = Omit<Services, 'start' | 'close' | 'database'>;

export interface GraphqlContext {
  readonly viewer: Viewer;
  /** The organization, or the holder of a publishable key, whose ApiKey header came along; anonymous without one. */
  readonly keyHolder: Viewer;
  /** The bearer token as it was sent; null without one. */
  readonly token: string | null;
  /** The session of a page of this server. */
  readonly session: SessionCookie;
  readonly services: GraphqlServices;
  /** The caller's address. */
  readonly host: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What addresses of this server begin with. */
  readonly baseUrl: string;
  /** Beginning of short addresses. */
  readonly shortUrl: string;
  /** Address of a stored file; anyone who has the address can fetch the file. */
  readonly fileUrl: (fileId: string) => string;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
  /** Who is asking by now: for answers that go on for long, while rights may be taken away. */
  readonly currentViewer: () => Promise<Viewer>;
}
