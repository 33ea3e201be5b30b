/** Every entity of the database, listed once. */
import { RateCount } from '../access/rate-count.entity.js';
import { AccessToken } from '../accounts/access-token.entity.js';
import { PreviewLink } from '../publishing/documents/preview-link.entity.js';
import { PublishableKey } from '../accounts/publishable-key.entity.js';
import { UserRole } from '../accounts/user-role.entity.js';
import { User } from '../accounts/user.entity.js';
import { ApplicationCounter } from '../applications/application-counter.entity.js';
import { Application } from '../applications/application.entity.js';
import { ReferenceImport, ReferenceImportLine } from '../applications/imports/reference-import.entity.js';
import { ReferenceKeyword } from '../applications/references/reference-keyword.entity.js';
import { RecognitionCounter } from '../applications/references/recognition-counter.entity.js';
import { ReferenceMetadata } from '../applications/references/reference-metadata.entity.js';
import { ReferencePicture } from '../applications/references/reference-picture.entity.js';
import { Reference } from '../applications/references/reference.entity.js';
import { SharedSnapshot } from '../applications/feed/shared-snapshot.entity.js';
import { AnsweredRequest } from '../audit/answered-request.entity.js';
import { DocumentChange } from '../audit/history/document-change.entity.js';
import { OperationRecord } from '../audit/operation-record.entity.js';
import { Action } from '../content/action.entity.js';
import { DocumentLanguage } from '../content/document-language.entity.js';
import { Draft, DraftChange } from '../content/drafts/draft.entity.js';
import { Icon } from '../content/icon.entity.js';
import { Property } from '../content/property.entity.js';
import { Title } from '../content/title.entity.js';
import { CreditTransfer } from '../credits/credit-transfer.entity.js';
import { PageMovement } from '../credits/page-movement.entity.js';
import { ChangeMark } from '../db/change-mark.entity.js';
import { Installation } from '../db/installation.entity.js';
import { Document } from '../hierarchy/document.entity.js';
import { Image } from '../hierarchy/image.entity.js';
import { Node } from '../hierarchy/node.entity.js';
import { Organization } from '../hierarchy/organization.entity.js';
import { TrashEntry } from '../hierarchy/trash-entry.entity.js';
import { Zone } from '../hierarchy/zone.entity.js';
import { Job } from '../jobs/job.entity.js';
import { StoredFile } from '../media/stored-file.entity.js';
import { Picture } from '../pictures/picture.entity.js';
import { TextUndo } from '../publishing/texts/text-undo.entity.js';
import { PagesOfDay } from '../publishing/pages/pages-of-day.entity.js';
import { ComparisonLink } from '../publishing/proofs/comparison-link.entity.js';
import { KeptComparison } from '../publishing/proofs/kept-comparison.entity.js';
import { Click } from '../recognition/click.entity.js';
import { Match } from '../recognition/match.entity.js';
import { UnmatchedScan } from '../recognition/unmatched-scan.entity.js';
import { Webhook, WebhookDelivery } from '../webhooks/webhook.entity.js';

export const entities = [
  AccessToken,
  Action,
  AnsweredRequest,
  Application,
  ApplicationCounter,
  ChangeMark,
  Click,
  ComparisonLink,
  CreditTransfer,
  Document,
  DocumentChange,
  DocumentLanguage,
  Draft,
  DraftChange,
  Icon,
  Image,
  Installation,
  Job,
  KeptComparison,
  Match,
  Node,
  OperationRecord,
  Organization,
  PageMovement,
  PagesOfDay,
  Picture,
  Property,
  PreviewLink,
  PublishableKey,
  RateCount,
  RecognitionCounter,
  Reference,
  ReferenceImport,
  ReferenceImportLine,
  ReferenceKeyword,
  ReferenceMetadata,
  ReferencePicture,
  SharedSnapshot,
  StoredFile,
  TextUndo,
  Title,
  TrashEntry,
  UnmatchedScan,
  User,
  UserRole,
  Webhook,
  WebhookDelivery,
  Zone,
];
