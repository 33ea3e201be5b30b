/** Copies of a document's rows, for tests that need more of them than uploads would make in time. */
import { raw } from '@mikro-orm/core';
import { Application } from '../../../src/engine/application.entity.js';
import { Reference } from '../../../src/engine/references/reference.entity.js';
import type { EntityManager } from '../../../src/db/database.js';
import { inParts } from '../../../src/db/in-parts.js';
import { Document } from '../../../src/documents/document.entity.js';
import { Image } from '../../../src/documents/pages/image.entity.js';
import { Node } from '../../../src/tree/node.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import type { TestApp } from '../app.js';

export interface CopiedDocument {
  readonly id: string;
  readonly imageIds: readonly string[];
}

/**
 * Puts documents into a folder whose pages all are copies of one page, recognized as it is.
 *
 * @param imageId of an active page
 * @returns their ids
 */
export async function copyDocuments(
  { app }: Pick<TestApp, 'app'>,
  folderId: string,
  imageId: string,
  { documents, pages }: { readonly documents: number; readonly pages: number },
): Promise<readonly CopiedDocument[]> {
  const made: CopiedDocument[] = Array.from({ length: documents }, () => ({
    id: newId(),
    imageIds: Array.from({ length: pages }, () => newId()),
  }));
  await app.services.database.transaction(async ({ em }) => {
    const folder = await em.findOneOrFail(Node, { id: folderId });
    const page = await em.findOneOrFail(Node, { id: imageId });
    const model = await em.findOneOrFail(Node, { id: page.parentId ?? '' });
    const pathOf = new Map(made.map(({ id }) => [id, `${folder.path}${id}/`]));
    await copyRows(
      em,
      Node,
      { id: model.id },
      made.map(({ id }) => ({ id, parentId: folderId, path: pathOf.get(id) ?? '' })),
    );
    await copyRows(
      em,
      Document,
      { id: model.id },
      made.map(({ id }) => ({ id, pagesTotal: pages, pagesDone: pages })),
    );
    const copies = made.flatMap(({ id, imageIds }) =>
      imageIds.map((copy, at) => ({
        id: copy,
        parentId: id,
        path: `${pathOf.get(id) ?? ''}${copy}/`,
        order: at + 1,
      })),
    );
    await copyRows(em, Node, { id: page.id }, copies);
    await copyRows(
      em,
      Image,
      { id: page.id },
      copies.map(({ id }) => ({ id })),
    );
    const reference = await em.findOneOrFail(Reference, { externalId: imageId });
    const { sequence } = await em.findOneOrFail(Application, { id: reference.applicationId });
    await copyRows(
      em,
      Reference,
      { key: reference.key },
      copies.map(({ id }, at) => ({ key: undefined, externalId: id, sequence: sequence + at + 1 })),
    );
    await em.nativeUpdate(
      Application,
      { id: reference.applicationId },
      { sequence: raw('sequence + ?', [copies.length]) },
    );
  });
  return made;
}

async function copyRows(
  em: EntityManager,
  entity: typeof Node | typeof Document | typeof Image | typeof Reference,
  where: object,
  others: readonly object[],
): Promise<void> {
  const model = (await em.findOneOrFail(entity as typeof Node, where)) as object;
  const { props } = em.getMetadata(entity as typeof Node);
  const values = Object.fromEntries(
    props.map(({ name }) => [name, (model as Readonly<Record<string, unknown>>)[name]]),
  );
  for (const part of inParts(others, 100)) {
    await em.insertMany(entity as typeof Node, part.map((other) => ({ ...values, ...other })) as never);
  }
}
