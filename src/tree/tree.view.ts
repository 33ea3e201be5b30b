/** Views of the elements of the tree as the platform's clients know them. */
import type {
  DocumentView,
  FileView,
  FolderView,
  ImageAndZonesView,
  ImageView,
  NodeView,
  OrganizationView,
} from '../documents/views.js';
import { z } from 'zod';
import { accountTypes } from '../organizations/organization.entity.js';
import { fileKinds } from '../media/blobs/stored-file.entity.js';
import { activityStatuses, processingStates } from '../documents/document.entity.js';
import { nodeTypes } from './node.entity.js';
import { recognizabilityShape, recognizabilityView } from '../engine/references/recognizability.view.js';
import {
  type FileUrl,
  address,
  dates,
  datesOf,
  guid,
  optionalAddress,
  optionalText,
  shape,
  text,
  whole,
  windowShape,
} from '../rest/platform/shapes.js';

import { zoneShape, zoneView } from '../documents/zones/zone.view.js';
import { view } from '../rest/shared/view.js';
import { type DrawingWarning, drawingWarningCodes } from '../kernel/drawing-warning.js';

const status = z.enum(activityStatuses);

const warningShape = shape('DrawingWarning', 'Something that is not drawn as it is printed', {
  Code: z
    .enum(drawingWarningCodes)
    .describe(
      'Fonts that the file does not hold, pictures that cannot be read, pages that are not there, inks that overprint, or forms and files that are not drawn',
    ),
  Names: z.array(text).describe('Names of fonts, inks or files, codings of pictures, or numbers of pages'),
});

const warningView = view(warningShape, ({ code, names }: DrawingWarning) => ({
  Code: code,
  Names: [...names],
}));

const warningsShape = z.array(warningShape).describe('What is not drawn as it is printed; usually nothing');
const warningsOf = (warnings: readonly DrawingWarning[]) => warnings.map(warningView.of);

const nodeShape = shape('Node', 'An element of the hierarchy', {
  Id: guid,
  Type: z.enum(nodeTypes),
  ParentId: guid.nullable(),
  Name: text,
});

export const nodeView = view(nodeShape, ({ id, type, parentId, name }: NodeView) => ({
  Id: id,
  Type: type,
  ParentId: parentId,
  Name: name,
}));

export const stepShape = shape('PathStep', 'A step on the way to an element', {
  Id: guid,
  Type: z.enum(nodeTypes),
  Name: text,
});

/** One step of the way from an element up to its organization. */
export const stepView = view(stepShape, ({ id, type, name }: NodeView) => ({
  Id: id,
  Type: type,
  Name: name,
}));

const folderShape = shape('Folder', 'Holds folders and documents', {
  Id: guid,
  ParentId: guid.nullable(),
  Name: text,
  ...dates,
});

export const folderView = view(folderShape, (folder: FolderView) => ({
  Id: folder.id,
  ParentId: folder.parentId,
  Name: folder.name,
  ...datesOf(folder),
}));

const organizationShape = shape('Organization', 'A tenant, or a part of one', {
  Id: guid,
  ParentId: guid.nullable(),
  Logo: optionalAddress,
  LanguageCode: text,
  TimeZone: text.describe('Of days and times that are written without one'),
  Name: text,
  ApiKey: optionalText.describe('For administrators only; null for everybody else'),
  AccountType: z.enum(accountTypes),
  MobileApiAuthorized: z.boolean().describe('Whether its applications may recognize'),
  WebApiAuthorized: z.boolean().describe('Whether its users may manage'),
  IRProviderId: guid,
  ActivationCumul: whole.describe('Pages activated at least once'),
  DeactivationCumul: whole.describe('Pages that stopped being active'),
  TotalDebit: whole,
  TotalCredit: whole,
  PicturesCount: whole
    .nullable()
    .describe('For organizations with pictures; counted on ?GetPicturesCount=true'),
  ...dates,
});

export const organizationView = view(
  organizationShape,
  (organization: OrganizationView, fileUrl: FileUrl) => ({
    Id: organization.id,
    ParentId: organization.parentId,
    Logo: fileUrl(organization.logoFileId),
    LanguageCode: organization.languageCode,
    TimeZone: organization.timeZone,
    Name: organization.name,
    ApiKey: organization.apiKey,
    AccountType: organization.accountType,
    MobileApiAuthorized: organization.mobileApiAuthorized,
    WebApiAuthorized: organization.webApiAuthorized,
    IRProviderId: organization.irProviderId,
    ActivationCumul: organization.activationCumul,
    DeactivationCumul: organization.deactivationCumul,
    TotalDebit: organization.totalDebit,
    TotalCredit: organization.totalCredit,
    PicturesCount: organization.picturesCount,
    ...datesOf(organization),
  }),
);

const documentShape = shape('Document', 'A file whose pages are recognized', {
  Id: guid,
  ParentId: guid.nullable(),
  DefaultLanguage: text,
  Name: text,
  ContentType: text,
  Pages: whole,
  UnrecognizablePages: whole.describe('Pages with too little detail for any photo to find them'),
  ActionCount: whole.describe('Its own actions and those of its pages and zones'),
  Status: status,
  TimeWindow: windowShape,
  Cover: optionalAddress,
  Processing: z.enum(processingStates).describe('How far the creation of its pages is'),
  FailureReason: optionalText,
  Warnings: warningsShape,
  Progress: z.number().min(0).max(1),
  ...dates,
});

/** `Processing`, `FailureReason` and `Progress` tell of the creation of pages in the background. */
export const documentView = view(documentShape, (document: DocumentView, fileUrl: FileUrl) => ({
  Id: document.id,
  ParentId: document.parentId,
  DefaultLanguage: document.defaultLanguage,
  Name: document.name,
  ContentType: document.contentType,
  Pages: document.pages,
  UnrecognizablePages: document.unrecognizablePages,
  ActionCount: document.actionCount,
  Status: document.status,
  TimeWindow: document.timeWindow,
  Cover: fileUrl(document.coverFileId),
  Processing: document.processing,
  FailureReason: document.failureReason,
  Warnings: warningsOf(document.warnings),
  Progress: document.progress,
  ...datesOf(document),
}));

const image = {
  Id: guid,
  DocumentId: guid,
  Status: status,
  Name: text,
  ActionCount: whole.describe('Its own actions and those of its zones'),
  ZoneCount: whole,
  Recognizability: recognizabilityShape,
  Warnings: warningsShape,
  Order: whole.min(1),
  AutoTrigger: z.boolean().nullable(),
  TimeWindow: windowShape,
  SmallThumbnail: optionalAddress.describe('100 px'),
  BigThumbnail: optionalAddress.describe('700 px'),
  ...dates,
};

const imageShape = shape('Image', 'A page of a document', image);

export const imageView = view(imageShape, (image: ImageView, fileUrl: FileUrl) => ({
  Id: image.id,
  DocumentId: image.documentId,
  Status: image.status,
  Name: image.name,
  ActionCount: image.actionCount,
  ZoneCount: image.zoneCount,
  Recognizability: recognizabilityView.of(image.recognizability),
  Warnings: warningsOf(image.warnings),
  Order: image.order,
  AutoTrigger: image.autoTrigger,
  TimeWindow: image.timeWindow,
  SmallThumbnail: fileUrl(image.smallThumbnailFileId),
  BigThumbnail: fileUrl(image.bigThumbnailFileId),
  ...datesOf(image),
}));

const imageAndZonesShape = shape('ImageAndZones', 'An image with its zones', {
  ...image,
  AutoTrigger: z.boolean(),
  Zones: z.array(zoneShape),
});

export const imageAndZonesView = view(imageAndZonesShape, (image: ImageAndZonesView, fileUrl: FileUrl) => ({
  ...imageView.of(image, fileUrl),
  AutoTrigger: image.autoTrigger ?? false,
  Zones: image.zones.map((zone) => zoneView.of(zone, fileUrl)),
}));

const fileShape = shape('File', 'An original or a thumbnail', {
  Id: guid,
  DocumentId: guid,
  ImageId: guid.nullable(),
  ZoneId: guid.nullable(),
  Type: z.enum(fileKinds),
  ContentType: text,
  Url: address,
  Size: whole.describe('Bytes'),
});

export const fileView = view(fileShape, (file: FileView, fileUrl: FileUrl) => ({
  Id: file.id,
  DocumentId: file.documentId,
  ImageId: file.imageId,
  ZoneId: file.zoneId,
  Type: file.kind,
  ContentType: file.contentType,
  Url: fileUrl(file.id),
  Size: file.sizeBytes,
}));
