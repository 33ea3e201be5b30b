/** The list of all parts (SBOM), in CycloneDX, as npm makes it: the same for the same commit. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { npmCommand } from '../node/bring.cjs';
import { rootDir } from '../setup/paths.mjs';

/** A name by which the same content is the same list: a UUID of a hash. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Where npm fetched a package is a matter of the machine that made the list. */
const withoutPlaces = ({ externalReferences, ...component }) => {
  const kept = (externalReferences ?? []).filter(({ type }) => type !== 'distribution');
  return kept.length > 0 ? { ...component, externalReferences: kept } : component;
};

/** Parts that are linked into the engine, and that npm does not know. */
const linked = ({ opencv }) => [
  {
    type: 'library',
    'bom-ref': 'opencv',
    name: 'opencv',
    version: opencv,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  },
  {
    type: 'library',
    'bom-ref': 'libjpeg-turbo',
    name: 'libjpeg-turbo',
    licenses: [{ license: { id: 'IJG' } }],
  },
];

/**
 * @param {Date} date of the commit
 * @param {{ opencv: string }} engine the note of the prebuilt engine
 * @returns {Promise<string>} JSON
 */
export async function listOfParts(date, engine) {
  const [npm, ...first] = npmCommand(process.env);
  const args = [...first, 'sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { stdout } = await promisify(execFile)(npm, args, { cwd: rootDir, maxBuffer: 1 << 28 });
  const { metadata, components, ...rest } = JSON.parse(stdout);
  const list = {
    ...rest,
    metadata: { ...metadata, timestamp: date.toISOString(), component: withoutPlaces(metadata.component) },
    components: [...components.map(withoutPlaces), ...linked(engine)],
  };
  // npm's own number is another one each time.
  list.serialNumber = undefined;
  list.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(list))}`;
  return `${JSON.stringify(list, null, 2)}\n`;
}
