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
export type UserViewer = Extract<Viewer, { kind: 'user' }>;
