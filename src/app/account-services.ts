/** Builds the services of accounts and organizations; the command line needs these and no recognition. */
import { PasswordHasher } from '../access/passwords.js';
import { Secrets } from '../access/secrets.js';
import { AccountService } from '../users/account.service.js';
import { AuthService } from '../users/sessions/auth.service.js';
import { CreditLedger } from '../credits/credit-ledger.js';
import { CreditHistory } from '../users/credit-history.js';
import { CreditService } from '../users/credit.service.js';
import { DirectoryGroupService } from '../users/directory/directory-group.service.js';
import { DirectoryRoles } from '../users/directory/directory-roles.js';
import { DirectoryUserService } from '../users/directory/directory-user.service.js';
import { MachineTokenService } from '../users/machine-tokens/machine-token.service.js';
import { TokenUses } from '../users/machine-tokens/token-uses.js';
import { OwnPasswordService } from '../users/passwords/own-password.service.js';
import { PasswordCheck } from '../users/passwords/password-check.js';
import { PasswordLinkService } from '../users/passwords/password-link.service.js';
import { PasswordRecovery } from '../users/passwords/password-recovery.js';
import { MadeRoleService } from '../users/made-roles/made-role.service.js';
import { PublishableKeyService } from '../users/publishable-key.service.js';
import { RoleService } from '../users/role.service.js';
import { FactorProofs } from '../users/second-factors/factor-proofs.js';
import { FactorRuleService } from '../users/second-factors/factor-rule.service.js';
import { LoginSteps } from '../users/second-factors/login-steps.js';
import { SecondFactorService } from '../users/second-factors/second-factor.service.js';
import { LoginListService } from '../users/sessions/login-list.service.js';
import { SessionUses } from '../users/sessions/session-uses.js';
import { SessionService } from '../users/sessions/session.service.js';
import { OidcClient } from '../users/sign-in/oidc-client.js';
import { SignInProviderService } from '../users/sign-in/sign-in-provider.service.js';
import { SignInUsers } from '../users/sign-in/sign-in-users.js';
import { SignInService } from '../users/sign-in/sign-in.service.js';
import { StoredHashKinds } from '../users/passwords/stored-hash-kinds.js';
import { TokenIssuer } from '../users/sessions/token-issuer.js';
import { UserService } from '../users/user.service.js';
import { ViewerLoader } from '../users/viewer-loader.js';
import { LanguageService } from '../content/languages/language.service.js';
import { AnsweredRequests } from '../audit/answered-requests.js';
import { AuditSealer } from '../audit/chain/audit-sealer.js';
import { OperationLog } from '../audit/operation-log.js';
import type { FileStore } from '../media/blobs/file-store.js';
import type { ImageDecoder } from '../media/pictures/image-decoder.js';
import { GuardedNodes } from '../tree/guarded-nodes.js';
import { NodeStore } from '../tree/node.store.js';
import { OrganizationReader } from '../organizations/organization.reader.js';
import { OrganizationLogos } from '../organizations/organization-logos.js';
import {
  type OrganizationApplications,
  OrganizationService,
  type SubtreeRemoval,
} from '../organizations/organization.service.js';
import type { Foundations } from './core-services.js';
import type { AccessLimits } from './limits.js';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.js';
import type { Config } from '../config.js';
import { MailFolder } from '../users/mail/mail-folder.js';
import type { MailSink } from '../users/mail/mail.js';
import { SmtpOutbox } from '../users/mail/smtp-outbox.js';

/** What is needed by everybody and needs nobody. */
export function createAccountFoundations({ config, database, clock, logger }: Foundations) {
  const secrets = Secrets.open(config);
  const onFailure = (error: unknown) =>
    logger.error(error, 'Entries of the operation log could not be chained; they are tried again');
  const auditSealer = new AuditSealer({ database, secrets, onFailure });
  return {
    secrets,
    auditSealer,
    mailbox: openMailbox(config, { clock, logger }),
    nodeStore: new NodeStore(clock),
    operations: new OperationLog(database, clock, auditSealer.written),
    creditLedger: new CreditLedger(clock),
  };
}
export type AccountFoundations = ReturnType<typeof createAccountFoundations>;

export function createAccountServices(
  { config, database, clock, logger, passwordCost }: Foundations,
  { secrets, nodeStore, operations, creditLedger, mailbox }: AccountFoundations,
  applications: OrganizationApplications,
  subtrees: SubtreeRemoval,
  media: { readonly imageDecoder: ImageDecoder; readonly fileStore: FileStore },
  { logins, secondFactors: factorThrottle, usage, organizations: organizationLimits }: AccessLimits,
) {
  const hasher = new PasswordHasher(passwordCost);
  const recovery = new PasswordRecovery(
    database,
    secrets,
    mailbox,
    clock,
    config.publicUrl,
    usage,
    logger,
    hasher,
  );
  const kinds = new StoredHashKinds(database, hasher.ownKind);
  const passwords = new PasswordCheck(database, logins, hasher, kinds, logger);
  const issuer = new TokenIssuer(database, secrets, clock, config);
  const sessionUses = new SessionUses(database, clock, (error) =>
    logger.warn({ err: error }, 'Uses of log-ins could not be written.'),
  );
  const viewers = new ViewerLoader(database, (tokenId) => sessionUses.note(tokenId));
  const proofs = new FactorProofs(database, secrets, clock);
  const factorParts = { database, secrets, clock, operations, proofs, throttle: factorThrottle };
  const steps = new LoginSteps({ ...factorParts, issuer });
  const logos = new OrganizationLogos(database, nodeStore, operations, media.imageDecoder, media.fileStore);
  const users = new UserService({ database, operations, clock, recovery, usage, hasher, kinds });
  const guarded = new GuardedNodes(nodeStore);
  const machineTokenUses = new TokenUses(database, clock, (error) =>
    logger.warn({ err: error }, 'Uses of machine tokens could not be written; they are tried again.'),
  );
  const machineTokens = new MachineTokenService({
    database,
    secrets,
    clock,
    guarded,
    operations,
    uses: machineTokenUses,
  });
  const oidc = new OidcClient(config.signIn);
  const signInProviders = new SignInProviderService({
    database,
    secrets,
    clock,
    guarded,
    operations,
    client: oidc,
  });
  const directory = {
    database,
    clock,
    operations,
    roles: new DirectoryRoles({ operations, clock }),
  };
  return {
    organizationLimits,
    directoryUsers: new DirectoryUserService(directory),
    directoryGroups: new DirectoryGroupService(directory),
    signInProviders,
    signIn: new SignInService({
      database,
      secrets,
      clock,
      issuer,
      client: oidc,
      users: new SignInUsers({ database, clock, operations }),
      providers: signInProviders,
      used: new AnsweredRequests(database, clock, secrets),
    }),
    secondFactors: new SecondFactorService({ ...factorParts, passwords, steps }),
    factorRules: new FactorRuleService({ database, clock, operations, guarded }),
    auth: new AuthService(database, secrets, clock, passwords, viewers, steps, {
      tokens: machineTokens,
      uses: machineTokenUses,
    }),
    machineTokens,
    machineTokenUses,
    sessionUses,
    loginList: new LoginListService({ database, secrets, clock, operations, uses: sessionUses }),
    viewers,
    sessions: new SessionService(database, secrets, clock, passwords, issuer, viewers, steps),
    publishableKeys: new PublishableKeyService({
      database,
      clock,
      guarded,
      operations,
    }),
    users,
    passwordRecovery: recovery,
    passwordLinks: new PasswordLinkService({ database, secrets, clock, operations, recovery }),
    ownPassword: new OwnPasswordService(database, passwords, users),
    creditHistory: new CreditHistory(database),
    roles: new RoleService(database, operations),
    madeRoles: new MadeRoleService({ database, clock, guarded, operations }),
    accounts: new AccountService(database, organizationLimits),
    credits: new CreditService(database, creditLedger, operations),
    organizations: new OrganizationService(
      database,
      nodeStore,
      secrets,
      operations,
      applications,
      subtrees,
      new OrganizationReader(secrets),
      logos,
      creditLedger,
      new LanguageService(),
    ),
  };
}
export type AccountServices = ReturnType<typeof createAccountServices>;

/** Chooses how mails leave: by SMTP where a server is named, else into a folder. */
function openMailbox(
  { smtp, mailFolder }: Pick<Config, 'smtp' | 'mailFolder'>,
  surroundings: { readonly clock: Clock; readonly logger: Logger },
): MailSink {
  if (smtp === null) return new MailFolder(mailFolder);
  return new SmtpOutbox({ ...smtp, ...surroundings, folder: join(mailFolder, 'outgoing') });
}
