/** Reads imported JSON and finds out on which line each member stands. */
import { badInput } from '../kernel/errors.js';
import { requireModestJson } from '../kernel/programs/modest-json.js';
import { lineFinder, type ReadText } from './import-report.js';
import { surveyJson } from './json.survey.js';

/** @throws LoupeError BAD_USER_INPUT when it is no JSON, nested too deeply, or a member appears twice */
export async function readJson(source: string): Promise<ReadText> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  await requireModestJson(text, 'json');
  const { lines, firstError, repeated } = await surveyJson(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badInput('json', `is not valid JSON${firstError === null ? '' : ` (line ${firstError})`}`);
  }
  if (repeated !== null) throw badInput('json', repeated);
  return { value, lines, lineOf: lineFinder(lines) };
}
