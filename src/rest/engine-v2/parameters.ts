/** Parameters of an engine call: those of the query, of a form and of a multipart body together. */
import type { FastifyRequest } from 'fastify';
import { badInput, LoupeError } from '../../errors.js';
import { type FileSink, isMultipart, readForm } from '../../http/multipart/form-reader.js';
import { parseHeaderValue } from '../../http/multipart/header-value.js';
import { readTextBody } from '../../http/raw-body.js';
import type { UploadedFile } from '../../media/uploaded-file.js';
import { CaselessValues } from '../caseless.js';

/** Parts that carry a picture; a part of these names is a file even without a file name. */
const pictureNames = new Set(['image_content', 'ref_image', 'reference_image', 'query_image']);
/** A fine comparison has two pictures; clients may name the first one both ways. */
const MAX_FILES = 3;
const MAX_FORM_BYTES = 8 * 1024 * 1024;

interface NamedFile {
  readonly name: string;
  readonly file: UploadedFile;
}

export class EngineParameters {
  constructor(
    private readonly values: CaselessValues,
    private readonly files: readonly NamedFile[],
  ) {}

  /** null when absent or empty. */
  text(name: string): string | null {
    return this.values.get(name);
  }

  /** @throws LoupeError MISSING_PARAMETER */
  required(name: string): string {
    const value = this.values.get(name);
    if (value === null) throw new LoupeError('MISSING_PARAMETER', `${name} is missing.`);
    return value;
  }

  /** The values of a repeated parameter, without empty ones. */
  list(name: string): readonly string[] {
    return [...this.values.all(name), ...this.values.all(`${name}[]`)].filter((value) => value !== '');
  }

  /** @throws LoupeError BAD_USER_INPUT */
  wholeNumber(name: string): number | undefined {
    const value = this.values.get(name);
    if (value === null) return undefined;
    if (!/^[+-]?\d{1,9}$/.test(value.trim())) throw badInput(name, 'must be a whole number');
    return Number(value);
  }

  /** @throws LoupeError BAD_USER_INPUT */
  fraction(name: string): number | undefined {
    const value = this.values.get(name);
    if (value === null) return undefined;
    const number = Number(value);
    if (Number.isNaN(number)) throw badInput(name, 'must be a number');
    return number;
  }

  /** @throws LoupeError BAD_USER_INPUT */
  flag(name: string): boolean | undefined {
    const value = this.values.get(name)?.trim().toLowerCase();
    if (value === undefined) return undefined;
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw badInput(name, 'must be true or false');
  }

  file(name: string): UploadedFile | null {
    return this.files.find((part) => part.name === name)?.file ?? null;
  }

  async discard(): Promise<void> {
    await Promise.all(this.files.map(({ file }) => file.discard()));
  }
}

export interface ParameterRules {
  readonly sink: FileSink;
  readonly maxFileBytes: number;
}

/** @throws LoupeError BAD_USER_INPUT, PAYLOAD_TOO_LARGE */
export async function readParameters(
  request: FastifyRequest,
  rules: ParameterRules,
): Promise<EngineParameters> {
  const values = new CaselessValues(request.query);
  const contentType = request.headers['content-type'];
  const type = parseHeaderValue(contentType ?? '').value;
  if (isMultipart(contentType)) return new EngineParameters(values, await readParts(request, rules, values));
  if (type.startsWith('image/') || type === 'application/octet-stream') {
    return new EngineParameters(values, [await readWholeBody(request, rules, type)]);
  }
  const body = await readTextBody(request.raw, MAX_FORM_BYTES);
  for (const [name, value] of new URLSearchParams(body.trim())) values.add(name, value);
  return new EngineParameters(values, []);
}

async function readParts(
  request: FastifyRequest,
  rules: ParameterRules,
  values: CaselessValues,
): Promise<readonly NamedFile[]> {
  const form = await readForm(request.raw, {
    ...rules,
    maxFiles: MAX_FILES,
    isFile: ({ name }) => pictureNames.has(name.toLowerCase()),
  });
  for (const [name, texts] of form.fields) for (const text of texts) values.add(name, text);
  return form.files.map(({ name, file }) => ({ name: name.toLowerCase(), file }));
}

/** A body that is the picture itself, with every parameter in the query. */
async function readWholeBody(
  request: FastifyRequest,
  rules: ParameterRules,
  declaredType: string,
): Promise<NamedFile> {
  const source = request.raw.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const about = { maxBytes: rules.maxFileBytes, originalName: null, declaredType };
  try {
    return { name: 'image_content', file: await rules.sink(source, about) };
  } finally {
    request.raw.resume();
  }
}
