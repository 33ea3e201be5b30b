/**
 * The messages between those who ask and those who search, and their subjects: MessagePack, compressed where it would be too
 * large otherwise.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { Decoder, Encoder } from '@msgpack/msgpack';
import { z } from 'zod';
import type { PictureColor } from '../engine-host/appearance/color.js';
import type {
  ColorHit,
  PaletteColor,
  Ranking,
  SimilarityHit,
} from '../engine-host/appearance/appearance-table.js';
import type { SearchResult } from '../engine-host/types.js';
import { isEngineErrorCode, EngineError, type EngineErrorCode } from '../engine-host/engine-error.js';

/** Subjects of NATS. They name the installation, so that several Loupes can share one NATS, and the version of what is said. */
const VERSION = 'v3';

export interface Subjects {
  /** Asks one of the searchers that hold a part. */
  search(part: number): string;
  /** Asks one searcher, by its id. */
  to(searcherId: string): string;
  /** A searcher listens here while it works: NATS reports at once when nobody listens. */
  alive(searcherId: string): string;
  /** Asks all of them: for those whom the first did not answer. */
  again(part: number): string;
  /** Gives up what was asked for. */
  readonly abort: string;
  /** Announces changes and deleted indexes to searchers. */
  readonly changed: string;
  readonly dropped: string;
  /** Searchers tell that they are there, regularly and when they are asked. */
  readonly here: string;
  readonly who: string;
  /** Passes events of an organization's readers on to other programs; its form is JSON, and stays. */
  recorded(organizationId: string): string;
}

export function subjectsOf(installation: string): Subjects {
  const base = `loupe.${installation}.${VERSION}`;
  return {
    search: (part) => `${base}.search.${part}`,
    to: (searcherId) => `${base}.to.${searcherId}`,
    alive: (searcherId) => `${base}.alive.${searcherId}`,
    again: (part) => `${base}.again.${part}`,
    abort: `${base}.abort`,
    changed: `${base}.changed`,
    dropped: `${base}.dropped`,
    here: `${base}.here`,
    who: `${base}.who`,
    recorded: (organizationId) => `loupe.${installation}.recorded.${organizationId}`,
  };
}

/** The queue group of the searchers that hold a part. */
export const QUEUE = 'searchers';

const bytes = z.custom<Uint8Array>((part) => part instanceof Uint8Array);
const page = {
  limit: z.number().optional(),
  offset: z.number().optional(),
  keys: bytes.optional(),
};
const searched = {
  indexIds: z.array(z.string()).min(1),
  dna: bytes,
  limit: z.number(),
  threshold: z.number().optional(),
  keywords: z.array(z.string()).optional(),
  keys: bytes.optional(),
};

const askedFor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('search'),
    ...searched,
    findMirrored: z.boolean().optional(),
    secondTry: z.boolean().optional(),
    fromTheSide: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('conflicts'),
    ...searched,
    self: z.object({ indexId: z.string(), key: z.number() }).optional(),
  }),
  z.object({
    kind: z.literal('similarity'),
    indexId: z.string(),
    dna: bytes,
    colorWeight: z.number().optional(),
    ...page,
  }),
  z.object({
    kind: z.literal('colors'),
    indexId: z.string(),
    wanted: z.union([
      bytes,
      z.array(z.object({ hex: z.string(), percentage: z.number().optional() })).readonly(),
    ]),
    ...page,
  }),
  z.object({ kind: z.literal('palette'), indexId: z.string(), mostColors: z.number(), keys: page.keys }),
  z.object({ kind: z.literal('colorsOf'), indexId: z.string(), key: z.number() }),
  z.object({ kind: z.literal('size'), indexId: z.string() }),
  /** Of the engine to the engine. */
  z.object({ kind: z.literal('shards'), indexIds: z.array(z.string()).min(1), question: bytes }),
]);

const asked = z.object({
  /** The same for every try. */
  id: z.string(),
  /** Numbers of the last changes that must be found, by index. */
  seen: z.record(z.string(), z.number()),
  what: askedFor,
});

/** Lists of keys are packed; DNAs are bytes. */
export type AskedFor = z.input<typeof askedFor>;
export type Asked = z.infer<typeof asked>;

/** What is answered, by what was asked for. */
export interface AnswerOf {
  readonly search: SearchResult;
  readonly conflicts: SearchResult;
  readonly similarity: Ranking<SimilarityHit>;
  readonly colors: Ranking<ColorHit>;
  readonly palette: readonly PaletteColor[];
  readonly colorsOf: readonly PictureColor[];
  readonly size: number;
  readonly shards: Uint8Array;
}

export type Reply =
  /** It is being worked on. */
  | { readonly state: 'working' }
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'failed'; readonly code: EngineErrorCode; readonly message: string };

const reply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('working') }),
  z.object({ state: z.literal('done'), answer: z.unknown() }),
  z.object({
    state: z.literal('failed'),
    code: z.string().transform((code): EngineErrorCode => (isEngineErrorCode(code) ? code : 'INTERNAL')),
    message: z.string(),
  }),
]);

/** Room that is kept for what is being packed; larger messages have their own. */
const KEPT_BYTES = 1024 * 1024;
const encoder = new Encoder({ ignoreUndefined: true, initialBufferSize: KEPT_BYTES });
const decoder = new Decoder();

const [deflated, inflated] = [promisify(deflate), promisify(inflate)];
const PLAIN = 0;
const DEFLATED = 1;
/** Decompressed, far more than one message of NATS can hold in any setting. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * A message of at most `mostBytes`.
 *
 * @throws EngineError TOO_LARGE
 */
export async function pack(message: unknown, mostBytes: number): Promise<Uint8Array> {
  // What it returns is good until something else is packed.
  const plain = encoder.encodeSharedRef(message);
  if (plain.length < mostBytes) return inForm(PLAIN, plain);
  const small = await deflated(Buffer.from(plain), { level: 1 });
  if (small.length < mostBytes) return inForm(DEFLATED, small);
  throw new EngineError(
    'TOO_LARGE',
    `What is to be searched for needs a message of ${small.length} bytes, and NATS takes ${mostBytes}. Name fewer references, or raise max_payload of NATS.`,
  );
}

function inForm(form: number, rest: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + rest.length);
  bytes[0] = form;
  bytes.set(rest, 1);
  return bytes;
}

async function unpack(message: Uint8Array): Promise<unknown> {
  const rest = message.subarray(1);
  return decoder.decode(
    message[0] === DEFLATED ? await inflated(rest, { maxOutputLength: MOST_BYTES }) : rest,
  );
}

/** @throws an Error for bytes that no searcher is asked by */
export async function unpackAsked(message: Uint8Array): Promise<Asked> {
  return asked.parse(await unpack(message));
}

/** @throws an Error for bytes that no searcher answers */
export async function unpackReply(message: Uint8Array): Promise<Reply> {
  return reply.parse(await unpack(message));
}

/** A part of a message as recognition takes it; shares its memory. */
export function bufferOf(part: Uint8Array): Buffer {
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}
