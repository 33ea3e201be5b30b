/** Creations whose answer never came, sent once more under their idempotency key: each must be there exactly once. */
import { type DemoHttpClient, elementsOf } from '../../../demo/loader/http-client.js';
import type { WriteLedger } from './write-ledger.js';
import { type Account, createFolder } from './writing-clients.js';

/** @returns what is there another number of times than once, in words */
export async function repeatCreations(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [key, name] of [...ledger.unanswered]) {
    ledger.repeated += 1;
    const id = await createFolder(client, account, ledger, key, name);
    const path = `/api/nodes/${account.organizationId}/folders?${new URLSearchParams({ name }).toString()}`;
    const found = elementsOf(await client.send('GET', path)).length;
    if (found !== 1) faults.push(`Folder ${id} was made ${found} times under one idempotency key.`);
  }
  return faults;
}
