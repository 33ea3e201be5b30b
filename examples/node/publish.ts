/** Publishes a file: logs in, uploads with progress, follows the pages, adds an action, activates. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { env, argv } from 'node:process';
import {
  createAction,
  createClient,
  createDocument,
  LoupeProblem,
  setTitle,
  updateDocument,
} from '@loupe-print/client';

const [, , path = 'leaflet.jpg'] = argv;
const loupe = createClient({ url: env['LOUPE_URL'] ?? 'http://localhost:4000' });

try {
  const { LOUPE_USER: userName = '', LOUPE_PASSWORD: password = '', LOUPE_API_KEY: apiKey } = env;
  const { organizationId } = await loupe.logIn({ userName, password, apiKey });

  const name = basename(path);
  const type = path.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
  const uploadId = await loupe.upload(await openAsBlob(path, { type }), {
    name,
    onProgress: (share) => console.log(`${Math.round(share * 100)} % sent`),
  });
  const input = { parentId: organizationId, name, defaultLanguage: 'en-US', uploadId };
  const { id } = await loupe.run(createDocument, { input });
  for await (const { processing, pages } of loupe.followDocument(id)) console.log(processing, pages);

  const words = { nodeId: id, languageCode: 'en-US' };
  await loupe.run(setTitle, { input: { ...words, value: 'Our leaflet' } });
  await loupe.run(createAction, {
    input: { ...words, name: 'Read more', target: { url: { url: 'https://loupe.example/' } } },
  });
  const { status } = await loupe.run(updateDocument, { input: { id, patch: { status: 'ACTIVE' } } });
  console.log(`${status}: ${id}`);
} catch (error) {
  // A problem that the schema names: its code and fields say what to do.
  if (error instanceof LoupeProblem) console.error(error.code, error.message, error.problem.fields ?? '');
  else throw error;
  process.exitCode = 1;
}
