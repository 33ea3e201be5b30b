import { z } from 'zod';
import { stateOf } from '../../kernel/precondition.js';
import { actionTypes } from './action.entity.js';
import { calendarEvent, contactCard } from './content-shapes.js';
import { created, ok } from '../../rest/platform/answer.js';
import { nullable, oneOf, optional, text, wholeNumber } from '../../rest/shared/members.js';
import { deleteRoute, patchRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import { route, type Route } from '../../rest/platform/route.js';
import { actionView, calendarView, cardView } from '../content.view.js';

const actionType = z.preprocess(
  (type) => (type === '' ? undefined : (type ?? undefined)),
  oneOf(actionTypes).optional(),
);

const whole = z.object({
  Id: optional(text),
  NodeId: text,
  LanguageCode: text,
  Name: optional(text),
  Type: actionType,
  Content: optional(text),
  IconId: nullable(text),
  Priority: nullable(wholeNumber),
  Order: nullable(wholeNumber),
  Style: nullable(text),
  Rules: nullable(text),
  TimeWindow: nullable(text),
});
const changed = whole.extend({ NodeId: optional(text), LanguageCode: optional(text) });

const cardBody = z.object(contactCard.shape);
const eventBody = z.object(calendarEvent.shape);

function actionInput<Body extends z.output<typeof changed>>(body: Body) {
  return {
    nodeId: body.NodeId as Body['NodeId'],
    languageCode: body.LanguageCode as Body['LanguageCode'],
    name: body.Name,
    type: body.Type,
    content: body.Content,
    iconId: body.IconId === '' ? null : body.IconId,
    priority: body.Priority,
    order: body.Order,
    style: body.Style,
    rules: body.Rules,
    timeWindow: body.TimeWindow,
  };
}

export const actionRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/actions',
    'Create an action on a document, image or zone',
    async (call) => {
      const body = await call.members(whole);
      return created(actionView.of(await call.services.actions.create(call.viewer, actionInput(body))));
    },
    { body: whole, answer: actionView.shape },
  ),
  route(
    'POST',
    '/api/actions/VCard',
    'Convert a contact card to vCard 3.0',
    async (call) => ok(cardView.of(call.services.conversions.card(call.viewer, await call.json()))),
    { body: cardBody, answer: cardView.shape },
  ),
  route(
    'POST',
    '/api/actions/VCalendar',
    'Convert a calendar event to iCalendar 2.0',
    async (call) => ok(calendarView.of(call.services.conversions.calendar(call.viewer, await call.json()))),
    { body: eventBody, answer: calendarView.shape },
  ),
  route(
    'GET',
    '/api/actions/:id?',
    'Read an action; ?nodeId= lists the actions of a node',
    async (call) => {
      const nodeId = call.query.get('nodeId');
      if (call.givenId('action') === null && nodeId !== null) {
        return ok((await call.services.actions.list(call.viewer, nodeId)).map(actionView.of));
      }
      const action = await call.services.actions.get(call.viewer, call.id('action'));
      return ok(actionView.of(action), stateOf(action));
    },
    {
      query: { nodeId: 'Without an id: lists the actions of this element' },
      answer: z.union([actionView.shape, z.array(actionView.shape)]),
    },
  ),
  replaceRoute(
    '/api/actions/:id?',
    'Replace an action; the id may be in the body',
    whole,
    async (call, body) => {
      const actionId = call.id('action', body.Id);
      await call.services.actions.replace(call.viewer, actionId, actionInput(body), call.precondition);
    },
  ),
  patchRoute('/api/actions/:id?', 'Change members of an action', changed, async (call, body) => {
    const actionId = call.id('action', body.Id);
    await call.services.actions.patch(call.viewer, actionId, actionInput(body), call.precondition);
  }),
  deleteRoute('/api/actions/:id?', 'Delete an action', (call) =>
    call.services.actions.delete(call.viewer, call.id('action'), call.precondition),
  ),
];
