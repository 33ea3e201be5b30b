/** Answers of services about users, accounts and logins. */
import type { Role } from '../access/permissions.js';
import type { AccountType } from '../organizations/organization.entity.js';
import type { Gender, UserStatus } from './user.entity.js';

export interface UserView {
  readonly id: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly mail: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly status: UserStatus;
  readonly gender: Gender;
  /** Without one nobody can log in as this user yet. */
  readonly hasPassword: boolean;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface LoginView {
  /** The opaque secret of the login; shown here once and never again. */
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly dateIssued: Date;
  readonly dateExpires: Date;
  readonly user: UserView;
  readonly roles: readonly Role[];
}

export interface LoginLinkView {
  /** Starts one session; shown here once and never again. */
  readonly code: string;
  readonly dateExpires: Date;
}

export interface AccountView {
  readonly organizationId: string;
  /** End of the contract; null when it has none. */
  readonly validityDate: Date | null;
  /** Pages that can be recognized now, themselves or by a zone. */
  readonly activePages: number;
  readonly activationCumul: number;
  readonly accountType: AccountType;
  /** Pages that can still be activated; null when the contract does not count them. */
  readonly remainingCredit: number | null;
}
