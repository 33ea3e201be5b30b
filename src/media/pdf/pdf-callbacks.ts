/** Functions of JavaScript that WebAssembly can call: each goes through a module of its own that only passes it on. */

const I32 = 0x7f;
const TYPES = 1;
const IMPORTS = 2;
const EXPORTS = 7;

export interface Callback {
  /** How many 32-bit numbers it is given. */
  readonly parameters: number;
  /** Whether it answers a 32-bit number. */
  readonly answers: boolean;
  run(...args: number[]): number;
}

/** Puts a function at a place of a table, which is what C calls its address. */
export function putCallback(table: WebAssembly.Table, place: number, callback: Callback): void {
  const module = new WebAssembly.Module(passOn(callback));
  const { exports } = new WebAssembly.Instance(module, {
    e: { f: (...args: number[]) => callback.run(...args) },
  });
  table.set(place, exports['f']);
}

/** A module that imports `e.f` and exports it as `f`: only functions of modules can be in a table. */
function passOn({ parameters, answers }: Callback): Uint8Array<ArrayBuffer> {
  const type = [0x60, parameters, ...new Array<number>(parameters).fill(I32), ...(answers ? [1, I32] : [0])];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(TYPES, [1, ...type]),
    ...section(IMPORTS, [1, 1, 0x65, 1, 0x66, 0, 0]),
    ...section(EXPORTS, [1, 1, 0x66, 0, 0]),
  ]);
}
