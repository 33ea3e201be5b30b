/** Addresses of a pack and of the engine, whole, so that a worker can fetch them. */

/** Addresses of all that recognizing takes. */
export interface PackPlaces {
  readonly pack: string;
  readonly engine: EngineFiles;
  /** Of the server that the pack must come from, base64url; null where `engine.facts` answers with it. */
  readonly publicKey: string | null;
}

interface EngineFiles {
  readonly 'loupe.wasm': string;
  readonly 'loupe-plain.wasm': string;
  readonly 'vocabulary.bin': string;
  /** Of the server that serves them; null for files alone. */
  readonly facts: string | null;
}

/** The engine beside this module, written so that bundlers of pages find each file (`open-worker.ts`). */
export const engineBeside = (): EngineFiles => ({
  'loupe.wasm': new URL(/* @vite-ignore */ './engine/loupe.wasm', import.meta.url).href,
  'loupe-plain.wasm': new URL(/* @vite-ignore */ './engine/loupe-plain.wasm', import.meta.url).href,
  'vocabulary.bin': new URL(/* @vite-ignore */ './engine/vocabulary.bin', import.meta.url).href,
  facts: null,
});

/** @param folder without a slash at its end */
export function engineIn(folder: string): EngineFiles {
  const facts = wholeAddress(folder);
  const inFolder = (name: string) => `${facts}/${name}`;
  return {
    'loupe.wasm': inFolder('loupe.wasm'),
    'loupe-plain.wasm': inFolder('loupe-plain.wasm'),
    'vocabulary.bin': inFolder('vocabulary.bin'),
    facts,
  };
}

/** As links of the page would lead to it. */
export const wholeAddress = (address: string): string => new URL(address, document.baseURI).href;

/** Those of a server. @param server  its address, without a slash at its end */
export const placesOf = (server: string, key: string, packId: string): PackPlaces => ({
  pack: wholeAddress(`${server}/packs/${encodeURIComponent(key)}/${encodeURIComponent(packId)}`),
  engine: engineIn(`${server}/packs/engine`),
  publicKey: null,
});

/** Without it a browser may clear everything away when it needs room. */
export function keepForGood(): void {
  void navigator.storage?.persist?.().catch(() => false);
}
