/** The address of a bucket: `s3://<bucket>/<prefix>?endpoint=…&region=…&path-style=…`. Keys never stand in it. */

export interface S3Place {
  readonly bucket: string;
  /** What all names begin with; empty, or with a slash at the end. */
  readonly prefix: string;
  /** Of a store that is not Amazon's; null for what the SDK's own environment says. */
  readonly endpoint: string | null;
  readonly region: string | null;
  /** Whether the bucket is named in the path and not in the host. */
  readonly isPathStyle: boolean;
  /** The address without its options, for sentences. */
  readonly name: string;
}

const HOW = 'write s3://<bucket>/<prefix>?endpoint=<https://…>&region=<name>';
const KNOWN = ['endpoint', 'region', 'path-style'];

class BlobsUrlError extends Error {
  override readonly name = 'BlobsUrlError';
}

/** @throws BlobsUrlError with what is wrong with the address and how it is written */
export function parseS3Url(text: string): S3Place {
  const scheme = /^([^:/]*):/.exec(text)?.[1] ?? '';
  if (scheme !== 's3') throw new BlobsUrlError(`"${scheme}" is no kind of file store; ${HOW}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new BlobsUrlError(`is no address; ${HOW}`);
  if (url.username !== '' || url.password !== '') {
    throw new BlobsUrlError(
      'must hold no keys; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role of the machine',
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.port !== '')
    throw new BlobsUrlError(`"${url.host}" is no name of a bucket; ${HOW}`);
  const strange = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name));
  if (strange !== undefined)
    throw new BlobsUrlError(`knows no "${strange}", only ${KNOWN.join(', ')}; ${HOW}`);
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region'),
    isPathStyle: isPathStyle(url.searchParams.get('path-style'), endpoint !== null),
    name: `s3://${url.hostname}${path === '' ? '' : `/${path}`}`,
  };
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw new BlobsUrlError(`endpoint must be an http or https address, not "${text}"`);
  return text.replace(/\/+$/, '');
}

/** Stores of one's own rarely have a host name for each bucket. */
function isPathStyle(text: string | null, hasEndpoint: boolean): boolean {
  if (text === null) return hasEndpoint;
  if (text !== 'true' && text !== 'false') throw new BlobsUrlError('path-style must be true or false');
  return text === 'true';
}

interface BlobSettings {
  readonly LOUPE_BLOBS_URL?: string | undefined;
  readonly LOUPE_FILES_FOLDER?: string | undefined;
  readonly LOUPE_BLOBS_SIGNED_MINUTES: number;
}

/** What is wrong with the settings of where files are kept, a sentence each. */
export function blobProblems(settings: BlobSettings): string[] {
  const { LOUPE_BLOBS_URL: url, LOUPE_FILES_FOLDER: folder, LOUPE_BLOBS_SIGNED_MINUTES: minutes } = settings;
  if (url === undefined) {
    if (minutes === 0) return [];
    return [
      'LOUPE_BLOBS_SIGNED_MINUTES: needs LOUPE_BLOBS_URL; files in a folder have no address of their own',
    ];
  }
  const problems = addressProblems('LOUPE_BLOBS_URL', url);
  if (problems.length > 0 || folder === undefined) return problems;
  return ['LOUPE_BLOBS_URL: files are kept in a bucket or in a folder; leave out LOUPE_FILES_FOLDER'];
}

/** Faults of the address of the bucket that receives operation logs. */
export function auditProblems({
  LOUPE_AUDIT_URL: url,
}: {
  readonly LOUPE_AUDIT_URL?: string | undefined;
}): string[] {
  return url === undefined ? [] : addressProblems('LOUPE_AUDIT_URL', url);
}

function addressProblems(setting: string, url: string): string[] {
  try {
    parseS3Url(url);
    return [];
  } catch (error) {
    if (error instanceof BlobsUrlError) return [`${setting}: ${error.message}`];
    throw error;
  }
}
