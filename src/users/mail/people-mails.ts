/** Mails to people about what others wrote or decided: who may get one, in which language, and who wants none. */
import type { UserViewer, Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import { Organization } from '../../organizations/organization.entity.js';
import { holdersOf } from '../made-roles/grants.js';
import { MailChoice, User } from '../user.entity.js';
import { type MailLanguage, mailLanguageOf, mailLanguages } from './mail-texts.js';

interface Person {
  readonly id: string;
  readonly name: string;
}

/**
 * Active users among some who may see a document: those of its organization, and of the ones above.
 *
 * @param path node path of the document
 */
export async function peopleWhoSee(
  em: EntityManager,
  path: string,
  ids: readonly string[],
): Promise<readonly Person[]> {
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  return holdersOf(em, 'content:read', path, wanted);
}

interface Receiver {
  readonly mail: string;
  readonly language: MailLanguage;
}

/**
 * The receiver of a mail about a document.
 *
 * @param path node path of the document
 * @returns null for a user who is gone, may not see the document any more, or wants no such mails
 */
export async function receiverOf(em: EntityManager, path: string, userId: string): Promise<Receiver | null> {
  const [person] = await peopleWhoSee(em, path, [userId]);
  const user = person === undefined ? null : await em.findOne(User, { id: person.id });
  if (user === null) return null;
  const choice = await em.findOne(MailChoice, { userId: user.id });
  if (choice?.aboutComments === false) return null;
  const organization = await em.findOneOrFail(Organization, { id: user.organizationId });
  const language = mailLanguageOf(choice?.languageCode ?? organization.languageCode);
  return { mail: user.mail, language };
}

export interface MailChoiceView {
  /** Whether mails tell of comments and reviews. */
  readonly aboutComments: boolean;
  /** Whether a mail a day lists what is new in the inbox. */
  readonly aboutInbox: boolean;
  /** One of `mailLanguages`; null for that of the organization. */
  readonly languageCode: string | null;
}

export interface MailChoiceChange extends Omit<MailChoiceView, 'aboutInbox'> {
  /** Left as it is where it is not given. */
  readonly aboutInbox?: boolean | null | undefined;
}

/** The mails that users want. Everybody decides for themselves. */
export class MailChoiceService {
  constructor(private readonly database: Database) {}

  /** @throws LoupeError UNAUTHENTICATED, FORBIDDEN to programs */
  async get(viewer: Viewer): Promise<MailChoiceView> {
    const { userId } = requirePerson(viewer);
    const choice = await this.database.reader().findOne(MailChoice, { userId });
    return toView(choice);
  }

  /** @throws LoupeError UNAUTHENTICATED, FORBIDDEN to programs, BAD_USER_INPUT for a language that there are no mails in */
  async update(
    viewer: Viewer,
    { aboutComments, languageCode, aboutInbox }: MailChoiceChange,
  ): Promise<MailChoiceView> {
    const { userId } = requirePerson(viewer);
    const language = mailLanguages.find((each) => each === languageCode?.split('-')[0]?.toLowerCase());
    if (languageCode !== null && language === undefined)
      throw badInput('languageCode', `must be one of ${mailLanguages.join(', ')}`);
    const choice = {
      ...{ aboutComments, languageCode: language ?? null },
      ...(aboutInbox == null ? {} : { aboutInbox }),
    };
    return this.database.transaction(async ({ em }) =>
      toView(await em.upsert(MailChoice, { userId, ...choice })),
    );
  }
}

function toView(choice: MailChoice | null): MailChoiceView {
  return {
    aboutComments: choice?.aboutComments ?? true,
    aboutInbox: choice?.aboutInbox ?? false,
    languageCode: choice?.languageCode ?? null,
  };
}

/** @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
function requirePerson(viewer: Viewer): UserViewer {
  if (viewer.kind === 'user') return viewer;
  if (viewer.kind === 'machine' || viewer.kind === 'operator')
    throw new LoupeError('FORBIDDEN', 'Mails go to people who have logged in, not to programs.');
  throw new LoupeError('UNAUTHENTICATED', 'Log in first (mutation login), then send its token.');
}
