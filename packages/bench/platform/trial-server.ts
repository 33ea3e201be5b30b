/** A server of this clone with the demo, for programs that try it hard. */
import { DemoHttpClient } from '../../../demo/loader/http-client.js';
import { loadDemo } from '../../../demo/loader/loader.js';
import { photoOfPage } from './scan-request.js';
import { loupe, ServerProcess } from './server-process.js';
import { newAccount } from './writing-clients.js';

const USER = { mail: 'trial@loupe.example', password: 'a password for trials' } as const;

export interface TrialServer {
  readonly server: ServerProcess;
  readonly client: DemoHttpClient;
  readonly apiKey: string;
  readonly organizationId: string;
  /** A photo of a page of the demo. */
  readonly photo: Buffer;
}

export async function startTrialServer(folder: string): Promise<TrialServer> {
  const { mail, password } = USER;
  const { apiKey, organizationId } = await newAccount(
    async (...words) => loupe(folder, ...words),
    'Trial',
    USER,
  );
  const server = await ServerProcess.start(folder);
  try {
    const client = new DemoHttpClient(server.address);
    await client.login(apiKey, mail, password);
    await loadDemo(client, organizationId, () => undefined);
    return { server, client, apiKey, organizationId, photo: await photoOfPage(0) };
  } catch (error) {
    await server.end('SIGTERM');
    throw error;
  }
}
