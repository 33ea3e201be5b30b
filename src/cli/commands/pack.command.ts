/** `loupe pack`: packs of pages that phones recognize without a network. */
import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { operator } from '../../access/viewer.js';
import { LoupeError } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { PackError } from '../../packs/pack-error.js';
import { checkChunk, type PackHead, partsOf, readHead, verifyHead } from '../../packs/pack-head.js';
import { packAddresses } from '../../packs/pack.rules.js';
import type { PackView } from '../../packs/pack.service.js';
import { type CliContext, type CliServices, withServices } from '../context.js';
import { collect, examples, findOrganization, toCount, ownAddress } from '../options.js';
import { NegativeResult } from '../failures.js';
import { type OutputOptions, printList, printOne, showProgress } from '../output.js';
import { fileNotFound } from '../picture-files.js';

interface MakeOptions extends OutputOptions {
  readonly language: readonly string[];
  readonly validDays?: number;
  readonly icons?: boolean;
  readonly thumbnails?: boolean;
  readonly keypoints?: number;
  readonly key?: string;
  readonly wait: boolean;
}

const ID = '01926b6e-7c7e-7f3a-9d2c-3b1f6c0a8e11';
const ELEMENT = 'id of a folder or document, or id or name of an organization';
const LOOK_EVERY_MS = 300;
const PERCENT = 100;

export function addPackCommands(program: Command, context: CliContext): void {
  const pack = program.command('pack').description('packs of pages that phones recognize without a network');
  waiting(pack.command('make'))
    .description('have the server make a pack of the active pages of an organization, folder or document')
    .argument('<element>', ELEMENT)
    .option(
      '--language <code>',
      'language that readers are shown (repeatable); those of each document unless set',
      collect,
      [],
    )
    .option(
      '--valid-days <days>',
      'days after which phones must fetch it again: 1 to 366; 30 unless set',
      toCount,
    )
    .option('--icons', 'hold the icons of actions')
    .option('--thumbnails', 'hold a small picture of each page and zone, of at most 24 KB')
    .option('--keypoints <count>', 'keypoints of a page: 500, or 300 for a smaller pack', toCount)
    .addHelpText(
      'after',
      examples(`loupe pack make "Lisière" --language fr-FR --key pk_…`, `loupe pack make ${ID}`),
    )
    .action(async (element: string, options: MakeOptions) =>
      withServices(context, async (services, config) => {
        const { language: languages, validDays, icons, thumbnails, keypoints } = options;
        const elementId = await elementOf(services, element);
        const pictures = { withIcons: icons, withThumbnails: thumbnails };
        const choice = { elementId, languages, validDays, ...pictures, keypoints };
        const { id } = await services.packs.create(operator, choice);
        await tell(context, services, id, options, ownAddress(config));
      }),
    );
  waiting(pack.command('remake'))
    .description('have the server make the next version: phones fetch of it what has changed')
    .argument('<pack>', 'id of the pack')
    .addHelpText('after', examples(`loupe pack remake ${ID}`))
    .action(async (id: string, options: MakeOptions) =>
      withServices(context, async (services, config) => {
        await services.packs.remake(operator, id);
        await tell(context, services, id, options, ownAddress(config));
      }),
    );
  pack
    .command('list')
    .description('list the packs of an organization, folder or document')
    .argument('<element>', ELEMENT)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe pack list "Lisière"'))
    .action(async (element: string, options: OutputOptions) =>
      withServices(context, async (services) => {
        const elementId = await elementOf(services, element);
        printList<PackView>(
          context,
          options,
          await services.packs.list(operator, elementId),
          {
            Id: (row) => row.id,
            Version: (row) => row.version,
            Pages: (row) => row.pageCount,
            Bytes: (row) => Number(row.sizeBytes),
            'Valid until': (row) => row.dateExpires?.toISOString() ?? null,
            State: stateOf,
          },
          'There is no pack of it. Make one: loupe pack make --help',
        );
      }),
    );
  pack
    .command('revoke')
    .description('revoke a pack: nobody can fetch it any more; phones that have it use it until it expires')
    .argument('<pack>', 'id of the pack')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe pack revoke ${ID}`))
    .action(async (id: string, options: OutputOptions) =>
      withServices(context, async ({ packs }) => {
        await packs.revoke(operator, id);
        printOne(context, options, { id, isRevoked: true }, { Revoked: id });
      }),
    );
  pack
    .command('download')
    .description('write the file of a pack, for a web server or a page of your own')
    .argument('<pack>', 'id of the pack')
    .argument('<file>', 'where to write it, for example museum.loupepack')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe pack download ${ID} museum.loupepack`))
    .action(async (id: string, file: string, options: OutputOptions) =>
      withServices(context, async ({ packs, blobs }) => {
        const content = blobs.readStream(await packs.fileOf(operator, id));
        const head = await writePack(file, content, packs.publicKey);
        printOne(context, options, factsOf(head), linesOf(head));
      }),
    );
  pack
    .command('draft')
    .description(
      'write a pack of a document as readers get it once its draft is published and it is active, valid for an hour',
    )
    .argument('<document>', 'id of the document')
    .argument('<file>', 'where to write it, for example draft.loupepack')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`loupe pack draft ${ID} draft.loupepack`))
    .action(async (documentId: string, file: string, options: OutputOptions) =>
      withServices(context, async ({ packs, draftPacks }) => {
        const made = await draftPacks.ofDocument(operator, documentId);
        const head = await writePack(file, Readable.from([made.file]), packs.publicKey);
        printOne(context, options, factsOf(head), linesOf(head));
      }),
    );
  pack
    .command('verify')
    .description('check the file of a pack as phones do: its maker, its parts, its validity')
    .argument('<file>', 'the file')
    .option(
      '--public-key <key>',
      'public key of the server that made it, as /packs/engine says; this server unless set',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe pack verify museum.loupepack'))
    .addHelpText('after', '\nEnds with 4 when phones refuse it.')
    .action(async (file: string, options: OutputOptions & { readonly publicKey?: string }) => {
      const publicKey =
        options.publicKey ?? (await withServices(context, async ({ packs }) => packs.publicKey));
      try {
        const { head } = await soundPack(file, publicKey);
        printOne(context, options, { isSound: true, ...factsOf(head) }, linesOf(head));
      } catch (error) {
        if (!(error instanceof PackError)) throw error;
        const { code, message } = error;
        printOne(context, options, { isSound: false, code, message }, { Refused: message });
        throw new NegativeResult();
      }
    });
}

const waiting = (command: Command): Command =>
  command
    .option('--key <publishable_key>', 'print its addresses for this publishable key')
    .option('--no-wait', 'do not wait until the server has made it')
    .option('--json', 'print JSON');

/** @throws LoupeError NOT_FOUND for an organization that is named and not there, BAD_USER_INPUT for several */
const elementOf = async ({ organizations }: CliServices, text: string): Promise<string> =>
  isId(text) ? text : (await findOrganization(organizations, text)).id;

const stateOf = ({ isBeingMade, failureReason, progress }: PackView): string => {
  if (isBeingMade) return `${Math.round(progress * PERCENT)} % made`;
  return failureReason === null ? 'made' : `not made: ${failureReason}`;
};

/** Waits until it is made, where that is wanted, and prints it. @throws LoupeError where it could not be made */
async function tell(
  context: CliContext,
  { packs }: CliServices,
  id: string,
  options: MakeOptions,
  baseUrl: string,
): Promise<void> {
  let made = await packs.find(operator, id);
  if (options.wait && made.isBeingMade) {
    context.error('The server makes it; Ctrl-C leaves it at that.\n');
    const bar = showProgress(PERCENT, 'Making');
    try {
      for (let done = 0; made.isBeingMade; made = await packs.find(operator, id)) {
        for (; done < Math.floor(made.progress * PERCENT); done += 1) bar.step();
        await wait(LOOK_EVERY_MS);
      }
    } finally {
      bar.stop();
    }
  }
  if (made.failureReason !== null)
    throw new LoupeError('CONFLICT', `The pack could not be made: ${made.failureReason}`);
  const { jobId: _, ...facts } = made;
  const addresses = options.key === undefined ? null : packAddresses(baseUrl, options.key, id);
  printOne(
    context,
    options,
    { ...facts, ...addresses },
    {
      Pack: id,
      Pages: made.pageCount,
      Bytes: Number(made.sizeBytes),
      ...(Number(made.pictureBytes) > 0 && { 'Of these pictures': Number(made.pictureBytes) }),
      ...(Number(made.comparisonBytes) > 0 && { 'To tell pages apart': Number(made.comparisonBytes) }),
      'Valid until': made.dateExpires?.toISOString() ?? null,
      State: stateOf(made),
      ...(addresses && { Address: addresses.url, 'For a QR code': addresses.scanUrl }),
    },
  );
}

/** Another process may serve the file: it is whole or the one before. @throws PackError for what phones refuse */
async function writePack(file: string, content: Readable, publicKey: string): Promise<PackHead> {
  const part = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(part));
    const { head } = await soundPack(part, publicKey);
    await rename(part, file);
    return head;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** @throws LoupeError NOT_FOUND, PackError for what phones refuse */
async function soundPack(path: string, publicKey: string): Promise<{ readonly head: PackHead }> {
  const file = await readFile(path).catch(() => null);
  if (file === null) throw fileNotFound(path);
  const read = readHead(file);
  await verifyHead(read, publicKey, new Date());
  for (const { bytes, chunk } of partsOf(file, read)) await checkChunk(bytes, chunk);
  return read;
}

const factsOf = ({ id, version, name, pageCount, languages, madeAt, expiresAt }: PackHead) => ({
  ...{ id, version, name, pageCount, languages },
  ...{ madeAt, expiresAt },
});

const linesOf = (head: PackHead) => ({
  Pack: head.id,
  Of: head.name,
  Version: head.version,
  Pages: head.pageCount,
  'Valid until': head.expiresAt,
});
