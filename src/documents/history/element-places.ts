/** In which documents elements lie. */
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { idsOnPath } from '../../tree/node-path.js';

export interface ElementPlace {
  readonly type: string;
  readonly name: string;
  /** The document that it is or lies in; null above documents. */
  readonly documentId: string | null;
  /** Of what lies on a page: that page's name. */
  readonly pageName: string | null;
}

/** @returns by id; elements that are gone have no place */
export async function placesOf(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ElementPlace>> {
  const rows: { readonly id: string; readonly type: string; readonly name: string; readonly path: string }[] =
    [];
  const read = async (part: readonly string[]) => {
    rows.push(
      ...(await readRows<(typeof rows)[number]>(
        em,
        `select id, type, name, path from node where id in (${marks(part)})`,
        part,
      )),
    );
  };
  await eachPart([...new Set(ids)], read);
  const known = new Set(rows.map(({ id }) => id));
  const asked = rows.length;
  const above = rows.flatMap(({ path }) => idsOnPath(path)).filter((id) => !known.has(id));
  await eachPart([...new Set(above)], read);
  const documents = new Set(rows.filter(({ type }) => type === 'Document').map(({ id }) => id));
  const pages = new Map(rows.flatMap(({ id, type, name }) => (type === 'Image' ? [[id, name]] : [])));
  return new Map(
    rows.slice(0, asked).map(({ id, type, name, path }) => {
      const upwards = idsOnPath(path);
      const documentId = upwards.find((each) => documents.has(each)) ?? null;
      const pageId = upwards.find((each) => each !== id && pages.has(each));
      return [id, { type, name, documentId, pageName: pages.get(pageId ?? '') ?? null }];
    }),
  );
}
