/** The compiled engine: one instance holds one open pack, and answers one question at a time. */
import { PackError } from '../../../src/packs/pack-error.js';

/** Exports of `native/wasm/engine.cc`; pointers are offsets into `memory`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
  readonly loupe_alloc: (size: number) => number;
  readonly loupe_free: (block: number) => void;
  readonly loupe_text: () => number;
  readonly loupe_text_size: () => number;
  readonly loupe_bytes: () => number;
  readonly loupe_bytes_size: () => number;
  readonly loupe_vocabulary: (file: number, size: number) => number;
  readonly loupe_vocabulary_id: () => number;
  readonly loupe_add_segment: (file: number, size: number, isSigned: number) => number;
  readonly loupe_remove: (key: number) => number;
  readonly loupe_close: () => void;
  readonly loupe_look: (pixels: number, width: number, height: number) => number;
  readonly loupe_search: (pixels: number, width: number, height: number, mostHits: number) => number;
  readonly loupe_follow: (key: number, pose: number, pixels: number, width: number, height: number) => number;
  /** Pixels, width, height; JPEG of the reference, its bytes, width, height; pose. */
  readonly loupe_weigh_content: (...numbers: readonly number[]) => number;
  /** JPEG, its bytes, width, height of both; pose; width, height, blur of the frame. */
  readonly loupe_compare_relatives: (...numbers: readonly number[]) => number;
  readonly loupe_describe: (pixels: number, width: number, height: number, asReference: number) => number;
}

/** A segment's file in the memory of the module. */
export interface PlacedSegment {
  readonly at: number;
  readonly size: number;
}

/** 8-bit gray pixels, row by row without gaps. */
export interface GrayPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A reference that came close; fractions of width and height of the picture. */
export interface ModuleHit {
  readonly key: number;
  readonly decision: string;
  readonly isRecognized: boolean;
  readonly isMirrored: boolean;
  /** Keypoints that agree with its pose. */
  readonly inlierCount: number;
  /** 0 (same) to 1 (nothing in common). */
  readonly distance: number;
  /** Its four corners in the picture, clockwise from its top left: x, y in turn. */
  readonly box: readonly number[];
  /** Row-major, from places of the reference to those of the picture. */
  readonly homography: readonly number[] | null;
}

export interface ModuleAnswer {
  readonly hits: readonly ModuleHit[];
  readonly keypoints: number;
  readonly hasLookedCloser: boolean;
}

/** A function of a module that uses a register of 16 bytes: refused where there is none. */
const WITH_REGISTERS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);

/** Whether this browser can run the quicker of both modules. */
export const hasVectors = (): boolean => WebAssembly.validate(WITH_REGISTERS);

const noMemory = (): PackError => new PackError('OUT_OF_MEMORY', 'There is not enough memory.');

export class WasmModule {
  readonly #exports: Exports;
  readonly #decoder = new TextDecoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  /**
   * @param module  compiled, or the bytes of `module/loupe.wasm` or `module/loupe-plain.wasm`
   * @throws PackError UNSUPPORTED_BROWSER where there is no WebAssembly, or an older one
   */
  static async start(module: WebAssembly.Module | BufferSource): Promise<WasmModule> {
    let exports: Exports | undefined;
    const imports = {
      env: { emscripten_notify_memory_growth: () => undefined },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          if (exports !== undefined)
            new DataView(exports.memory.buffer).setBigUint64(
              at,
              BigInt(Math.round(performance.now() * 1e6)),
              true,
            );
          return 0;
        },
        proc_exit: () => {
          throw new PackError('ENGINE_FAILED', 'The engine has stopped.');
        },
      },
    };
    try {
      const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
      const instance = await WebAssembly.instantiate(compiled, imports);
      exports = instance.exports as unknown as Exports;
    } catch (error) {
      throw new PackError('UNSUPPORTED_BROWSER', `This browser cannot run the engine (${String(error)}).`);
    }
    exports._initialize?.();
    return new WasmModule(exports);
  }

  get vocabularyId(): number {
    return this.#exports.loupe_vocabulary_id() >>> 0;
  }

  /** Bytes that the engine has taken of the browser's memory. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** @param file  `vocabulary.bin`; once, before the first pack */
  setVocabulary(file: Uint8Array): void {
    this.call([file], ({ loupe_vocabulary: take }, [at = 0]) => take(at, file.length));
  }

  /** Adds the references of a segment's file. @returns how many there are now */
  addSegment(file: Uint8Array): number {
    return this.#add(this.place(file), 0);
  }

  /** Copies a segment's file to where `addPlaced` finds it, or `dropPlaced` frees it. */
  place(file: Uint8Array): PlacedSegment {
    return { at: this.#put(file), size: file.length };
  }

  /** As `addSegment`, of a file whose bytes were compared with what was signed: its checksums are not compared again. */
  addPlaced(placed: PlacedSegment): number {
    return this.#add(placed, 1);
  }

  dropPlaced({ at }: PlacedSegment): void {
    this.#exports.loupe_free(at);
  }

  /** Leaves a reference out. @returns how many are left */
  remove(key: number): number {
    return this.#run(() => this.#exports.loupe_remove(key));
  }

  close(): void {
    this.#exports.loupe_close();
  }

  /** @param options.closer  whether a closer look may be taken where the first one finds nothing */
  recognize(
    gray: GrayPixels,
    options: { readonly closer: boolean; readonly mostHits: number },
  ): ModuleAnswer {
    const { data, width, height } = gray;
    const { text } = this.call([data], ({ loupe_look: look, loupe_search: search }, [at = 0]) => {
      const keypoints = look(at, width, height);
      return keypoints < 0 ? keypoints : search(options.closer ? at : 0, width, height, options.mostHits);
    });
    return JSON.parse(text) as ModuleAnswer;
  }

  /**
   * Looks for one reference around where an earlier picture showed it.
   *
   * @param before  its homography there
   * @returns that in this picture; null where it does not show it
   */
  follow(key: number, before: readonly number[], gray: GrayPixels): readonly number[] | null {
    const { data, width, height } = gray;
    let after: readonly number[] | null = null;
    this.call(
      [new Uint8Array(Float64Array.from(before).buffer), data],
      ({ memory, loupe_follow: follow }, [pose = 0, at = 0]) => {
        const isFound = follow(key, pose, at, width, height);
        if (isFound > 0) after = Array.from(new Float64Array(memory.buffer, pose, before.length));
        return isFound;
      },
    );
    return after;
  }

  /**
   * Calls a function of the module with places of copies of bytes, for programs beside this one.
   *
   * @returns the text and the bytes that it left
   * @throws PackError
   */
  call(
    blocks: readonly Uint8Array[],
    ask: (exports: Exports, at: readonly number[]) => number,
  ): { readonly text: string; readonly bytes: Uint8Array } {
    const at: number[] = [];
    const exports = this.#exports;
    try {
      for (const block of blocks) at.push(this.#put(block));
      this.#run(() => ask(exports, at));
      const from = exports.loupe_bytes() >>> 0;
      const memory = new Uint8Array(exports.memory.buffer);
      return { text: this.#text(), bytes: memory.slice(from, from + exports.loupe_bytes_size()) };
    } finally {
      for (const block of at) exports.loupe_free(block);
    }
  }

  /** The module keeps these bytes from here on, and frees them. */
  #add({ at, size }: PlacedSegment, isSigned: 0 | 1): number {
    return this.#run(() => this.#exports.loupe_add_segment(at, size, isSigned));
  }

  #put(bytes: Uint8Array): number {
    const at = this.#exports.loupe_alloc(Math.max(1, bytes.length)) >>> 0;
    if (at === 0) throw noMemory();
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
    return at;
  }

  #text(): string {
    const from = this.#exports.loupe_text() >>> 0;
    const bytes = new Uint8Array(this.#exports.memory.buffer, from, this.#exports.loupe_text_size());
    return this.#decoder.decode(bytes);
  }

  #run(work: () => number): number {
    let answer: number;
    try {
      answer = work();
    } catch (error) {
      // Of bytes that the server signed and that are no index.
      throw new PackError('ENGINE_FAILED', String(error));
    }
    if (answer >= 0) return answer;
    const [code = '', ...words] = this.#text().split(' ');
    throw /^OUT/.test(code)
      ? noMemory()
      : new PackError(/^(SNAPSHOT|DNA)_/.test(code) ? 'PACK_DAMAGED' : 'ENGINE_FAILED', words.join(' '));
  }
}
