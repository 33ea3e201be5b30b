/** Rules of comments: lengths, counts, and who may be mentioned in one. */
import type { EntityManager } from '../../db/entities.js';
import type { Viewer } from '../../access/viewer.js';
import { userIdOf } from '../../audit/operation-log.js';
import { readRows } from '../../db/rows.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { compareText } from '../../kernel/text-fold.js';
import { requireValidText } from '../../kernel/valid-text.js';
import { foldName } from '../../users/user.rules.js';
import { peopleWhoSee } from '../../users/mail/people-mails.js';
import type { Comment, Mention } from './comment.entity.js';

/** Of a comment, in characters. */
const LONGEST_TEXT = 4000;
/** Of the name of a guest, in characters. */
const LONGEST_NAME = 60;
/** Threads of a document. */
export const MOST_THREADS = 1000;
/** Comments of a thread. */
export const MOST_IN_THREAD = 200;
const MOST_MENTIONS = 20;

/** Characters that nobody sees and that turn or hide what stands around them, but for line breaks and tabs. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The text as it is kept: without unseen characters and blanks around it. @throws LoupeError BAD_USER_INPUT */
export function requireText(text: string): string {
  return seenText('text', text.replaceAll('\r\n', '\n'), LONGEST_TEXT);
}

/** The name of a guest as it is kept, in one line. @throws LoupeError BAD_USER_INPUT */
export function requireGuestName(name: string): string {
  // Marks that nobody sees would make two names look alike.
  const line = name.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cf}/gu, '');
  return seenText('name', line.replaceAll(/ {2,}/g, ' '), LONGEST_NAME);
}

/** @throws LoupeError BAD_USER_INPUT */
function seenText(field: string, text: string, longest: number): string {
  const kept = requireValidText(text, field)
    .replaceAll(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim();
  if (kept === '') throw badInput(field, 'must not be empty');
  if (kept.length > longest) throw badInput(field, `must have at most ${longest} characters`);
  return kept;
}

/** @throws LoupeError BAD_USER_INPUT for somebody who may not see the document, in the words for somebody who does not exist */
export async function requireMentions(
  em: EntityManager,
  path: string,
  ids: readonly string[],
): Promise<readonly Mention[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length > MOST_MENTIONS)
    throw badInput('mentionedUserIds', `must name at most ${MOST_MENTIONS} people`);
  const found = new Map((await peopleWhoSee(em, path, wanted)).map((person) => [person.id, person]));
  return wanted.map((id) => {
    const person = found.get(id);
    if (person === undefined)
      throw badInput('mentionedUserIds', 'must name people who may see this document');
    return person;
  });
}

/** Users who are suggested at a time. */
const MOST_SUGGESTED = 20;
/** Users that are looked through for them. */
const MOST_LOOKED_AT = 500;

/** Those of the organization of a document, and those who have commented on it, who may see it, in the order of their names. */
export async function peopleToCall(
  em: EntityManager,
  {
    id,
    path,
    organizationId,
  }: { readonly id: string; readonly path: string; readonly organizationId: string },
  search: string,
): Promise<readonly Mention[]> {
  const pattern = `%${foldName(search).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await readRows<{ readonly id: string }>(
    em,
    `select u.id from user_account u
      where u.status = 'Active' and u.user_name_key like ? escape '\\'
        and (u.organization_id = ? or u.id in (select c.user_id from comment c where c.document_id = ?))
      order by u.user_name_key limit ${MOST_LOOKED_AT}`,
    [pattern, organizationId, id],
  );
  const people = await peopleWhoSee(
    em,
    path,
    rows.map((row) => row.id),
  );
  return people.toSorted((a, b) => compareText(a.name, b.name)).slice(0, MOST_SUGGESTED);
}

/** @throws LoupeError FORBIDDEN */
export function requireAuthor(viewer: Viewer, { userId }: Comment): void {
  if (userId != null && userId === userIdOf(viewer)) return;
  throw new LoupeError(
    'FORBIDDEN',
    'Somebody else wrote this comment. Answer it, or ask its author to change it.',
  );
}
