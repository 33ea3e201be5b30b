/** What the demo keeps about itself in the data folder between runs: readable by the server's owner only. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const demoState = z.object({
  organizationId: z.string(),
  /** Encrypted with the server's secret key. */
  passwordCipher: z.string(),
  /** Whether all documents were loaded once; what is removed later stays removed. */
  isLoaded: z.boolean(),
});
export type DemoState = z.infer<typeof demoState>;

const fileIn = (dataFolder: string) => join(dataFolder, 'demo.json');

/** null when the demo was never there, or its file cannot be read as such. */
export async function readDemoState(dataFolder: string): Promise<DemoState | null> {
  try {
    return demoState.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export async function writeDemoState(dataFolder: string, state: DemoState): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const file = fileIn(dataFolder);
  await writeFile(`${file}.part`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
