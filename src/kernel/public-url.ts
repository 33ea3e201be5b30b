/** The address that this server is reached by from outside. */
import { z } from 'zod';

/** Addresses in answers begin with it, so that nothing may stand behind its path. */
export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'write an address that begins with http:// or https://' })
  .refine(
    (text) => !URL.canParse(text) || /^https?:\/\/[^?#@]+$/i.test(text),
    'write https://<name>, with a path such as /loupe where a proxy serves Loupe below one, and nothing behind it',
  );
