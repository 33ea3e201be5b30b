/** The certificate of the TLS listener: read again when its files change, without a restart. */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';

const POLL_EVERY_MS = 5000;

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** @throws Error when a file cannot be read */
export function readCertificate({ certFile, keyFile }: CertificateFiles) {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

/**
 * Follows the files. A certificate that cannot be used, for example while only one of both files is new, is left, and tried
 * again with the next change.
 *
 * @returns ends it
 */
export function followCertificate(
  server: Server,
  files: CertificateFiles,
  logger: FastifyBaseLogger,
): () => void {
  const renew = (): void => {
    try {
      server.setSecureContext(readCertificate(files));
      logger.info('The certificate was read again');
    } catch (error) {
      logger.warn({ err: error }, 'The new certificate cannot be used; the one before stays');
    }
  };
  const watched = [files.certFile, files.keyFile];
  for (const file of watched) watchFile(file, { interval: POLL_EVERY_MS, persistent: false }, renew);
  return () => {
    for (const file of watched) unwatchFile(file, renew);
  };
}
