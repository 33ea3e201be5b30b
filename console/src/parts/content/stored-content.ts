/** Contents of actions by the names that they are stored by: in logs, in older drafts, and where they break the rules of their type. */
import { type ActionType, type Content, isObject } from './shapes';

/** Members that are stored by names which do not only begin in a capital. */
const STORED: Readonly<Record<string, string>> = {
  IsAnonymousURL: 'isAnonymous',
  RecurrenceRule: 'recurrence',
  Email: 'address',
  VCard: 'vCard',
  VCalendar: 'iCalendar',
};
/** A content by the names of the form: logs, and what breaks the rules of its type, hold it as it is stored. */
export function ofStored(type: ActionType, content: Content): Content {
  const nameOf = (stored: string) => {
    if (stored === 'Content') return type === 'SHARE' ? 'text' : 'body';
    return STORED[stored] ?? `${stored.charAt(0).toLowerCase()}${stored.slice(1)}`;
  };
  const valueOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(valueOf);
    return isObject(value) ? ofStored(type, value) : value;
  };
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) =>
      name === 'extras' ? [name, value] : [nameOf(name), valueOf(value)],
    ),
  );
}
