/** Draws two editions of a booklet: pages of print, some of which were changed, inserted, removed or moved. */
import { writePdf } from '../../print/draw/pdf-writer.js';
import { createRandom, seedOf } from '../../random.js';
import type { Item, Place } from './items.js';
import { changePage, draw, layOut } from './page.js';
import type { ChangeName, ProofSpec } from './spec.js';

export interface BookletPlan {
  /** Pages of the first edition. */
  readonly pageCount: number;
  /** What is changed, by page of the first edition from 1. */
  readonly changes?: Readonly<Record<number, ChangeName>>;
  /** New pages, each before this page of the first edition, from 1. */
  readonly inserted?: readonly number[];
  readonly removed?: readonly number[];
  /** A page of the first edition, and the one that it stands before in the second. */
  readonly moved?: readonly (readonly [page: number, before: number])[];
  /** Width and height of pages in points. */
  readonly size?: readonly [number, number];
  readonly textPt?: number;
  readonly seed?: number;
}

export interface Booklet {
  readonly first: Buffer;
  readonly second: Buffer;
  /** Pages of the second edition: the page that they come from, null for new ones. */
  readonly order: readonly (number | null)[];
  /** Where changes show, by page of the first edition. */
  readonly places: ReadonlyMap<number, readonly Place[]>;
}

const LAYOUTS = ['columns', 'prices', 'flyer', 'invoice'] as const;
const FONTS = [
  ['Helvetica', 'Helvetica-Bold'],
  ['Times-Roman', 'Times-Bold'],
] as const;

export async function drawBooklet(plan: BookletPlan): Promise<Booklet> {
  const { pageCount, changes = {}, inserted = [], removed = [], moved = [] } = plan;
  const places = new Map<number, readonly Place[]>();
  const pages = Array.from({ length: pageCount }, (_, at) => pageOf(plan, at + 1));
  const after = pages.map((page, at): readonly Item[] => {
    const change = changes[at + 1];
    if (change === undefined) return page.items;
    const changed = changePage(page.items, { ...page.spec, change }, createRandom(seedOf(at + 1, 'change')));
    places.set(at + 1, changed.places);
    return changed.after;
  });
  const order: (number | null)[] = [];
  for (let page = 1; page <= pageCount + 1; page += 1) {
    for (const [from, before] of moved) if (before === page) order.push(from);
    for (const at of inserted) if (at === page) order.push(null);
    const isElsewhere = removed.includes(page) || moved.some(([from]) => from === page);
    if (page <= pageCount && !isElsewhere) order.push(page);
  }
  const second = order.map((page, at) =>
    page === null ? pageOf(plan, pageCount + 1 + at).items : (after[page - 1] ?? []),
  );
  return {
    first: await print(
      plan,
      pages.map((page) => page.items),
    ),
    second: await print(plan, second),
    order,
    places,
  };
}

const A4 = [595, 842] as const;

function pageOf(
  { seed = 1, size = A4, textPt = 10 }: BookletPlan,
  number: number,
): { readonly spec: ProofSpec; readonly items: readonly Item[] } {
  const random = createRandom(seedOf(number, `booklet ${seed}`));
  const spec: ProofSpec = {
    name: 'Booklet',
    half: 'tune',
    seed: number,
    layout: random.pick(LAYOUTS),
    fonts: random.pick(FONTS),
    textPt,
    dpi: 150,
    size,
    change: null,
    capture: 'proof',
  };
  return { spec, items: layOut(spec, random) };
}

function print({ size = A4 }: BookletPlan, pages: readonly (readonly Item[])[]): Promise<Buffer> {
  const [width, height] = size;
  return writePdf(
    { width, height, title: 'Booklet' },
    pages.map((items) => (canvas) => items.forEach((item) => draw(canvas, item))),
  );
}
