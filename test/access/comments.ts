/** Threads of comments, for rows that need one. */
import type { TestApp } from '../kit/app.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { canary } from './target.js';

/** A thread that the administrator begins. @returns its id, which is that of its first comment */
export async function makeThread(
  { loupe, administrator }: { readonly loupe: TestApp; readonly administrator: SeededUser },
  documentId: string,
): Promise<string> {
  const { comments } = loupe.app.services;
  const text = `${canary()} comment`;
  return (await comments.create(await administrator.viewer(), documentId, {}, { text })).id;
}
