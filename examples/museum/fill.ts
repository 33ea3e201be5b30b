/** Fills a museum: uploads each work, names it in three languages, and writes the pack that phones recognize it by. */
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { argv, env } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  addDocumentLanguage,
  createAction,
  createClient,
  createDocument,
  createFolder,
  createPack,
  LoupeProblem,
  readPack,
  setTitle,
  updateDocument,
} from '@loupe-print/client';

/** One of `works.json`: texts by language. */
interface Work {
  readonly file: string;
  readonly titles: Readonly<Record<string, string>>;
  /** Where its audio guide is. */
  readonly guides: Readonly<Record<string, string>>;
}

const LANGUAGES = ['en-US', 'de-DE', 'fr-FR'];
const LISTEN: Readonly<Record<string, string>> = {
  'en-US': 'Listen',
  'de-DE': 'Anhören',
  'fr-FR': 'Écouter',
};
const VALID_DAYS = 90;
const POLL_EVERY_MS = 500;

const [, , listPath = 'works.json', packPath = 'museum.loupepack'] = argv;
const loupe = createClient({ url: env['LOUPE_URL'] ?? 'http://localhost:4000' });

async function publish({ file, titles, guides }: Work, parentId: string): Promise<void> {
  const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const name = basename(file);
  const uploadId = await loupe.upload(await openAsBlob(join(dirname(listPath), file), { type }), { name });
  const [defaultLanguage = 'en-US', ...others] = LANGUAGES;
  const input = { parentId, name, defaultLanguage, uploadId };
  const { id } = await loupe.run(createDocument, { input });
  for await (const { processing, failureReason } of loupe.followDocument(id))
    if (processing === 'FAILED') throw new Error(`${file}: ${failureReason ?? 'it cannot be read'}`);
  for (const languageCode of others)
    await loupe.run(addDocumentLanguage, { input: { documentId: id, languageCode } });
  for (const languageCode of LANGUAGES) {
    const place = { nodeId: id, languageCode };
    const url = guides[languageCode];
    await loupe.run(setTitle, { input: { ...place, value: titles[languageCode] ?? name } });
    if (url !== undefined)
      await loupe.run(createAction, {
        input: { ...place, name: LISTEN[languageCode] ?? 'Listen', target: { url: { url } } },
      });
  }
  await loupe.run(updateDocument, { input: { id, patch: { status: 'ACTIVE' } } });
}

/** Has a pack made, and waits for its file. @param key publishable, of the organization */
async function packOf(elementId: string, key: string): Promise<{ bytes: Buffer; publicKey: string }> {
  const input = { elementId, languages: LANGUAGES, validDays: VALID_DAYS };
  const { id } = await loupe.run(createPack, { input });
  for (;;) {
    const { url, isBeingMade, failureReason, publicKey } = await loupe.run(readPack, { id, key });
    if (failureReason !== null) throw new Error(failureReason);
    if (url !== null && !isBeingMade) {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The pack is answered with ${response.status}.`);
      return { bytes: Buffer.from(await response.arrayBuffer()), publicKey };
    }
    await pause(POLL_EVERY_MS);
  }
}

try {
  const { LOUPE_USER: userName = '', LOUPE_PASSWORD: password = '', LOUPE_API_KEY: apiKey } = env;
  const works = JSON.parse(await readFile(listPath, 'utf8')) as readonly Work[];
  const { organizationId } = await loupe.logIn({ userName, password, apiKey });
  const { id: folderId } = await loupe.run(createFolder, {
    input: { parentId: organizationId, name: 'Museum' },
  });
  for (const [at, work] of works.entries()) {
    await publish(work, folderId);
    console.log(`${at + 1} of ${works.length}: ${work.file}`);
  }
  const { bytes, publicKey } = await packOf(folderId, env['LOUPE_PUBLISHABLE_KEY'] ?? '');
  await writeFile(packPath, bytes);
  console.log(`${packPath}: ${bytes.length} bytes, public key ${publicKey}`);
} catch (error) {
  if (error instanceof LoupeProblem) console.error(error.code, error.message, error.problem.fields ?? '');
  else throw error;
  process.exitCode = 1;
}
