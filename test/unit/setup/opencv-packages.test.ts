import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  arrange,
  dependenciesIn,
  packagesOfArchives,
  packagesOfOpenCv,
} from '../../../scripts/setup/opencv-packages.mjs';

/** What apt would say of packages with these dependencies. */
function aptThatKnows(packages: Readonly<Record<string, string>>) {
  return (names: readonly string[]): Promise<string> =>
    Promise.resolve(names.map((name) => `Package: ${name}\nDepends: ${packages[name] ?? ''}\n`).join('\n'));
}

const MODULES = ['calib3d', 'features2d', 'flann', 'imgproc', 'core'];

describe('the packages that OpenCV is unpacked from', () => {
  it('are its modules, their headers and what they need to run, and no desktop', async () => {
    const packages = Object.fromEntries(
      MODULES.map((name) => [`libopencv-${name}-dev`, `libopencv-${name}406 (= 4.6), libopencv-highgui-dev`]),
    );
    const apt = aptThatKnows({
      ...packages,
      'libopencv-core406': 'libblas3 | libblas.so.3, libc6 (>= 2.36), libglx0, libtbb12',
      libglx0: 'libglx-mesa0, libx11-6',
      libtbb12: 'libstdc++6',
    });
    const names = await packagesOfOpenCv(apt);
    expect(names).toEqual(
      expect.arrayContaining(['libopencv-core-dev', 'libopencv-calib3d406', 'libblas3', 'libx11-6']),
    );
    for (const name of ['libopencv-highgui-dev', 'libglx-mesa0', 'libc6', 'libstdc++6'])
      expect(names).not.toContain(name);
    expect(names).toHaveLength(new Set(names).size);
  });

  it('are headers and archives alone where these can be linked, with those of libjpeg by any name', async () => {
    const debian = aptThatKnows({ 'libjpeg-dev': 'libjpeg62-turbo-dev (>= 1:1.3.1)' });
    expect(await packagesOfArchives(debian)).toEqual([
      ...MODULES.map((name) => `libopencv-${name}-dev`),
      'libjpeg62-turbo-dev',
    ]);
    const ubuntu = aptThatKnows({
      'libjpeg-dev': 'libjpeg8-dev',
      'libjpeg8-dev': 'libjpeg8, libjpeg-turbo8-dev (>= 1.1.90)',
      'libjpeg-turbo8-dev': 'libjpeg-turbo8, libc6-dev | libc-dev',
    });
    expect((await packagesOfArchives(ubuntu)).slice(MODULES.length)).toEqual([
      'libjpeg8-dev',
      'libjpeg-turbo8-dev',
    ]);
  });

  it('are the first of alternatives, without versions and processors', () => {
    expect(dependenciesIn('Depends: a (>= 1), b:any | c\nPre-Depends: d\nRecommends: e\n')).toEqual([
      'a',
      'b',
      'd',
    ]);
  });
});

describe('unpacked packages', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loupe-opencv-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  };

  it('lie in one folder of headers and one of libraries, links among them', () => {
    write('unpacked/usr/include/opencv4/opencv2/core.hpp');
    write('unpacked/usr/include/x86_64-linux-gnu/opencv4/opencv2/cvconfig.h');
    write('unpacked/usr/lib/x86_64-linux-gnu/libopencv_core.so.4.6.0');
    write('unpacked/usr/lib/x86_64-linux-gnu/libopencv_core.a');
    write('unpacked/usr/lib/x86_64-linux-gnu/libjpeg.a');
    write('unpacked/usr/lib/x86_64-linux-gnu/libturbojpeg.a');
    write('unpacked/usr/include/jpeglib.h');
    write('unpacked/usr/include/x86_64-linux-gnu/jconfig.h');
    symlinkSync(
      'libopencv_core.so.4.6.0',
      join(folder, 'unpacked/usr/lib/x86_64-linux-gnu/libopencv_core.so'),
    );
    write('unpacked/usr/lib/x86_64-linux-gnu/blas/libblas.so.3');
    const out = join(folder, 'opencv');
    arrange(join(folder, 'unpacked'), out);
    expect(existsSync(join(out, 'include/opencv2/core.hpp'))).toBe(true);
    expect(existsSync(join(out, 'include/opencv2/cvconfig.h'))).toBe(true);
    expect(readlinkSync(join(out, 'lib/libopencv_core.so'))).toBe('libopencv_core.so.4.6.0');
    expect(readFileSync(join(out, 'lib/libblas.so.3'), 'utf8')).toContain('blas/libblas.so.3');
    for (const name of ['lib/libopencv_core.a', 'lib/libjpeg.a', 'include/jpeglib.h', 'include/jconfig.h'])
      expect(existsSync(join(out, name)), name).toBe(true);
    expect(existsSync(join(out, 'lib/libturbojpeg.a'))).toBe(false);
  });
});
