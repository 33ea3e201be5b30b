/** The content of an action as a reader's application takes it: cards and events are converted to their text formats. */
import type { ActionType } from '../content/actions/action.entity.js';
import { contactCard, storedEvent } from '../content/actions/content-shapes.js';
import { toVCalendar } from '../content/actions/vcalendar.js';
import { toVCard } from '../content/actions/vcard.js';

/** @param content valid for its type */
export function readerContent(type: ActionType, content: string): string {
  if (type !== 'VCARD' && type !== 'VCALENDAR') return content;
  const parsed: unknown = JSON.parse(content);
  if (typeof parsed !== 'object' || parsed === null || 'VCard' in parsed || 'VCalendar' in parsed) {
    return content;
  }
  return type === 'VCARD'
    ? JSON.stringify({ VCard: toVCard(contactCard.parse(parsed)) })
    : JSON.stringify({ VCalendar: toVCalendar(storedEvent.parse(parsed)) });
}
