/** Pictures that callers name by an address instead of sending them: where the operator allows it, and from public addresses alone. */
import { badInput, LoupeError } from '../../kernel/errors.js';
import { BodyTooLargeError, readOutgoing } from '../../http-client/outgoing-request.js';
import { ClosedAddressError } from '../../http-client/public-address.js';
import { tooManyBytes } from './picture-refusals.js';
import { NamedPicture } from './named-picture.js';
import type { UploadIntake } from '../uploads/upload-intake.js';
import type { UploadedFile } from '../uploads/received-file.js';

const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const HEADERS = { 'User-Agent': 'Loupe', Accept: 'image/*' };

export interface PictureUrlOptions {
  /** Whether pictures are fetched at all. */
  readonly isAllowed: boolean;
  /** Whether addresses of private networks may be connected to. */
  readonly allowsPrivate: boolean;
  readonly maxFileBytes: number;
}

export class PictureUrls {
  constructor(
    private readonly uploads: UploadIntake,
    private readonly options: PictureUrlOptions,
  ) {}

  /** The picture at an address, which is fetched when it is read; the caller discards it. Reading throws as `fetch`. */
  named(field: string, address: string, caller: AbortSignal): UploadedFile {
    return new NamedPicture(() => this.fetch(field, address, caller));
  }

  /**
   * Fetches a picture; the caller discards it. Each redirect is looked at as the address itself is.
   *
   * @param field the parameter that the address came in
   * @throws LoupeError OPERATION_NOT_AVAILABLE where it is switched off, BAD_USER_INPUT, PAYLOAD_TOO_LARGE
   */
  async fetch(field: string, address: string, caller: AbortSignal): Promise<UploadedFile> {
    if (!this.options.isAllowed) {
      const message = `Pictures are not fetched here. Send the picture itself, or ask the operator for LOUPE_PICTURE_URLS=true.`;
      throw new LoupeError('OPERATION_NOT_AVAILABLE', message);
    }
    const signal = AbortSignal.any([caller, AbortSignal.timeout(TIMEOUT_MS)]);
    let url = requireUrl(field, address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const { status, location, body } = await this.read(field, url, signal);
      if (REDIRECTS.includes(status) && location !== null) {
        url = requireUrl(field, location, url);
        continue;
      }
      if (status !== 200) throw badInput(field, `was answered with HTTP ${status} and not with a picture`);
      if (body.length === 0) throw badInput(field, 'was answered with nothing');
      return this.uploads.receiveBytes(body, { maxBytes: this.options.maxFileBytes });
    }
    throw badInput(field, `leads on more than ${MOST_REDIRECTS} times`);
  }

  private async read(field: string, url: string, signal: AbortSignal) {
    const { allowsPrivate, maxFileBytes } = this.options;
    try {
      const outgoing = { method: 'GET', headers: HEADERS, allowsPrivate, signal } as const;
      return await readOutgoing(url, outgoing, maxFileBytes);
    } catch (error) {
      if (error instanceof ClosedAddressError)
        throw badInput(field, 'leads to a private or reserved network');
      if (error instanceof BodyTooLargeError)
        throw new LoupeError('PAYLOAD_TOO_LARGE', tooManyBytes(maxFileBytes));
      throw badInput(field, 'does not answer');
    }
  }
}

/** @throws LoupeError BAD_USER_INPUT */
function requireUrl(field: string, address: string, base?: string): string {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  const isUsable = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isUsable || url.username !== '' || url.password !== '') {
    throw badInput(field, 'must be an address of the scheme http or https, without a user name');
  }
  return url.href;
}
