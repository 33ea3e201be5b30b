/** Accounts, credits and the operation log. */
import { z } from 'zod';
import { creditDirections } from '../credits/credit-movements.entity.js';
import { listed, ok } from '../rest/platform/answer.js';
import { oneOf, text, wholeNumber } from '../rest/shared/members.js';
import { changeRoute } from '../rest/platform/change-routes.js';
import { FROM, route, type Route, TO } from '../rest/platform/route.js';
import { accountView, operationView } from '../users/user.view.js';

const transfer = z.object({ OrganizationId: text, Amount: wholeNumber, Direction: oneOf(creditDirections) });

export const accountRoutes: readonly Route[] = [
  route(
    'GET',
    '/api/accounts/:id?',
    'Read the account of an organization',
    async (call) =>
      ok(accountView.of(await call.services.accounts.get(call.viewer, call.id('organization')))),
    {
      query: { organizationId: 'The organization, where the path does not name it' },
      answer: accountView.shape,
      statuses: { 403: 'Not an organization whose account you may see, or none at all' },
    },
  ),
  changeRoute(
    'POST',
    '/api/Credits',
    'Give page credits to another organization, or take them',
    async (call) => {
      const { OrganizationId, Amount, Direction } = await call.members(transfer);
      const input = { organizationId: OrganizationId, amount: Amount, direction: Direction };
      await call.services.credits.transfer(call.viewer, input);
    },
    { body: transfer },
  ),
  {
    ...route(
      'GET',
      '/api/Operations',
      'List what was done in an organization, newest first; ?skip= and ?take= (at most 1000) walk through it',
      async (call) => {
        const organizationId = call.query.required('organizationId');
        const filter = {
          organizationId,
          ...(await call.period(organizationId)),
          elementId: call.query.get('elementId'),
          user: call.query.get('user'),
          operation: call.query.get('operation'),
        };
        const page = { skip: call.query.count('skip'), take: call.query.count('take') };
        const { operations } = call.services;
        const found = await operations.list(call.viewer, filter, page);
        return listed(found.map(operationView.of), { total: await operations.count(call.viewer, filter) });
      },
      {
        query: {
          'organizationId*': 'The organization',
          from: FROM,
          to: TO,
          elementId: 'Only those on this element, or on something in it',
          user: 'Only those of this user, by name or id',
          operation: 'Only those of this kind, for example title or title:write',
          skip: 'Entries left out at the beginning',
          take: 'Entries of the answer, 1 to 1000; 1000 by default',
        },
        answer: z.array(operationView.shape),
      },
    ),
    isPaged: true,
  },
];
