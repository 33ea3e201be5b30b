/** Contact cards and calendar events as the text that phones take. */
import { badInput } from '../../src/kernel/errors.js';
import { storedTarget, type TargetInput } from '../../src/content/actions/action-target.js';
import { builder } from '../builder.js';
import { ContactInput, EventInput } from './action-target-input.js';

function contentOf(target: TargetInput): unknown {
  if (target.contact?.['vCard'] != null)
    throw badInput('contact.vCard', 'is a vCard already; give the other members');
  if (target.event?.['iCalendar'] != null)
    throw badInput('event.iCalendar', 'is an event already; give the other members');
  return JSON.parse(storedTarget(target).content);
}

builder.queryField('vCard', (t) =>
  t.string({
    description: 'A contact as vCard 3.0.',
    args: { contact: t.arg({ type: ContactInput, required: true, description: 'The contact.' }) },
    resolve: (_root, { contact }, { services, viewer }) =>
      services.conversions.card(viewer, contentOf({ contact })),
  }),
);

builder.queryField('vCalendar', (t) =>
  t.string({
    description: 'An event as iCalendar 2.0.',
    args: { event: t.arg({ type: EventInput, required: true, description: 'The event.' }) },
    resolve: (_root, { event }, { services, viewer }) =>
      services.conversions.calendar(viewer, contentOf({ event })),
  }),
);
