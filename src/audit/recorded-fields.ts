/** What the operation log tells of changes: members by the name of their entity. What is not listed is not told. */
export const recordedFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Node: ['name', 'parentId', 'order'],
  Document: ['defaultLanguage', 'status', 'contentType'],
  DocumentLanguage: ['languageCode'],
  Image: ['status', 'autoTrigger'],
  Zone: ['positionXPercent', 'positionYPercent', 'widthPercent', 'heightPercent', 'status', 'autoTrigger'],
  Title: ['value', 'style'],
  Action: ['nodeId', 'name', 'type', 'content', 'languageCode', 'iconId', 'priority', 'order', 'style'],
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

/** Of these only that they changed is told: the member, and what it is called. */
export const secretFields: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  apiKeyHash: 'apiKey',
};
