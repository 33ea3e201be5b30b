/** Accounts, credits and the operation log. */
import { z } from 'zod';
import { creditDirections } from '../../accounts/credit-transfer.entity.js';
import { accountWire, operationWire } from './accounts.wire.js';
import { noContent, ok } from './answer.js';
import { oneOf, text, wholeNumber } from './members.js';
import { route, type Route } from './route.js';

const transfer = z.object({ OrganizationId: text, Amount: wholeNumber, Direction: oneOf(creditDirections) });

export const accountRoutes: readonly Route[] = [
  route('GET', '/api/accounts', 'Read the account of ?organizationId=', async (call) =>
    ok(accountWire(await call.services.accounts.get(call.viewer, call.required('organizationId')))),
  ),
  route('POST', '/api/Credits', 'Give page credits to another organization, or take them', async (call) => {
    const { OrganizationId, Amount, Direction } = await call.members(transfer);
    const input = { organizationId: OrganizationId, amount: Amount, direction: Direction };
    await call.services.credits.transfer(call.viewer, input);
    return noContent;
  }),
  route('GET', '/api/Operations', 'List what was done in ?organizationId=, newest first', async (call) => {
    const organizationId = call.required('organizationId');
    const filter = { organizationId, from: call.date('from'), to: call.date('to') };
    return ok((await call.services.operations.list(call.viewer, filter)).map(operationWire));
  }),
];
