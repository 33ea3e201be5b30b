/** Parameters of an engine call: those of the query and of a body together: a form, multipart parts or JSON. */
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { openBody } from '../../http/body.js';
import { type FileSink, isMultipart, readForm } from '../../http/multipart/form-reader.js';
import { parseHeaderValue } from '../../http/multipart/header-value.js';
import { readTextBody, readUrlEncodedBody } from '../../http/raw-body.js';
import { readJsonParameters } from './json-parameters.js';
import { FormParameters, type NamedFile } from '../shared/form-parameters.js';

/** Parts that carry a picture; a part of these names is a file even without a file name. */
const pictureNames = new Set(['image_content', 'ref_image', 'reference_image', 'query_image']);
/** A fine comparison has two pictures; clients may name the first one both ways. */
const MAX_FILES = 3;
const MAX_FORM_BYTES = 8 * 1024 * 1024;

export interface ParameterRules {
  readonly sink: FileSink;
  readonly maxFileBytes: number;
}

/** @throws LoupeError BAD_USER_INPUT, PAYLOAD_TOO_LARGE */
export async function readParameters(
  request: FastifyRequest,
  rules: ParameterRules,
): Promise<FormParameters> {
  const parameters = new FormParameters(request.query);
  const contentType = request.headers['content-type'];
  const type = parseHeaderValue(contentType ?? '').value;
  if (isMultipart(contentType)) {
    await readParts(request, rules, parameters);
  } else if (type.startsWith('image/') || type === 'application/octet-stream') {
    parameters.addFile(await readWholeBody(request, rules, type));
  } else if (type === 'application/json') {
    await readJson(request, rules, parameters);
  } else {
    const pairs = await readUrlEncodedBody(request.raw, MAX_FORM_BYTES);
    for (const [name, value] of pairs) parameters.add(name, value);
  }
  return parameters;
}

async function readParts(
  request: FastifyRequest,
  rules: ParameterRules,
  parameters: FormParameters,
): Promise<void> {
  const form = await readForm(request.raw, {
    ...rules,
    maxFiles: MAX_FILES,
    // A DNA is mostly a text; with a file name it may be the bytes themselves.
    isFile: ({ name, fileName }) =>
      pictureNames.has(name.toLowerCase()) || (fileName !== null && name.toLowerCase() === 'dna'),
  });
  for (const [name, texts] of form.fields) for (const text of texts) parameters.add(name, text);
  for (const part of form.files) parameters.addFile(part);
}

async function readJson(
  request: FastifyRequest,
  rules: ParameterRules,
  parameters: FormParameters,
): Promise<void> {
  // Base64 takes four bytes for three.
  const maxBytes = MAX_FORM_BYTES + Math.ceil((MAX_FILES * rules.maxFileBytes * 4) / 3);
  const text = await readTextBody(request.raw, maxBytes);
  // Some clients declare JSON and send a form.
  if (/^\s*[^\s[{][^=]*=/.test(text)) {
    for (const [name, value] of new URLSearchParams(text)) parameters.add(name, value);
    return;
  }
  const { texts, files } = await readJsonParameters(text, (name) => pictureNames.has(name.toLowerCase()));
  for (const [name, value] of texts) parameters.add(name, value);
  const about = { maxBytes: rules.maxFileBytes, originalName: null, declaredType: null };
  for (const [name, bytes] of files) {
    parameters.addFile({ name, file: await rules.sink(Readable.from([bytes]), about) });
  }
}

/** A body that is the picture itself, with every parameter in the query. */
async function readWholeBody(
  request: FastifyRequest,
  rules: ParameterRules,
  declaredType: string,
): Promise<NamedFile> {
  const { bytes, stop } = await openBody(request.raw);
  const about = { maxBytes: rules.maxFileBytes, originalName: null, declaredType };
  try {
    return { name: 'image_content', file: await rules.sink(bytes, about) };
  } finally {
    stop();
    request.raw.resume();
  }
}
