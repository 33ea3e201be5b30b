/** Who is asking. */
import type { Role } from './permissions.js';
import type { Scope } from './scopes.js';

/** Rights that a made role gives in a place and below it. */
export interface Grant {
  readonly operations: ReadonlySet<Scope>;
  /** Node path of an organization or a folder. */
  readonly path: string;
}

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
      /** Of the roles that the organization made; none where it is left out. */
      readonly grants?: readonly Grant[];
      /** False when the organization may not manage through the API. */
      readonly isWebApiAuthorized: boolean;
    }
  /** A program that shows a machine token: it may do what both its scopes and the roles of its owner allow, in one place. */
  | {
      readonly kind: 'machine';
      readonly tokenId: string;
      readonly tokenName: string;
      /** The user who answers for it. */
      readonly ownerId: string;
      readonly ownerName: string;
      /** The organization that its place is, or lies in. */
      readonly organizationId: string;
      /** Node path of its place, an organization or a folder: what lies below it begins with it. */
      readonly placePath: string;
      readonly scopes: ReadonlySet<Scope>;
      /** Those of the owner. */
      readonly roles: ReadonlySet<Role>;
      readonly grants?: readonly Grant[];
      /** False when the owner's organization may not manage through the API. */
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
export type MachineViewer = Extract<Viewer, { kind: 'machine' }>;
/** Senders of `Authorization: Bearer`: a user who has logged in, or a program. */
export type BearerViewer = UserViewer | MachineViewer;
