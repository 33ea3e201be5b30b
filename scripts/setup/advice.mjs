/** What to do about failures of tools whose cause their output names: a sentence each. */

const NO_NETWORK =
  /Temporary failure resolving|Could not resolve|Could not connect|Failed to fetch|Connection (?:failed|timed out)|Network is unreachable|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

/** The first whose words are there counts: a full disk is behind what follows from it. */
const CAUSES = [
  [/No space left on device|\bENOSPC\b|\bEDQUOT\b/, 'the disk is full; make room, about 2 GB'],
  [
    /Hash Sum mismatch|\bEINTEGRITY\b/,
    'what was downloaded is not what was announced and was thrown away; use another mirror',
  ],
  [NO_NETWORK, 'the network does not answer; check it'],
  [/Unable to locate package/, 'apt does not know the package; check the network and the sources of apt'],
  [
    /Killed signal terminated program|Killed \(program/,
    'the compiler had too little memory; free some, about 1 GB',
  ],
  [/Could not get lock/, 'another program installs packages; wait for it'],
];

/**
 * Why a script itself could not write, and what to do about it.
 *
 * @param {unknown} error of the file system
 * @returns {string | undefined} a sentence
 */
export function sentenceFor(error) {
  switch (error?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full: make room for about 2 GB, then repeat the command.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${error.path ?? 'The folder'} cannot be written: give it to this user, then repeat the command.`;
    default:
      return undefined;
  }
}

/**
 * @param {string} output of a tool that failed
 * @returns {string | undefined} why, and what to do before the command is repeated
 */
export function adviceFor(output) {
  return CAUSES.find(([words]) => words.test(output))?.[1];
}
