import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** A TAR with files in order. */
export async function tarOf(files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<Buffer> {
  const tar = pack();
  const whole = buffer(tar);
  for (const [name, bytes] of files) tar.entry({ name }, bytes);
  tar.entry({ name: 'a folder/', type: 'directory' });
  tar.entry({ name: 'a link', type: 'symlink', linkname: '/etc/passwd' });
  tar.finalize();
  return whole;
}
