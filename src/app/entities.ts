/** Every entity of the database, listed once. */
import { AccessToken } from '../accounts/access-token.entity.js';
import { CreditTransfer } from '../accounts/credit-transfer.entity.js';
import { PageMovement } from '../accounts/page-movement.entity.js';
import { UserRole } from '../accounts/user-role.entity.js';
import { User } from '../accounts/user.entity.js';
import { Action } from '../content/action.entity.js';
import { DocumentLanguage } from '../content/document-language.entity.js';
import { Icon } from '../content/icon.entity.js';
import { Property } from '../content/property.entity.js';
import { Title } from '../content/title.entity.js';
import { ApplicationCounter } from '../engine/application-counter.entity.js';
import { Application } from '../engine/application.entity.js';
import { ReferenceImport, ReferenceImportLine } from '../engine/reference-import.entity.js';
import { ReferenceKeyword } from '../engine/reference-keyword.entity.js';
import { Reference } from '../engine/reference.entity.js';
import { OperationRecord } from '../insight/operation-record.entity.js';
import { Job } from '../jobs/job.entity.js';
import { StoredFile } from '../media/stored-file.entity.js';
import { Picture } from '../pictures/picture.entity.js';
import { Click } from '../recognition/click.entity.js';
import { Match } from '../recognition/match.entity.js';
import { Document } from '../tree/document.entity.js';
import { Image } from '../tree/image.entity.js';
import { Node } from '../tree/node.entity.js';
import { Organization } from '../tree/organization.entity.js';
import { Zone } from '../tree/zone.entity.js';

export const entities = [
  AccessToken,
  Action,
  Application,
  ApplicationCounter,
  Click,
  CreditTransfer,
  Document,
  DocumentLanguage,
  Icon,
  Image,
  Job,
  Match,
  Node,
  OperationRecord,
  Organization,
  PageMovement,
  Picture,
  Property,
  Reference,
  ReferenceImport,
  ReferenceImportLine,
  ReferenceKeyword,
  StoredFile,
  Title,
  User,
  UserRole,
  Zone,
];
