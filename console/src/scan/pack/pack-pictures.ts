/** Icons and thumbnails that a pack holds, as addresses for `img`. */
import { type PackContent, readHead } from '../../../../packages/engine-wasm/src/index';

export class PackPictures {
  readonly #content: PackContent | null;
  readonly #parts: readonly Uint8Array<ArrayBuffer>[];
  readonly #addresses = new Map<string, string>();

  /** @param file of a pack; it may be handed over afterwards: what is shown is copied. The worker checks it. */
  constructor(file: ArrayBuffer) {
    const bytes = new Uint8Array(file);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let content: PackContent | null = null;
    try {
      const { head, offsets } = readHead(bytes);
      for (const [i, { kind, size }] of head.chunks.entries()) {
        const from = offsets[i] ?? 0;
        if (kind === 'pictures') parts.push(bytes.slice(from, from + size));
      }
      const place = head.chunks.findIndex(({ kind }) => kind === 'content');
      const [from, size] = [offsets[place] ?? 0, head.chunks[place]?.size ?? 0];
      if (parts.length > 0)
        content = JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + size))) as PackContent;
    } catch {
      // It is no pack, and refused for that.
    }
    this.#parts = parts;
    this.#content = content;
  }

  /** null where the pack has no such picture. */
  addressOf(id: string | undefined): string | null {
    const place = id === undefined ? undefined : this.#content?.pictures?.[id];
    if (id === undefined || place === undefined) return null;
    const known = this.#addresses.get(id);
    if (known !== undefined) return known;
    const bytes = this.#parts[place.part]?.subarray(place.from, place.from + place.size);
    const address = URL.createObjectURL(new Blob(bytes === undefined ? [] : [bytes]));
    this.#addresses.set(id, address);
    return address;
  }

  /** Address of the thumbnail of a page or zone; null where the pack has none. */
  thumbnailOf(elementId: string): string | null {
    const element = this.#content?.elements.find(({ id }) => id === elementId);
    return this.addressOf(element?.thumbnailId);
  }

  /** Frees the addresses. */
  end(): void {
    for (const address of this.#addresses.values()) URL.revokeObjectURL(address);
  }
}
