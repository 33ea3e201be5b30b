/** Keeps what an exam makes on disk: pictures, signatures of references, and what SIFT found. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export class ExamCache {
  constructor(private readonly folder: string) {}

  /** The bytes kept under a name, after making them if there are none. */
  async bytes(kind: 'pictures' | 'sift', name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const hash = createHash('sha256').update(name).digest('hex');
    const path = join(this.folder, kind, hash.slice(0, 2), hash);
    if (existsSync(path)) return readFile(path);
    const made = await make();
    await mkdir(dirname(path), { recursive: true });
    // Exams that run side by side share the folder.
    const part = `${path}.${process.pid}.part`;
    await writeFile(part, made);
    await rename(part, path);
    return made;
  }
}
