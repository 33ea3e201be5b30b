/** Contact cards and calendar events as the text that phones take. */
import { badInput } from '../../src/kernel/errors.js';
import { builder } from '../builder.js';

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw badInput('content', 'is not JSON; give the content of an action of this type');
  }
}

builder.queryField('vCard', (t) =>
  t.string({
    description: 'A contact card as vCard 3.0.',
    args: {
      content: t.arg.string({
        required: true,
        description: 'Serialized JSON, as the content of a VCARD action.',
      }),
    },
    resolve: (_root, { content }, { services, viewer }) => services.conversions.card(viewer, parsed(content)),
  }),
);

builder.queryField('vCalendar', (t) =>
  t.string({
    description: 'A calendar event as iCalendar 2.0.',
    args: {
      content: t.arg.string({
        required: true,
        description: 'Serialized JSON, as the content of a VCALENDAR action.',
      }),
    },
    resolve: (_root, { content }, { services, viewer }) =>
      services.conversions.calendar(viewer, parsed(content)),
  }),
);
