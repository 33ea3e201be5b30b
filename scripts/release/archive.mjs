/** Archives that are the same, byte by byte, wherever and whenever they are made of the same files. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';

const SAME = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];

/** The moment that all files of an archive have: that of the commit, or the beginning of time. */
function momentOf(env = process.env) {
  return env.SOURCE_DATE_EPOCH ?? '0';
}

/**
 * Packs a folder into a gzipped tar file, which appears complete or not at all.
 *
 * @param {string} file to write
 * @param {string} base the folder that holds it
 * @param {string} name of the folder
 */
export function packFolder(file, base, name) {
  const draft = `${file}.draft`;
  const stdio = ['ignore', 'inherit', 'inherit'];
  try {
    const args = [
      ...SAME,
      `--mtime=@${momentOf()}`,
      '--use-compress-program=gzip -n',
      '-cf',
      draft,
      '-C',
      base,
      name,
    ];
    execFileSync('tar', args, { stdio });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
