/** Converts contact cards and calendar events to the text formats that phones take. */
import { requireIdentity } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { badFields } from '../kernel/errors.js';
import type { ActionType } from './actions/action.entity.js';
import { calendarEvent, contactCard, renamed, withTrimmedAddresses } from './actions/content-shapes.js';
import { toVCalendar } from './actions/vcalendar.js';
import { toVCard } from './actions/vcard.js';
import type { z } from 'zod';

export class ConversionService {
  /** vCard 3.0 (RFC 2426). @throws LoupeError UNAUTHENTICATED, BAD_USER_INPUT naming every wrong member */
  card(viewer: Viewer, content: unknown): string {
    requireIdentity(viewer);
    return toVCard(requireShape('VCARD', contactCard, content));
  }

  /** iCalendar 2.0 (RFC 5545). @throws LoupeError UNAUTHENTICATED, BAD_USER_INPUT naming every wrong member */
  calendar(viewer: Viewer, content: unknown): string {
    requireIdentity(viewer);
    return toVCalendar(requireShape('VCALENDAR', calendarEvent, content));
  }
}

function requireShape<Shape extends z.ZodType>(
  type: ActionType,
  shape: Shape,
  content: unknown,
): z.output<Shape> {
  const result = shape.safeParse(withTrimmedAddresses(type, renamed(shape, content)));
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    (fields[path.join('.') || 'content'] ??= []).push(message);
  }
  throw badFields(fields);
}
