/** Calendar events as iCalendar 2.0 (RFC 5545). */
import ical, { type ICalEventRepeatingFreq } from 'ical-generator';
import { createHash } from 'node:crypto';
import type { CalendarEvent } from './content-shapes.js';

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
  const organizer = oneLine(event.OrganizerMail);
  const attendee = oneLine(event.AttendeeMail);
  if (organizer !== '') entry.organizer({ name: organizer, email: organizer });
  if (attendee !== '') entry.createAttendee({ email: attendee });
  if (event.RecurrenceRule) {
    const { Frequency, Interval } = event.RecurrenceRule;
    entry.repeating({ freq: Frequency as ICalEventRepeatingFreq, interval: Interval ?? 1 });
  }
  return `${calendar.toString()}\r\n`;
}

/** Addresses become parts of a line: no line ends, no quotes. */
function oneLine(text: string | null | undefined): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return (text ?? '').replace(/[\u0000-\u001f\u007f"]/g, '').trim();
}
