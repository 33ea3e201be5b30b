/** A server of this clone with the demo, for programs that try it hard. */
import { DemoHttpClient } from '../../demo/loader/http-client.js';
import { loadDemo } from '../../demo/loader/loader.js';
import { renderMagazinePage } from '../../demo/print/magazine.js';
import { simulatePhoto } from '../../demo/simulation/photo-simulator.js';
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

/** @param options of the process; `dataFolder` where the server sees its data elsewhere than at `folder` */
export async function startTrialServer(
  folder: string,
  options: Parameters<typeof ServerProcess.start>[1] = {},
): Promise<TrialServer> {
  const { mail, password } = USER;
  const { apiKey, organizationId } = await newAccount(
    async (...words) => loupe(folder, ...words),
    'Trial',
    USER,
  );
  const server = await ServerProcess.start(folder, options);
  try {
    const client = new DemoHttpClient(server.address);
    await client.login(apiKey, mail, password);
    await loadDemo(client, organizationId, () => undefined);
    const { jpeg } = await simulatePhoto(await renderMagazinePage(0), { strength: 'medium', seed: 1 });
    return { server, client, apiKey, organizationId, photo: jpeg };
  } catch (error) {
    await server.end('SIGTERM');
    throw error;
  }
}
