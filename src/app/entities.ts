/** Every entity of the database, listed once. */
import { RateCount } from '../access/rate-count.entity.js';
import { AccessToken } from '../users/sessions/access-token.entity.js';
import { SessionUse } from '../users/sessions/session-use.entity.js';
import { Document, PreviewGuest, PreviewLink } from '../documents/document.entity.js';
import { PublishableKey } from '../users/publishable-key.entity.js';
import { MachineToken, MachineTokenUse } from '../users/machine-tokens/machine-token.entity.js';
import { ExternalIdentity, SignInProvider, SignInSession } from '../users/sign-in/sign-in.entity.js';
import { DirectoryGroup, DirectoryMember, DirectoryUser } from '../users/directory/directory.entity.js';
import { SavedFilter } from '../users/saved-filters/saved-filter.entity.js';
import { MadeRole, UserMadeRole } from '../users/made-roles/made-role.entity.js';
import { MailChoice, User, UserRole } from '../users/user.entity.js';
import {
  Authenticator,
  Passkey,
  RecoveryCode,
  SecondFactorRule,
} from '../users/second-factors/second-factor.entity.js';
import { ApplicationCounter, Application } from '../engine/application.entity.js';
import { ReferenceImport, ReferenceImportLine } from '../engine/imports/reference-import.entity.js';
import {
  ReferenceKeyword,
  RecognitionCounter,
  ReferenceMetadata,
  ReferencePicture,
  Reference,
} from '../engine/references/reference.entity.js';
import { SharedSnapshot } from '../engine/feed/shared-snapshot.entity.js';
import { AnsweredRequest } from '../audit/answered-request.entity.js';
import { DocumentChange } from '../documents/history/document-change.entity.js';
import { AuditChain } from '../audit/chain/audit-chain.entity.js';
import { AuditDelivery } from '../audit/delivery/audit-delivery.entity.js';
import { OperationRecord } from '../audit/operation-record.entity.js';
import { Action } from '../content/actions/action.entity.js';
import { DocumentLanguage } from '../content/languages/document-language.entity.js';
import { Comment } from '../documents/comments/comment.entity.js';
import { Draft, DraftChange, FolderRule } from '../documents/drafts/draft.entity.js';
import { Icon } from '../content/icons/icon.entity.js';
import { Property } from '../content/properties/property.entity.js';
import { Title } from '../content/titles/title.entity.js';
import { CreditTransfer, PageMovement } from '../credits/credit-movements.entity.js';
import { Pack } from '../packs/pack.entity.js';
import { ChangeMark } from '../db/change-mark.entity.js';
import { Installation } from '../db/installation.js';
import { Image, PagesOfDay } from '../documents/pages/image.entity.js';
import { PageText } from '../documents/page-texts/page-text.entity.js';
import { Proposal } from '../documents/proposals/proposal.entity.js';
import { WatchedLink } from '../documents/links/watched-link.entity.js';
import { Node, TrashEntry } from '../tree/node.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { OrganizationUse } from '../credits/limits/organization-use.entity.js';
import { Zone } from '../documents/zones/zone.entity.js';
import { Job } from '../jobs/job.entity.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import { ShortAddress } from '../short-addresses/short-address.entity.js';
import { Picture } from '../pictures/picture.entity.js';
import { TextUndo } from '../documents/texts/text-undo.entity.js';
import {
  ComparisonApproval,
  ComparisonDecision,
  ComparisonProfile,
  ComparisonLink,
  KeptComparison,
} from '../proofs/kept/kept-comparison.entity.js';
import { Click } from '../readers/click.entity.js';
import { InboxDismissal } from '../statistics/inbox/inbox-dismissal.entity.js';
import { EventPosition } from '../readers/events/event-number.js';
import { Match, UnmatchedScan } from '../readers/match.entity.js';
import { Webhook, WebhookDelivery } from '../webhooks/webhook.entity.js';

export const entities = [
  AccessToken,
  Action,
  AnsweredRequest,
  Application,
  ApplicationCounter,
  AuditChain,
  AuditDelivery,
  Authenticator,
  ChangeMark,
  Click,
  Comment,
  ComparisonApproval,
  ComparisonDecision,
  ComparisonLink,
  ComparisonProfile,
  CreditTransfer,
  DirectoryGroup,
  DirectoryMember,
  DirectoryUser,
  Document,
  DocumentChange,
  DocumentLanguage,
  Draft,
  DraftChange,
  FolderRule,
  EventPosition,
  ExternalIdentity,
  Icon,
  Image,
  InboxDismissal,
  Installation,
  Job,
  KeptComparison,
  MachineToken,
  MachineTokenUse,
  MailChoice,
  Match,
  Node,
  OperationRecord,
  Organization,
  OrganizationUse,
  Pack,
  PageMovement,
  PagesOfDay,
  Passkey,
  Picture,
  Property,
  PageText,
  Proposal,
  PreviewGuest,
  PreviewLink,
  PublishableKey,
  RateCount,
  RecognitionCounter,
  RecoveryCode,
  Reference,
  ReferenceImport,
  ReferenceImportLine,
  ReferenceKeyword,
  ReferenceMetadata,
  ReferencePicture,
  SavedFilter,
  SecondFactorRule,
  SessionUse,
  SharedSnapshot,
  ShortAddress,
  SignInProvider,
  SignInSession,
  StoredFile,
  TextUndo,
  Title,
  TrashEntry,
  UnmatchedScan,
  User,
  UserRole,
  MadeRole,
  UserMadeRole,
  WatchedLink,
  Webhook,
  WebhookDelivery,
  Zone,
];
