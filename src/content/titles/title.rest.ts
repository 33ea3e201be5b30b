import { z } from 'zod';
import { titleState } from './title.service.js';
import { badInput } from '../../kernel/errors.js';
import { created, ok } from '../../rest/platform/answer.js';
import { changeRoute, deleteRoute, replaceRoute } from '../../rest/platform/change-routes.js';
import type { Call } from '../../rest/platform/call.js';
import { nullable, optional, text } from '../../rest/shared/members.js';
import { conditional, route, type Route } from '../../rest/platform/route.js';
import { titleView } from '../content.view.js';

const whole = z.object({
  NodeId: text,
  LanguageCode: text,
  Value: text,
  Style: nullable(text),
  TimeWindow: nullable(text),
});
const put = z.object({
  NodeId: optional(text),
  LanguageCode: optional(text),
  Value: text,
  Style: nullable(text),
  TimeWindow: nullable(text),
});
const changed = z.object({
  NodeId: optional(text),
  LanguageCode: optional(text),
  Value: optional(text),
  Style: nullable(text),
  TimeWindow: nullable(text),
});

/** A title is addressed by its node and language, in the body or in the query. */
function addressOf(call: Call, body: { NodeId?: string; LanguageCode?: string }) {
  const nodeId = body.NodeId ?? call.query.get('nodeId');
  const languageCode = body.LanguageCode ?? call.query.get('languageCode');
  if (nodeId === null) throw badInput('NodeId', 'is missing');
  if (languageCode === null) throw badInput('LanguageCode', 'is missing');
  return { nodeId, languageCode };
}

const address = {
  nodeId: 'The element, where the body does not name it',
  languageCode: 'The language, likewise',
};

export const titleRoutes: readonly Route[] = [
  route(
    'POST',
    '/api/titles',
    'Create a title',
    async (call) => {
      const { NodeId, LanguageCode, Value, Style, TimeWindow } = await call.members(whole);
      const shown = { value: Value, style: Style, timeWindow: TimeWindow };
      const input = { nodeId: NodeId, languageCode: LanguageCode, ...shown };
      return created(titleView.of(await call.services.titles.post(call.viewer, input)));
    },
    { body: whole, answer: titleView.shape },
  ),
  replaceRoute(
    '/api/titles',
    'Set a title, addressed by NodeId and LanguageCode',
    put,
    async (call, body) => {
      const { Value: value, Style: style, TimeWindow: timeWindow } = body;
      const input = { ...addressOf(call, body), value, style, timeWindow };
      await call.services.titles.put(call.viewer, input, call.precondition);
    },
    { query: address },
  ),
  changeRoute(
    'PATCH',
    '/api/titles',
    'Change Value, Style or TimeWindow of a title',
    async (call) => {
      const body = await call.changes(changed, ['NodeId', 'LanguageCode']);
      const { nodeId, languageCode } = addressOf(call, body);
      const patch = { value: body.Value, style: body.Style, timeWindow: body.TimeWindow };
      await call.services.titles.patch(call.viewer, nodeId, languageCode, patch, call.precondition);
    },
    { ...conditional, body: changed, query: address },
  ),
  route(
    'GET',
    '/api/titles',
    'Read a title by ?nodeId= and ?languageCode=; without a language list them',
    async (call) => {
      const nodeId = call.query.required('nodeId');
      const languageCode = call.query.get('languageCode');
      if (languageCode === null)
        return ok((await call.services.titles.list(call.viewer, nodeId)).map(titleView.of));
      const title = await call.services.titles.get(call.viewer, nodeId, languageCode);
      return ok(titleView.of(title), titleState(title));
    },
    {
      query: { 'nodeId*': 'The element', languageCode: 'One title; without it all of the element' },
      answer: z.union([titleView.shape, z.array(titleView.shape)]),
    },
  ),
  deleteRoute(
    '/api/titles',
    'Delete a title by ?nodeId= and ?languageCode=',
    (call) =>
      call.services.titles.delete(
        call.viewer,
        call.query.required('nodeId'),
        call.query.required('languageCode'),
        call.precondition,
      ),
    { query: { 'nodeId*': 'The element', 'languageCode*': 'The language' } },
  ),
];
