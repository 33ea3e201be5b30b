/** Who is asking. */
import type { Role } from './roles.js';

export type Viewer =
  | { readonly kind: 'anonymous' }
  /** A mobile application or site that shows an organization's ApiKey. */
  | {
      readonly kind: 'apiKey';
      readonly organizationId: string;
      readonly organizationPath: string;
      /** False when the organization's applications may not recognize. */
      readonly isMobileApiAuthorized: boolean;
    }
  /** A web page that shows a publishable key: it may scan and report clicks, and nothing else. */
  | {
      readonly kind: 'publishableKey';
      readonly keyId: string;
      readonly organizationId: string;
      readonly organizationPath: string;
      readonly isMobileApiAuthorized: boolean;
      readonly scansPerMinute: number;
      /** Whether the key is meant for the page that sends the request. */
      readonly isForThisPage: boolean;
    }
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly userName: string;
      readonly organizationId: string;
      /** Node path of the user's organization: what lies below it begins with it. */
      readonly organizationPath: string;
      readonly roles: ReadonlySet<Role>;
      /** False when the organization may not manage through the API. */
      readonly isWebApiAuthorized: boolean;
    }
  /** The person at the server's own command line, and the server's own jobs. */
  | { readonly kind: 'operator' };

export const anonymous: Viewer = { kind: 'anonymous' };
export const operator: Viewer = { kind: 'operator' };

export type ApiKeyViewer = Extract<Viewer, { kind: 'apiKey' }>;
export type PublishableKeyViewer = Extract<Viewer, { kind: 'publishableKey' }>;
/** Who may scan for readers. */
export type ReaderViewer = ApiKeyViewer | PublishableKeyViewer;
export type UserViewer = Extract<Viewer, { kind: 'user' }>;
