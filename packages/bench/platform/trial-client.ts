/** A client of the servers that trials kill, documents of one page for them to lose, and the end of a trial. */
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { DemoHttpClient, memberOf, textMember } from '../../../demo/loader/http-client.js';
import type { ServerProcess } from './server-process.js';
import type { Account } from './writing-clients.js';

export interface Person {
  readonly userName: string;
  readonly password: string;
}

export async function connect(
  to: ServerProcess,
  { apiKey }: Account,
  { userName, password }: Person,
): Promise<DemoHttpClient> {
  const client = new DemoHttpClient(to.address);
  await client.login(apiKey, userName, password);
  return client;
}

/** @returns the data of a GraphQL operation @throws Error with its errors */
export async function ask(client: DemoHttpClient, query: string, variables: object): Promise<unknown> {
  const answer = await client.send('POST', '/graphql', { json: { query, variables } });
  const errors = memberOf(answer, 'errors');
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return memberOf(answer, 'data');
}

/** @returns the id of an active folder */
export async function makeFolder(client: DemoHttpClient, parentId: string, name: string): Promise<string> {
  const json = { Name: name, ParentId: parentId, Status: 'Active' };
  return textMember(await client.send('POST', '/api/folders', { json }), 'Id');
}

/** @param file of a gray page unless given @returns the id of an active document, once its pages are made */
export async function makeDocument(
  client: DemoHttpClient,
  parentId: string,
  name: string,
  file?: { readonly bytes: Buffer; readonly type: string },
): Promise<string> {
  const { bytes, type } = file ?? { bytes: await grayPage(), type: 'image/jpeg' };
  const form = new FormData();
  const document = { Name: name, ParentId: parentId, DefaultLanguage: 'en-US', Status: 'Active' };
  form.append('document', JSON.stringify(document));
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  return textMember(await client.send('POST', '/api/Documents?async=false', { form }), 'Id');
}

async function grayPage(): Promise<Buffer> {
  const create = { width: 300, height: 400, channels: 3, background: '#ddd' } as const;
  return sharp({ create }).jpeg().toBuffer();
}

/** Prints the faults, with which the program ends with 1 and its data folder stays to be looked at. */
export async function endTrial(folder: string, faults: readonly string[]): Promise<void> {
  if (faults.length === 0) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`The data folder is ${folder}\n`);
  process.exitCode = 1;
}
