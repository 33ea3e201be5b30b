import { actionMemberNames } from '../content/actions/action.members.js';
import { titleMemberNames } from '../content/titles/title.members.js';
import { zoneColumns } from '../documents/zones/zone.members.js';

/** The fields whose changes the operation log records, by the name of their entity. Others are not recorded. */
export const recordedFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Node: ['name', 'parentId', 'order'],
  Document: ['defaultLanguage', 'status', 'contentType'],
  DocumentLanguage: ['languageCode'],
  Image: ['status', 'autoTrigger'],
  Zone: [...zoneColumns, 'status'],
  Title: titleMemberNames,
  Action: ['nodeId', 'languageCode', ...actionMemberNames],
  Property: ['type', 'name', 'value'],
  Icon: ['nodeId', 'name', 'tags'],
  Organization: [
    'languageCode',
    'timeZone',
    'accountType',
    'validityDate',
    'mobileApiAuthorized',
    'webApiAuthorized',
    'hostPolicy',
    'retentionDays',
  ],
  User: ['organizationId', 'userName', 'mail', 'firstName', 'lastName', 'status', 'gender'],
  UserRole: ['role'],
  Picture: ['name', 'data', 'keywords'],
  PublishableKey: ['name', 'origins', 'scansPerMinute'],
};

/** Of these it records only that they changed: the member, and its name in words. */
export const secretFields: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  apiKeyHash: 'apiKey',
};
