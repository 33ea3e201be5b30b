/** Keys of applications: random, unique, hidden in the database. */
import { randomInt } from 'node:crypto';
import type { EntityManager } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { Application } from '../application.entity.js';

/** Hides keys in the database and finds them again; the server's secrets do it. */
export interface KeyVault {
  hash(secret: string): string;
  encrypt(text: string): string;
  decrypt(cipherText: string): string;
}

const KEY_FORM = /^[\x21-\x7e]{6,128}$/;
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The field's keys are this long: 190 bits. */
const KEY_LENGTH = 32;

export class ApplicationKeys {
  constructor(private readonly vault: KeyVault) {}

  make(): string {
    return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join('');
  }

  /** @throws LoupeError BAD_USER_INPUT */
  requireForm(field: 'key' | 'queryKey', key: string | undefined): void {
    if (key !== undefined && !KEY_FORM.test(key)) {
      throw badInput(field, 'must have 6 to 128 printable characters without blanks');
    }
  }

  /** @throws LoupeError BAD_USER_INPUT when they are the same, CONFLICT when one is in use */
  async requireUnused(em: EntityManager, keys: readonly (string | undefined)[]): Promise<void> {
    const given = keys.filter((key) => key !== undefined);
    if (new Set(given).size < given.length) {
      throw badInput('queryKey', 'must differ from the key for changes');
    }
    const hashes = given.map((key) => this.vault.hash(key));
    const where = { $or: [{ keyHash: { $in: hashes } }, { queryKeyHash: { $in: hashes } }] };
    if ((await em.count(Application, where)) > 0) {
      throw new LoupeError('CONFLICT', 'The key is in use already. Give another one.');
    }
  }

  setModifyKey(application: Application, key: string): void {
    application.keyHash = this.vault.hash(key);
    application.keyCipher = this.vault.encrypt(key);
  }

  setQueryKey(application: Application, key: string | null): void {
    application.queryKeyHash = key === null ? null : this.vault.hash(key);
    application.queryKeyCipher = key === null ? null : this.vault.encrypt(key);
  }

  /** The application that a key opens, and whether for changes too; null when none. */
  async find(
    em: EntityManager,
    key: string,
  ): Promise<{ readonly application: Application; readonly mayModify: boolean } | null> {
    const hash = this.vault.hash(key);
    const application = await em.findOne(Application, { $or: [{ keyHash: hash }, { queryKeyHash: hash }] });
    return application === null ? null : { application, mayModify: application.keyHash === hash };
  }

  /** The keys in clear, for managers of the application. */
  reveal(application: Application): { readonly modifyKey: string | null; readonly queryKey: string | null } {
    const open = (cipher: string | null | undefined) => (cipher == null ? null : this.vault.decrypt(cipher));
    return { modifyKey: open(application.keyCipher), queryKey: open(application.queryKeyCipher) };
  }
}
