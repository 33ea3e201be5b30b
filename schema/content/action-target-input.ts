/** Targets of actions as they are given: exactly one of the types. */
import { builder } from '../builder.js';
import { arg } from '../mutations.js';
import { ActionTypeEnum, ContactPlace, Frequency, SAYS, TelephoneType } from './target-words.js';

const extrasInput = arg.field({
  type: 'JSONObject',
  description: 'Members that the type does not name; they are stored as they are.',
});
const optional = (description: string) => arg.string({ description });
const required = (description: string) => arg.string({ required: true, description });
const address = arg.field({ type: 'URL', required: true, description: SAYS.url });

const UrlInput = builder.inputType('UrlTargetInput', {
  description: 'An address to open.',
  fields: () => ({
    url: address,
    isEmbeddedWebView: arg.boolean({ description: SAYS.isEmbeddedWebView }),
    isAnonymous: arg.boolean({ description: SAYS.isAnonymous }),
    contentType: optional(SAYS.contentType),
    extras: extrasInput,
  }),
});
const MailInput = builder.inputType('MailTargetInput', {
  description: 'A mail to begin.',
  fields: () => ({
    address: arg.field({ type: 'EmailAddress', required: true, description: SAYS.mail }),
    subject: optional(SAYS.subject),
    body: optional(SAYS.body),
    extras: extrasInput,
  }),
});
const PhoneInput = builder.inputType('PhoneTargetInput', {
  description: 'Somebody to call.',
  fields: () => ({ number: required(SAYS.number), extras: extrasInput }),
});
const SmsInput = builder.inputType('SmsTargetInput', {
  description: 'A text message to begin.',
  fields: () => ({ number: required(SAYS.number), body: optional(SAYS.body), extras: extrasInput }),
});
const MapInput = builder.inputType('MapTargetInput', {
  description: 'A place to show: latitude and longitude, or what is searched for.',
  fields: () => ({
    latitude: arg.float({ description: SAYS.latitude }),
    longitude: arg.float({ description: SAYS.longitude }),
    searchAddress: optional(SAYS.searchAddress),
    extras: extrasInput,
  }),
});
const ShareInput = builder.inputType('ShareTargetInput', {
  description: 'An address to share.',
  fields: () => ({ url: address, text: optional(SAYS.shareText), extras: extrasInput }),
});

const TelephoneInput = builder.inputType('ContactTelephoneInput', {
  description: 'A telephone of a contact.',
  fields: () => ({
    type: arg.field({ type: TelephoneType, required: true, description: 'What it is, or where.' }),
    number: required(SAYS.number),
  }),
});
const EmailInput = builder.inputType('ContactEmailInput', {
  description: 'A mail address of a contact.',
  fields: () => ({
    type: arg.field({ type: ContactPlace, required: true, description: 'Where.' }),
    address: arg.field({ type: 'EmailAddress', required: true, description: 'The address.' }),
  }),
});
const PostalAddressInput = builder.inputType('ContactAddressInput', {
  description: 'A postal address of a contact.',
  fields: () => ({
    type: arg.field({ type: ContactPlace, required: true, description: 'Where.' }),
    street: optional(SAYS.street),
    zipCode: optional(SAYS.zipCode),
    city: optional(SAYS.city),
    country: optional(SAYS.country),
  }),
});
export const ContactInput = builder.inputType('ContactTargetInput', {
  description: 'A contact to add.',
  fields: () => ({
    firstName: optional(SAYS.firstName),
    lastName: optional(SAYS.lastName),
    organization: optional(SAYS.organization),
    photoUrl: arg.field({ type: 'URL', description: SAYS.photoUrl }),
    telephones: arg.field({ type: [TelephoneInput], description: SAYS.telephones }),
    emails: arg.field({ type: [EmailInput], description: SAYS.emails }),
    addresses: arg.field({ type: [PostalAddressInput], description: SAYS.addresses }),
    vCard: optional('Instead of the other members: the contact as vCard.'),
    extras: extrasInput,
  }),
});

const RecurrenceInput = builder.inputType('EventRecurrenceInput', {
  description: 'How an event comes again.',
  fields: () => ({
    frequency: arg.field({ type: Frequency, required: true, description: SAYS.frequency }),
    interval: arg.int({ description: SAYS.interval }),
  }),
});
export const EventInput = builder.inputType('EventTargetInput', {
  description: 'An event to add to the calendar.',
  fields: () => ({
    summary: optional(SAYS.summary),
    start: arg.field({ type: 'DateTime', description: SAYS.start }),
    end: arg.field({ type: 'DateTime', description: SAYS.end }),
    location: optional(SAYS.location),
    description: optional(SAYS.description),
    organizerMail: arg.field({ type: 'EmailAddress', description: SAYS.organizerMail }),
    attendeeMail: arg.field({ type: 'EmailAddress', description: SAYS.attendeeMail }),
    recurrence: arg.field({ type: RecurrenceInput, description: SAYS.recurrence }),
    iCalendar: optional('Instead of the other members: the event as iCalendar.'),
    extras: extrasInput,
  }),
});

const LegacyInput = builder.inputType('LegacyTargetInput', {
  description:
    'A content that is stored as it is: `json` or `source`. Readers do not see one that breaks the rules of its type.',
  fields: () => ({
    type: arg.field({ type: ActionTypeEnum, description: 'RAW when left out.' }),
    json: arg.field({ type: 'JSON', description: 'The content.' }),
    source: optional('The content as text; of RAW it may be no JSON.'),
  }),
});

export const ActionTargetInput = builder.inputType('ActionTargetInput', {
  description: 'What an action opens: exactly one of the members, which says its type, too.',
  isOneOf: true,
  fields: () => ({
    url: arg.field({ type: UrlInput, description: 'Opens an address.' }),
    mail: arg.field({ type: MailInput, description: 'Begins a mail.' }),
    phone: arg.field({ type: PhoneInput, description: 'Calls somebody.' }),
    sms: arg.field({ type: SmsInput, description: 'Begins a text message.' }),
    map: arg.field({ type: MapInput, description: 'Shows a place.' }),
    share: arg.field({ type: ShareInput, description: 'Lets the reader share an address.' }),
    contact: arg.field({ type: ContactInput, description: 'Adds a contact.' }),
    event: arg.field({ type: EventInput, description: 'Adds an event.' }),
    legacy: arg.field({ type: LegacyInput, description: 'A content that is stored as it is.' }),
  }),
});
