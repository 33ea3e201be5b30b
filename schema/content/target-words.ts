/** Words and enumerations that targets share, read and written. */
import { actionTypes } from '../../src/content/actions/action.entity.js';
import { frequencies, placeTypes, telephoneTypes } from '../../src/content/actions/content-shapes.js';
import { enumType } from '../builder.js';

export const ActionTypeEnum = enumType('ActionType', {
  description: 'What an action does.',
  values: actionTypes,
});

/** Descriptions that what is read and what is written share. */
export const SAYS = {
  url: 'The address; not one that runs code or reads files of the phone.',
  isEmbeddedWebView: 'Open it within the application.',
  isAnonymous: 'Open it without saying who the reader is.',
  contentType: 'MIME type of what the address answers.',
  mail: 'Who is written to.',
  subject: 'Subject.',
  body: 'Text of the message.',
  number: 'Telephone number.',
  latitude: 'Degrees, −90 to 90; with longitude.',
  longitude: 'Degrees, −180 to 180; with latitude.',
  searchAddress: 'What is searched for on the map, instead of a point.',
  shareText: 'Text beside the address.',
  firstName: 'First name.',
  lastName: 'Last name.',
  organization: 'Organization.',
  photoUrl: 'Address of a photo.',
  telephones: 'Telephone numbers.',
  emails: 'Mail addresses.',
  addresses: 'Postal addresses.',
  summary: 'What takes place.',
  start: 'When it begins.',
  end: 'When it ends, after its start.',
  location: 'Where.',
  description: 'More about it.',
  organizerMail: 'Mail address of the organizer.',
  attendeeMail: 'Mail address of an attendee.',
  recurrence: 'How it comes again; never when left out.',
  street: 'Street and number.',
  zipCode: 'Postal code.',
  city: 'City.',
  country: 'Country.',
  frequency: 'Every day, week, month …',
  interval: 'Every how many of them; 1 when left out.',
} as const;

export const TelephoneType = enumType('TelephoneType', {
  description: 'What a telephone is, or where.',
  values: telephoneTypes,
});
export const ContactPlace = enumType('ContactPlace', {
  description: 'Where somebody is reached.',
  values: placeTypes,
});
export const Frequency = enumType('RecurrenceFrequency', {
  description: 'How often an event comes again.',
  values: frequencies,
});
