/**
 * Keys of pages: pages of one key, in whichever file, are drawn alike, since all that they are made of is the same: their contents and
 * resources down to fonts and pictures, their annotations, boxes, and the states of layers. Pages that are drawn alike may have
 * different keys.
 */
import { createHash, type Hash } from 'node:crypto';
import type { PageKey } from '../pdf-messages.js';
import { PdfObjects } from './pdf-objects.js';
import {
  isDictionary,
  isList,
  isReference,
  type PdfDictionary,
  type PdfValue,
  UnreadablePdfError,
} from './pdf-syntax.js';

/** Entries of nodes of the page tree that hold for the pages below them. */
const INHERITED = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'] as const;
/** Entries of pages that say nothing of how they are drawn. */
const UNDRAWN: ReadonlySet<string> = new Set([
  '/Parent',
  '/Metadata',
  '/PieceInfo',
  '/LastModified',
  '/Thumb',
  '/StructParents',
  '/Tabs',
  '/B',
  '/Dur',
  '/Trans',
  '/AA',
]);
const MOST_DEPTH = 200;
const MOST_PAGES = 10_000;
/** Of one page, and of all. */
const MOST_OBJECTS = 50_000;
const MOST_VISITS = 1_000_000;

interface Leaf {
  readonly number: number;
  readonly page: PdfDictionary;
  /** From the root of the tree down. */
  readonly above: readonly PdfDictionary[];
}

/**
 * @param mode how pages of this file are drawn beside what they are made of
 * @returns null for each page of a file that is not quite as the standard has it
 */
export function pageKeys(file: Buffer, mode: string): readonly PageKey[] | null {
  try {
    return new KeyedPages(new PdfObjects(file), mode).keys();
  } catch (error) {
    if (error instanceof UnreadablePdfError) return null;
    throw error;
  }
}

class KeyedPages {
  private readonly digests = new Map<number, string>();
  /** Numbers of pages and of the nodes above them. */
  private readonly nodes = new Set<number>();
  private left = MOST_VISITS;

  constructor(
    private readonly objects: PdfObjects,
    private readonly mode: string,
  ) {}

  keys(): readonly PageKey[] {
    const catalog = this.dictionary(this.objects.trailer.get('/Root'));
    const leaves: Leaf[] = [];
    this.collect(catalog.get('/Pages'), [], leaves);
    return leaves.map((leaf) => {
      const graph = new PageGraph(this.objects, leaf.number, {
        nodes: this.nodes,
        digestOf: (number, stream) => this.digestOf(number, stream),
      });
      const hasAnnotations = leaf.page.has('/Annots');
      graph.add(this.mode);
      graph.add(catalog.get('/OCProperties') ?? 'null');
      // Fields are drawn as all of the form has them.
      if (hasAnnotations) graph.add(catalog.get('/AcroForm') ?? 'null');
      for (const node of leaf.above) for (const name of INHERITED) graph.add(node.get(name) ?? 'null');
      graph.add(new Map([...leaf.page].filter(([name]) => !UNDRAWN.has(name))));
      this.left -= graph.count;
      if (this.left < 0) throw new UnreadablePdfError('There is too much to read.');
      return { key: graph.key(), hasAnnotations };
    });
  }

  private collect(at: PdfValue | undefined, above: readonly PdfDictionary[], leaves: Leaf[]): void {
    if (above.length > MOST_DEPTH || leaves.length > MOST_PAGES)
      throw new UnreadablePdfError('Too many pages.');
    const node = this.dictionary(at);
    if (isReference(at)) this.nodes.add(at.number);
    const kids = this.objects.resolved(node.get('/Kids'));
    if (isList(kids)) {
      for (const kid of kids) this.collect(kid, [...above, node], leaves);
      return;
    }
    if (!isReference(at) || node.get('/Type') !== '/Page') throw new UnreadablePdfError('A page is broken.');
    leaves.push({ number: at.number, page: node, above });
  }

  private dictionary(value: PdfValue | undefined): PdfDictionary {
    const found = this.objects.resolved(value);
    if (!isDictionary(found)) throw new UnreadablePdfError('A dictionary is missing.');
    return found;
  }

  private digestOf(number: number, stream: Buffer): string {
    const known = this.digests.get(number) ?? createHash('sha256').update(stream).digest('hex');
    this.digests.set(number, known);
    return known;
  }
}

/** Everything that a page refers to, written down in one order: objects are numbered as they are met. */
class PageGraph {
  private readonly hash: Hash = createHash('sha256');
  private readonly numbers = new Map<number, number>();

  constructor(
    private readonly objects: PdfObjects,
    page: number,
    private readonly known: {
      readonly nodes: ReadonlySet<number>;
      readonly digestOf: (number: number, stream: Buffer) => string;
    },
  ) {
    this.numbers.set(page, 0);
  }

  get count(): number {
    return this.numbers.size;
  }

  key(): string {
    return this.hash.digest('hex');
  }

  add(value: PdfValue, depth = 0): void {
    if (depth > MOST_DEPTH) throw new UnreadablePdfError('Too deep.');
    if (typeof value === 'string') this.write(value);
    else if (isReference(value)) this.addObject(value.number, depth);
    else if (isList(value)) {
      this.write('[');
      for (const each of value) this.add(each, depth + 1);
      this.write(']');
    } else if (isDictionary(value)) {
      this.write('<<');
      for (const name of [...value.keys()].toSorted()) {
        this.write(name);
        this.add(value.get(name) ?? 'null', depth + 1);
      }
      this.write('>>');
    }
  }

  private addObject(number: number, depth: number): void {
    const met = this.numbers.get(number);
    if (met !== undefined) {
      this.write(`#${met}`);
      return;
    }
    // Links and fields know pages, of which they draw nothing.
    if (this.known.nodes.has(number)) {
      this.write('page');
      return;
    }
    const object = this.objects.object(number);
    this.numbers.set(number, this.numbers.size);
    if (this.numbers.size > MOST_OBJECTS) throw new UnreadablePdfError('There is too much to read.');
    this.write('obj');
    this.add(object.value, depth + 1);
    if (object.stream !== null) this.write(`stream ${this.known.digestOf(number, object.stream)}`);
  }

  private write(token: string): void {
    this.hash.update(token, 'latin1').update(' ');
  }
}
