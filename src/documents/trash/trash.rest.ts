/** The trash: what was thrown away and can be restored. */
import { z } from 'zod';
import { isBearer } from '../../access/access.js';
import { badInput } from '../../kernel/errors.js';
import { trashTypes } from '../../tree/node.entity.js';
import type { RestoredElement, TrashEntryView } from './trash.service.js';
import { view } from '../../rest/shared/view.js';
import { ok } from '../../rest/platform/answer.js';
import { changeRoute } from '../../rest/platform/change-routes.js';
import type { Call } from '../../rest/platform/call.js';
import { listRoute, route, type Route } from '../../rest/platform/route.js';
import { date, guid, shape, text, whole } from '../../rest/platform/shapes.js';

const trashEntryView = view(
  shape('TrashEntry', 'Something that was thrown away by itself, with all that it held', {
    Id: guid.describe('Of the element'),
    Type: z.enum(trashTypes),
    Name: text,
    ParentId: guid.nullable().describe('The element that it was in; null for a picture'),
    Place: z
      .array(text)
      .describe('Names from the organization down to the element that it was in, as they were'),
    Pages: whole.describe('Pages that it held, or is'),
    FreedCredits: whole.describe('Credits that are free again, and that restoring takes'),
    User: text.describe('Who threw it away'),
    DateTrashed: date,
    DatePurged: date.describe('When it is removed for good'),
  }),
  (entry: TrashEntryView) => ({
    Id: entry.id,
    Type: entry.type,
    Name: entry.name,
    ParentId: entry.parentId,
    Place: [...entry.place],
    Pages: entry.pages,
    FreedCredits: entry.freedCredits,
    User: entry.user,
    DateTrashed: entry.dateTrashed.toISOString(),
    DatePurged: entry.datePurged.toISOString(),
  }),
);

const restoredView = view(
  shape('RestoredElement', 'What came back from the trash', {
    Id: guid,
    Type: z.enum(trashTypes),
    ParentId: guid.nullable(),
    Name: text.describe('Beside a sibling of that name it got a number behind it'),
  }),
  (element: RestoredElement) => ({
    Id: element.id,
    Type: element.type,
    ParentId: element.parentId,
    Name: element.name,
  }),
);

const emptiedShape = shape('EmptiedTrash', 'What was removed for good', { Purged: whole });
const organization = { organizationId: 'The organization; your own by default' };

function organizationOf(call: Call): string {
  const given = call.query.get('organizationId');
  if (given !== null) return given;
  if (isBearer(call.viewer)) return call.viewer.organizationId;
  throw badInput('organizationId', 'is missing; add ?organizationId=');
}

export const trashRoutes: readonly Route[] = [
  listRoute(
    '/api/Trash',
    'List what was thrown away in an organization, newest first',
    (call) => call.services.trash.list(call.viewer, organizationOf(call)),
    trashEntryView,
    { query: organization },
  ),
  route(
    'POST',
    '/api/Trash/:id/Restore',
    'Restore something of the trash with all that it held',
    async (call) => {
      const options = {
        parentId: call.query.get('parentId'),
        isInactive: call.query.flag('inactive') ?? false,
      };
      return ok(restoredView.of(await call.services.trash.restore(call.viewer, call.id('trash'), options)));
    },
    {
      query: {
        parentId: 'Where a folder or document goes; to where it was by default',
        inactive: 'true restores documents as inactive ones, which takes no credits',
      },
      answer: restoredView.shape,
      statuses: { 409: 'The element that it was in is gone or in the trash' },
    },
  ),
  route(
    'POST',
    '/api/Trash/Empty',
    'Remove everything in the trash of an organization for good',
    async (call) => ok({ Purged: await call.services.trash.empty(call.viewer, organizationOf(call)) }),
    { query: organization, answer: emptiedShape },
  ),
  changeRoute('DELETE', '/api/Trash/:id', 'Remove something of the trash for good', (call) =>
    call.services.trash.purge(call.viewer, call.id('trash')),
  ),
];
