import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import { inRoot } from '../../scripts/setup/paths.mjs';

/**
 * A text as `npm run format` writes it.
 *
 * @param fileName whose ending names the language
 */
export async function formattedAs(fileName: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync(inRoot('.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(fileName, text, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
