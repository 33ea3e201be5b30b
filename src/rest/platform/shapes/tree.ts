/** Shapes of the elements of the tree. */
import { z } from 'zod';
import { accountTypes } from '../../../hierarchy/organization.entity.js';
import { fileKinds } from '../../../media/stored-file.entity.js';
import { activityStatuses, processingStates } from '../../../hierarchy/document.entity.js';
import { nodeTypes } from '../../../hierarchy/node.entity.js';
import { address, dates, guid, optionalAddress, optionalText, shape, text, whole } from './common.js';

const status = z.enum(activityStatuses);
const percent = whole.min(0).max(100).describe('Percentage of the image');

export const nodeShape = shape('Node', 'An element of the hierarchy', {
  Id: guid,
  Type: z.enum(nodeTypes),
  ParentId: guid.nullable(),
  Name: text,
});

export const stepShape = shape('PathStep', 'A step on the way to an element', {
  Id: guid,
  Type: z.enum(nodeTypes),
  Name: text,
});

export const folderShape = shape('Folder', 'Holds folders and documents', {
  Id: guid,
  ParentId: guid.nullable(),
  Name: text,
  ...dates,
});

export const organizationShape = shape('Organization', 'A tenant, or a part of one', {
  Id: guid,
  ParentId: guid.nullable(),
  Logo: optionalAddress,
  LanguageCode: text,
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

export const documentShape = shape('Document', 'A file whose pages are recognized', {
  Id: guid,
  ParentId: guid.nullable(),
  DefaultLanguage: text,
  Name: text,
  ContentType: text,
  Pages: whole,
  ActionCount: whole.describe('Its own actions and those of its pages and zones'),
  Status: status,
  Cover: optionalAddress,
  Processing: z.enum(processingStates).describe('How far the creation of its pages is'),
  FailureReason: optionalText,
  Progress: z.number().min(0).max(1),
  ...dates,
});

const image = {
  Id: guid,
  DocumentId: guid,
  Status: status,
  Name: text,
  ActionCount: whole.describe('Its own actions and those of its zones'),
  ZoneCount: whole,
  Order: whole.min(1),
  AutoTrigger: z.boolean().nullable(),
  SmallThumbnail: optionalAddress.describe('100 px'),
  BigThumbnail: optionalAddress.describe('700 px'),
  ...dates,
};

export const imageShape = shape('Image', 'A page of a document', image);

export const zoneShape = shape('Zone', 'A part of an image that is recognized on its own', {
  Id: guid,
  ImageId: guid,
  Height: percent,
  Width: percent,
  PositionX: percent,
  PositionY: percent,
  Status: status,
  Name: text,
  ActionCount: whole,
  Order: whole.min(1),
  AutoTrigger: z.boolean().nullable(),
  SmallThumbnail: optionalAddress.describe('100 px'),
  BigThumbnail: optionalAddress.describe('700 px'),
  ...dates,
});

export const imageAndZonesShape = shape('ImageAndZones', 'An image with its zones', {
  ...image,
  AutoTrigger: z.boolean(),
  Zones: z.array(zoneShape),
});

export const fileShape = shape('File', 'An original or a thumbnail', {
  Id: guid,
  DocumentId: guid,
  ImageId: guid.nullable(),
  ZoneId: guid.nullable(),
  Type: z.enum(fileKinds),
  ContentType: text,
  Url: address,
  Size: whole.describe('Bytes'),
});
