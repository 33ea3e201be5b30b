/** The sign of a kind of action. */
import {
  IconAddressBook,
  IconBraces,
  IconCalendarEvent,
  IconLink,
  IconMail,
  IconMapPin,
  IconMessage,
  IconPhone,
  IconShare3,
} from '../icons/icons';
import type { ActionType } from './shapes';

const SIGNS = {
  URL: IconLink,
  MAIL: IconMail,
  TEL: IconPhone,
  SMS: IconMessage,
  MAP: IconMapPin,
  SHARE: IconShare3,
  VCARD: IconAddressBook,
  VCALENDAR: IconCalendarEvent,
  RAW: IconBraces,
};

export function TypeSign({ type, size = 20 }: { readonly type: ActionType; readonly size?: number }) {
  const Sign = SIGNS[type];
  return <Sign size={size} stroke={1.6} aria-hidden />;
}
