/** The client of a bucket, loaded when first needed: servers that keep files in a folder never load it. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Place } from '../../kernel/blobs-url.js';
import { ConfigError } from '../../config.js';
import { diskFull } from '../../kernel/outages.js';
import { LoupeError } from '../../kernel/errors.js';
import { storageUnavailable } from './blob-store.js';

const CONNECTION_TIMEOUT_MS = 3000;
/** For one request and what it sends: a part of 8 MB over a slow line. */
const REQUEST_TIMEOUT_MS = 60_000;
/** One request and two repetitions, with pauses that grow. */
const MOST_ATTEMPTS = 3;
/** Signatures name a region; stores of one's own take any. */
const DEFAULT_REGION = 'us-east-1';

export async function openS3Client(place: S3Place): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const region = place.region ?? process.env['AWS_REGION'] ?? DEFAULT_REGION;
  return new S3Client({
    region,
    forcePathStyle: place.isPathStyle,
    maxAttempts: MOST_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...(place.endpoint === null ? {} : { endpoint: place.endpoint }),
  });
}

interface S3Failure {
  readonly name: string;
  readonly message: string;
  readonly status: number | null;
}

function failureOf(error: unknown): S3Failure {
  if (!(error instanceof Error)) return { name: '', message: String(error), status: null };
  const inner = error instanceof AggregateError ? (error.errors as unknown[]).map(String).join('; ') : '';
  const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : undefined;
  const message = error.message === '' ? inner : error.message;
  return { name: error.name, message, status: metadata?.httpStatusCode ?? null };
}

/** Whether the store says that there is no such object. */
export function isMissingObject(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return name === 'NoSuchKey' || (name === 'NotFound' && status === 404);
}

/** Whether the store refused a condition: the object is there already, or is another one. */
export function isUnmetCondition(error: unknown): boolean {
  return failureOf(error).status === 412;
}

/** Whether the store does not know a condition. */
export function isUnknownCondition(error: unknown): boolean {
  return failureOf(error).status === 501;
}

/** What callers learn of a failure; the log has its cause. */
export function s3Failure(error: unknown, { name }: S3Place): LoupeError {
  if (error instanceof LoupeError) return error;
  const { status, message } = failureOf(error);
  if (status === 507) return diskFull(error);
  return storageUnavailable(`${name}: ${message}`, error);
}

/** The sentence for a bucket that cannot be used at the start. */
export function s3StartFailure(error: unknown, { bucket, endpoint, name }: S3Place): ConfigError {
  const failure = failureOf(error instanceof LoupeError ? (error.cause as Error).cause : error);
  const where = endpoint === null ? '' : ` at ${endpoint}`;
  return new ConfigError(
    `The file store ${name}${where} cannot be used: ${whyOf(failure, bucket)} ${remedyOf(failure)}`,
  );
}

const isRefusal = ({ status }: S3Failure) => status === 401 || status === 403;
const isNoBucket = ({ name, status }: S3Failure) => name === 'NoSuchBucket' || status === 404;

function whyOf(failure: S3Failure, bucket: string): string {
  if (isRefusal(failure)) return `it refuses the keys (${failure.name}).`;
  if (isNoBucket(failure)) return `there is no bucket ${bucket}.`;
  return `${failure.message.replace(/\.$/, '')}.`;
}

function remedyOf(failure: S3Failure): string {
  if (isRefusal(failure))
    return 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and let them read, write, list and delete there.';
  if (isNoBucket(failure)) return 'Make it, or correct LOUPE_BLOBS_URL.';
  if (failure.name === 'CredentialsProviderError')
    return 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.';
  return 'Start the store, or correct LOUPE_BLOBS_URL.';
}
