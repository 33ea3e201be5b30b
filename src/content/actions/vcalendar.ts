/** Calendar events as iCalendar 2.0 (RFC 5545). */
import ical, { type ICalEventRepeatingFreq } from 'ical-generator';
import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { type CalendarEvent, isMail } from './content-shapes.js';

/** The same event always gives the same text, so that a phone that opens it twice keeps one entry. */
export function toVCalendar(event: CalendarEvent): string {
  const start = new Date(event.Start);
  const calendar = ical({ prodId: { company: 'Loupe', product: 'Loupe', language: 'EN' } });
  const entry = calendar.createEvent({
    id: createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32),
    stamp: start,
    start,
    end: new Date(event.End),
    summary: event.Summary ?? '',
    description: event.Description ?? null,
    location: event.Location ?? null,
  });
  const organizer = event.OrganizerMail?.trim() ?? '';
  const attendee = event.AttendeeMail?.trim() ?? '';
  // A text that was stored before addresses were checked may be none: it would make a line that no calendar reads.
  if (isMail(organizer)) entry.organizer({ name: plainName(organizer), email: inMailto(organizer) });
  if (isMail(attendee)) entry.createAttendee({ email: inMailto(attendee) });
  if (event.RecurrenceRule) {
    const { Frequency, Interval } = event.RecurrenceRule;
    entry.repeating({ freq: Frequency as ICalEventRepeatingFreq, interval: Interval ?? 1 });
  }
  return `${calendar.toString()}\r\n`;
}

/** Names stand between quotation marks, where no control character may be. */
function plainName(mail: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return mail.replace(/[\u0000-\u001f\u007f]/g, '');
}

/** An address as the value of `mailto:` (RFC 6068): a part of an address, not a text of iCalendar. */
function inMailto(mail: string): string {
  const [box = '', host = ''] = mail.split('@');
  return `${encodeURIComponent(box).replace(/%2B/g, '+')}@${domainToASCII(host) || encodeURIComponent(host)}`;
}
