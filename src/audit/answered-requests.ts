/** Remembers requests that carry a key of the caller's own, and their answers, for a day. */
import { createHash } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Secrets } from '../access/secrets.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import { AnsweredRequest } from './answered-request.entity.js';

/** How long answers are kept. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

export interface KeyedRequest {
  readonly viewer: Viewer;
  readonly key: string;
  /** Method, address and body: what must be the same under the same key. */
  readonly content: readonly string[];
}

export interface StoredAnswer {
  readonly status: number;
  /** JSON; null where there is no content. */
  readonly body: string | null;
}

export class AnsweredRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Carries out what changes the database alone: the answer is stored in the transaction of the change itself, so that
   * either both are there or neither, whenever the process ends.
   *
   * @returns the answer, and whether it is that of an earlier request
   * @throws LoupeError BAD_USER_INPUT, CONFLICT; what `work` throws is not stored
   */
  async together(request: KeyedRequest, work: () => Promise<StoredAnswer>) {
    const known = await this.known(request);
    if (known !== null) return { answer: known, isRepeated: true };
    const answer = await this.inOneTransaction(request, work);
    return { answer, isRepeated: false };
  }

  /**
   * Carries out what takes longer than a transaction, such as uploads. A request of which the end is not known, because
   * the process ended in it, is not carried out again.
   *
   * @throws LoupeError as `together`
   */
  async apart(request: KeyedRequest, work: () => Promise<StoredAnswer>) {
    const known = await this.known(request);
    if (known !== null) return { answer: known, isRepeated: true };
    const id = await refusingTwins(() => this.begin(request));
    try {
      const answer = await work();
      await this.finish(id, answer);
      return { answer, isRepeated: false };
    } catch (error) {
      await this.database.transaction(({ em }) => em.nativeDelete(AnsweredRequest, { id, status: null }));
      throw error;
    }
  }

  private async inOneTransaction(
    request: KeyedRequest,
    work: () => Promise<StoredAnswer>,
  ): Promise<StoredAnswer> {
    return refusingTwins(() =>
      this.database.together(async () => {
        const id = await this.begin(request);
        const answer = await work();
        await this.finish(id, answer);
        return answer;
      }),
    );
  }

  private async known(request: KeyedRequest): Promise<StoredAnswer | null> {
    const row = await this.database.reader().findOne(AnsweredRequest, { id: idOf(request) });
    if (row === null || this.isOld(row)) return null;
    if (row.fingerprint !== fingerprintOf(request)) {
      throw new LoupeError(
        'CONFLICT',
        'This Idempotency-Key was used for another request. Send a new key with each new request.',
      );
    }
    if (row.status == null) throw underWay();
    const { bodyCipher } = row;
    return { status: row.status, body: bodyCipher == null ? null : this.secrets.decrypt(bodyCipher) };
  }

  private isOld({ dateCreated }: AnsweredRequest): boolean {
    return dateCreated.getTime() < this.clock.now().getTime() - ANSWERS_KEPT_MS;
  }

  private async begin(request: KeyedRequest): Promise<string> {
    const id = idOf(request);
    await this.database.transaction(async ({ em }) => {
      const earlier = await em.findOne(AnsweredRequest, { id });
      if (earlier !== null && this.isOld(earlier)) await em.nativeDelete(AnsweredRequest, { id });
      await em.insert(AnsweredRequest, {
        id,
        fingerprint: fingerprintOf(request),
        status: null,
        bodyCipher: null,
        dateCreated: this.clock.now(),
      });
    });
    return id;
  }

  private async finish(id: string, { status, body }: StoredAnswer): Promise<void> {
    const bodyCipher = body === null ? null : this.secrets.encrypt(body);
    await this.database.transaction(({ em }) =>
      em.nativeUpdate(AnsweredRequest, { id }, { status, bodyCipher }),
    );
  }
}

/** The same request that another one began a moment before. */
async function refusingTwins<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && /answered_request/.test(error.message)) {
      throw underWay();
    }
    throw error;
  }
}

function underWay(): LoupeError {
  return new LoupeError(
    'CONFLICT',
    'A request with this Idempotency-Key was begun, and its result is not known. Try again in a moment; if this persists, check whether it was carried out before you send it with a new key.',
  );
}

function idOf({ viewer, key }: KeyedRequest): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badInput('Idempotency-Key', 'must be 1 to 255 visible ASCII characters, for example a Guid');
  }
  return hashOf([ownerOf(viewer), key]);
}

function ownerOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'user':
      return viewer.userId;
    case 'machine':
      return `machine token ${viewer.tokenId}`;
    case 'apiKey':
      return `key of ${viewer.organizationId}`;
    case 'publishableKey':
      return `publishable key ${viewer.keyId}`;
    case 'operator':
    case 'anonymous':
      return viewer.kind;
  }
}

function fingerprintOf({ content }: KeyedRequest): string {
  return hashOf(content);
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
