/** What commands work with. The composition root hands it in, because commands must not know how things are built. */
import type { AuthService } from '../users/sessions/auth.service.js';
import type { CreditService } from '../users/credit.service.js';
import type { PasswordLinkService } from '../users/passwords/password-link.service.js';
import type { RoleService } from '../users/role.service.js';
import type { FactorRuleService } from '../users/second-factors/factor-rule.service.js';
import type { SessionService } from '../users/sessions/session.service.js';
import type { UserService } from '../users/user.service.js';
import type { Config } from '../config.js';
import type { Secrets } from '../access/secrets.js';
import type { ApplicationCounters } from '../engine/application-counters.js';
import type { LocalRecognition } from '../recognition/local-recognition.js';
import type { ApplicationService } from '../engine/application.service.js';
import type { Database } from '../db/database.js';
import type { ProposalService } from '../documents/proposals/proposal.service.js';
import type { BlobStore } from '../media/blobs/blob-store.js';
import type { MachineTokenService } from '../users/machine-tokens/machine-token.service.js';
import type { SignInProviderService } from '../users/sign-in/sign-in-provider.service.js';
import type { DoctorService } from '../verify/doctor/doctor.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { ContentImportService } from '../exchange/content-import/content-import.service.js';
import type { DraftPackService } from '../packs/draft-pack.service.js';
import type { PackService } from '../packs/pack.service.js';
import type { AuditExportService } from '../audit/audit-export.service.js';
import type { RecordedEvents } from '../readers/events/recorded-events.service.js';
import type { VerificationService } from '../verify/verification.service.js';

export interface CliServices {
  readonly secrets: Secrets;
  readonly auth: AuthService;
  readonly organizations: OrganizationService;
  readonly sessions: SessionService;
  readonly users: UserService;
  readonly factorRules: FactorRuleService;
  readonly machineTokens: MachineTokenService;
  readonly signInProviders: SignInProviderService;
  readonly passwordLinks: PasswordLinkService;
  readonly roles: RoleService;
  readonly credits: CreditService;
  readonly applications: ApplicationService;
  readonly applicationCounters: ApplicationCounters;
  readonly contentImport: ContentImportService;
  readonly proposals: ProposalService;
  readonly auditExport: AuditExportService;
  readonly packs: PackService;
  readonly draftPacks: DraftPackService;
  readonly recordedEvents: RecordedEvents;
  readonly verification: VerificationService;
  readonly doctor: DoctorService;
  readonly database: Database;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

export interface CliContext {
  /** @throws ConfigError */
  config(): Config;
  /** Services on the data folder; a server may be running on it at the same time. */
  open(config: Config): Promise<CliServices>;
  /** Recognition on files, without a database. */
  openLocalRecognition(config: Config): Promise<LocalRecognition>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Opens the services, runs the work and closes them whatever happens. */
export async function withServices<T>(
  context: CliContext,
  work: (services: CliServices, config: Config) => Promise<T>,
): Promise<T> {
  const config = context.config();
  const services = await context.open(config);
  try {
    return await work(services, config);
  } finally {
    await services.close();
  }
}

/** Opens recognition on files, runs the work and frees it whatever happens. */
export async function withLocalRecognition<T>(
  context: CliContext,
  work: (recognition: LocalRecognition) => Promise<T>,
): Promise<T> {
  const recognition = await context.openLocalRecognition(context.config());
  try {
    return await work(recognition);
  } finally {
    await recognition.close();
  }
}
