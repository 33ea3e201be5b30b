/** Trying a draft out: the page for phones with a pack that is made for this visit, counts nothing and is kept nowhere. */
import { hasVectors } from '../../../../packages/engine-wasm/src/wasm-module';
import type { StoredPack } from '../../../../packages/scan/src/pack-store';
import { serverAddress } from '../../api/own-path';
import { sessionHeaders } from '../../api/session-headers';
import type { Trial } from '../scan-api';

/** Why there is no pack: the server's code, or UNREACHED. */
export class NoTrial extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const FIELDS = '{ publicKey base64 }';
const OWN = `query Trial($of: ID!) { draftPack(documentId: $of) ${FIELDS} }`;
const SHARED = `query Trial($of: String!) { sharedPreview(code: $of) { draftPack ${FIELDS} } }`;

interface Answered {
  readonly draftPack?: { readonly publicKey: string; readonly base64: string };
  readonly sharedPreview?: Pick<Answered, 'draftPack'>;
}

/** Has the pack made, and fetches the engine. @throws NoTrial */
export async function trialPack({ kind, of }: Trial): Promise<StoredPack> {
  const module = hasVectors() ? 'loupe.wasm' : 'loupe-plain.wasm';
  const [engine, vocabulary, { publicKey, base64 }] = await Promise.all([
    engineFile(module),
    engineFile('vocabulary.bin'),
    ask(kind === 'draft' ? OWN : SHARED, of),
  ]);
  const pack = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer;
  return { module: engine, vocabulary, pack, publicKey, isKept: true };
}

async function engineFile(name: string): Promise<ArrayBuffer> {
  const answer = await fetch(serverAddress(`/packs/engine/${name}`)).catch(unreached);
  if (!answer.ok) throw new NoTrial('UNREACHED');
  return answer.arrayBuffer();
}

async function ask(query: string, of: string): Promise<NonNullable<Answered['draftPack']>> {
  const answer = await fetch(serverAddress('/graphql'), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...sessionHeaders, Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { of } }),
  })
    .then(
      async (response) =>
        (await response.json()) as {
          readonly data?: Answered | null;
          readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
        },
    )
    .catch(unreached);
  const pack = answer.data?.draftPack ?? answer.data?.sharedPreview?.draftPack;
  if (pack === undefined) throw new NoTrial(answer.errors?.[0]?.extensions?.code ?? '');
  return pack;
}

function unreached(): never {
  throw new NoTrial('UNREACHED');
}
