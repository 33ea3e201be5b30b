/**
 * Measures what proposals cost an upload: a PDF of pages with a title, links, numbers and a photo goes to two servers of this
 * clone in turns, one that reads new files for proposals and one that does not. Of each upload it reports when it is answered,
 * when a photo of its first page is recognized and when nothing is left to do, with the processor time of the server and of all the
 * processes that it starts until then. The turns alternate, since other work on the machine slows both.
 *
 *   npm run build && npm run measure:upload -- [--pages 24] [--rounds 8]
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DemoHttpClient, textMember } from '../../../../demo/loader/http-client.js';
import { PdfRenderer } from '../../../../src/media/pdf/pdf-renderer.js';
import { leafletOf } from '../../../../test/kit/files/leaflets.js';
import { memberOf } from '../../../../test/kit/json.js';
import { percentile } from '../../benchmark/statistics.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import { postScan, scanBody } from '../scan-request.js';
import { loupe, ServerProcess } from '../server-process.js';
import { newAccount } from '../writing-clients.js';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '24' }, rounds: { type: 'string', default: '8' } },
});
const PAGES = Number(values.pages);
const ROUNDS = Number(values.rounds);
const USER = { mail: 'upload@loupe.example', password: 'a password for uploads' } as const;
/** How often it is asked whether a page is recognized, or a document is done. */
const EVERY_MS = 40;
const LONGEST_MS = 300_000;
const TICK_MS = 10;
const FOUND = 200;

const renderer = new PdfRenderer({
  ...{ maxPdfPages: PAGES, pdfPageTimeoutMs: 60_000, pdfTimeoutMs: 600_000, pdfMemoryMb: 1024 },
});
const agent = new Agent({ keepAlive: true });

/** A file that no other upload resembles, and a photo of its first page. */
async function newFile(seed: number) {
  const pdf = await leafletOf(
    Array.from({ length: PAGES }, (_, at) => ({
      title: `Part ${at + 1} of ${seed}`,
      lines: [`Call +41 44 668 18 ${10 + (at % 80)} or write to desk${at}@press.ch`],
      links: [{ text: `More about part ${at}`, target: `https://press.ch/${seed}/${at}` }],
      picture: { seed: seed * 1000 + at },
    })),
  );
  const opened = await renderer.open(pdf);
  const { data, width, height } = await opened.render(0);
  opened.close();
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
  const { jpeg } = await simulatePhoto({ data: rgb, width, height }, { strength: 'easy', seed });
  return { pdf, photo: await scanBody(jpeg) };
}

/** Processor time of a process and of all that it started, with those that have ended. */
async function treeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.split(') ')[1]?.split(' ') ?? [];
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const ids = children.join(' ').split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(ids.map(treeMs));
  return below.reduce((sum, ms) => sum + ms, own);
}

interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly client: DemoHttpClient;
  readonly apiKey: string;
  readonly organizationId: string;
  /** Clock and processor time of each upload: answered, recognized, done. */
  readonly spent: { readonly clock: readonly number[]; readonly cpu: readonly number[] }[];
}

async function startSide(name: string, folder: string, hasProposals: boolean): Promise<Side> {
  const command = async (...words: readonly string[]) => loupe(folder, ...words);
  const { apiKey, organizationId } = await newAccount(command, 'Uploads', USER);
  const environment = { LOUPE_PROPOSALS: String(hasProposals) };
  const server = await ServerProcess.start(folder, { environment });
  const client = new DemoHttpClient(server.address);
  await client.login(apiKey, USER.mail, USER.password);
  return { name, server, client, apiKey, organizationId, spent: [] };
}

async function isDone({ client }: Side, id: string): Promise<boolean> {
  const query = `{ document(id: "${id}") { processing isReadForProposals } }`;
  const answer = await client.send('POST', '/graphql', { json: { query } });
  const document = memberOf(memberOf(answer, 'data'), 'document');
  return memberOf(document, 'processing') === 'READY' && memberOf(document, 'isReadForProposals') === false;
}

async function upload(side: Side, { pdf, photo }: Awaited<ReturnType<typeof newFile>>): Promise<void> {
  const { client, server, organizationId } = side;
  const form = new FormData();
  const members = { Name: 'Upload', DefaultLanguage: 'en-US', ParentId: organizationId, Status: 'Active' };
  form.append('document', JSON.stringify(members));
  form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'upload.pdf');
  const [begun, before] = [performance.now(), await treeMs(server.pid)];
  const clock: number[] = [];
  const cpu: number[] = [];
  const reached = async () => {
    clock.push(performance.now() - begun);
    cpu.push((await treeMs(server.pid)) - before);
  };
  const id = textMember(await client.send('POST', '/api/Documents', { form }), 'Id');
  await reached();
  // Readers are answered pages that have an action.
  const content = JSON.stringify({ Url: 'https://press.ch/', ContentType: 'text/html' });
  const action = { NodeId: id, LanguageCode: 'en-US', Name: 'Read more', Type: 'URL', Content: content };
  await client.send('POST', '/api/Actions', { json: action });
  const scanned = { address: server.address, apiKey: side.apiKey, agent };
  while ((await postScan(scanned, photo)) !== FOUND) {
    if (performance.now() - begun > LONGEST_MS) throw new Error('The first page is not recognized.');
    await sleep(EVERY_MS);
  }
  await reached();
  while (!(await isDone(side, id))) await sleep(EVERY_MS);
  await reached();
  side.spent.push({ clock, cpu });
}

const STEPS = ['answered', 'first photo recognized', 'nothing left to do'] as const;

function report(sides: readonly Side[]): void {
  const of = ({ spent }: Side, what: 'clock' | 'cpu', at: number) => {
    const all = spent.map((each) => each[what][at] ?? 0);
    const [low, middle, high] = [0, 0.5, 1].map((share) => Math.round(percentile(all, share)));
    return `${middle} (${low}–${high})`;
  };
  console.log(`${ROUNDS} uploads of ${PAGES} pages on each side, in turns: median (from–to), milliseconds`);
  console.log('| Until | Proposals | Clock | Processor time |\n| --- | --- | --- | --- |');
  for (const [at, step] of STEPS.entries())
    for (const side of sides)
      console.log(`| ${step} | ${side.name} | ${of(side, 'clock', at)} | ${of(side, 'cpu', at)} |`);
}

const folder = await mkdtemp(join(tmpdir(), 'loupe-upload-'));
const sides: Side[] = [];
try {
  sides.push(await startSide('on', join(folder, 'on'), true));
  sides.push(await startSide('off', join(folder, 'off'), false));
  // The first round of each warms up and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const file = await newFile(round + 1);
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await upload(side, file);
    if (round === 0) for (const { spent } of sides) spent.length = 0;
  }
  report(sides);
} finally {
  agent.destroy();
  for (const { server } of sides) await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
