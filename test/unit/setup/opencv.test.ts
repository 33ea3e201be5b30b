import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fetchedFolder,
  findOpenCv,
  linkerArguments,
  MODULES,
  openCvVersion,
} from '../../../scripts/setup/opencv.mjs';

/** A file system that holds OpenCV's headers in one folder and its libraries in another. */
function machineWith(includeDir: string, libDir: string, modules: readonly string[] = MODULES) {
  const files = new Set([
    `${includeDir}/opencv2/calib3d.hpp`,
    ...modules.map((name) => `${libDir}/libopencv_${name}.so`),
  ]);
  return (path: string) => files.has(path);
}

const noPkgConfig = () => undefined;

describe('the search for OpenCV', () => {
  it('takes what pkg-config reports', () => {
    const found = findOpenCv({
      env: {},
      arch: process.arch,
      exists: machineWith('/opt/include', '/opt/lib'),
      pkgConfig: () => ['/opt/include', '/opt/lib'],
    });
    expect(found).toEqual({ includeDir: '/opt/include', libDir: '/opt/lib', source: 'pkg-config' });
  });

  it.each([
    ['x64', '/usr/lib/x86_64-linux-gnu'],
    ['arm64', '/usr/lib/aarch64-linux-gnu'],
  ])('falls back to the multiarch folder on %s', (arch, libDir) => {
    const exists = machineWith('/usr/include/opencv4', libDir);
    expect(findOpenCv({ env: {}, arch, exists, pkgConfig: noPkgConfig })?.libDir).toBe(libDir);
  });

  it('does not ask pkg-config about another processor, which npm_config_arch names', () => {
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    const libDir = `/usr/lib/${other === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu`;
    const found = findOpenCv({
      env: { npm_config_arch: other },
      exists: (path: string) =>
        [machineWith('/usr/include/opencv4', libDir), machineWith('/opt/include', '/opt/lib')].some((has) =>
          has(path),
        ),
      pkgConfig: () => ['/opt/include', '/opt/lib'],
    });
    expect(found?.libDir).toBe(libDir);
  });

  it('does not take a pkg-config answer whose files are gone', () => {
    const exists = machineWith('/usr/include/opencv4', '/usr/lib/x86_64-linux-gnu');
    const found = findOpenCv({ env: {}, arch: 'x64', exists, pkgConfig: () => ['/gone', '/gone'] });
    expect(found?.source).toBe('standard folders');
  });

  it('obeys the environment, and never falls back behind its back', () => {
    const exists = machineWith('/usr/include/opencv4', '/usr/lib/x86_64-linux-gnu');
    const env = { OPENCV_INCLUDE_DIR: '/mine/include', OPENCV_LIB_DIR: '/mine/lib' };
    expect(findOpenCv({ env, arch: 'x64', exists, pkgConfig: noPkgConfig })).toBeUndefined();
    const mine = machineWith('/mine/include', '/mine/lib');
    expect(findOpenCv({ env, arch: 'x64', exists: mine, pkgConfig: noPkgConfig })?.libDir).toBe('/mine/lib');
  });

  it('ends at what the set-up unpacked', () => {
    const exists = machineWith(join(fetchedFolder(), 'include'), join(fetchedFolder(), 'lib'));
    const found = findOpenCv({ env: {}, arch: 'x64', exists, pkgConfig: noPkgConfig });
    expect(found?.source).toBe('fetched');
  });

  it('prefers archives that the set-up unpacked to the libraries of the machine', () => {
    const folder = fetchedFolder();
    const archives = [...MODULES.map((name) => `libopencv_${name}.a`), 'libjpeg.a'];
    const machine = machineWith('/usr/include/opencv4', '/usr/lib/x86_64-linux-gnu');
    const search = (...more: readonly string[]) => {
      const files = new Set([
        join(folder, 'include/opencv2/calib3d.hpp'),
        ...archives.map((name) => join(folder, 'lib', name)),
        ...more,
      ]);
      const exists = (path: string) => files.has(path) || machine(path);
      return findOpenCv({ env: {}, arch: process.arch, exists, pkgConfig: noPkgConfig });
    };
    expect(search()).toMatchObject({ source: 'fetched', isArchive: true });
    const refused = search(join(folder, 'shared'));
    expect(refused?.isArchive).toBeUndefined();
  });

  it('links archives whole, behind the functions that stand in for parts of them', () => {
    const given = linkerArguments({ libDir: '/a/lib', source: 'fetched', isArchive: true });
    expect(given).toContain('/a/lib/libopencv_core.a');
    expect(given).toContain('/a/lib/libjpeg.a');
    expect(given[0]).toContain('StandIns');
    expect(given.filter((argument) => /^-l|rpath/.test(argument))).toEqual([]);
  });

  it('is not content with run-time libraries or with some of the modules', () => {
    const exists = machineWith('/usr/include/opencv4', '/usr/lib/x86_64-linux-gnu', ['core', 'imgproc']);
    expect(findOpenCv({ env: {}, arch: 'x64', exists, pkgConfig: noPkgConfig })).toBeUndefined();
  });

  it('links the needed modules only, with a run path for a folder of the user', () => {
    const own = linkerArguments({ libDir: '/mine/lib', source: 'environment' });
    expect(own).toContain('-Wl,--disable-new-dtags,-rpath,/mine/lib');
    expect(own).toContain('-lopencv_calib3d');
    expect(own.some((argument) => argument.includes('imgcodecs'))).toBe(false);
    const system = linkerArguments({ libDir: '/usr/lib', source: 'pkg-config' });
    expect(system.some((argument) => argument.includes('/usr/lib') && argument.includes('-rpath,'))).toBe(
      false,
    );
  });

  it('never names the place of the clone to the loader, so that a copied or moved clone needs no build', () => {
    for (const source of ['fetched', 'pkg-config', 'standard folders']) {
      const given = linkerArguments({ libDir: join(fetchedFolder(), 'lib'), source });
      const paths = given.filter((argument) => argument.includes('-rpath,'));
      expect(paths, source).toHaveLength(1);
      expect(paths[0], source).not.toContain(fetchedFolder());
    }
  });

  it('gives the linker of programs the place where the libraries find each other', () => {
    for (const source of ['environment', 'fetched', 'pkg-config'])
      expect(linkerArguments({ libDir: '/mine/lib', source })).toContain('-Wl,-rpath-link,/mine/lib');
  });

  it('reads the version of headers, which the build depends on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loupe-opencv-'));
    await mkdir(join(folder, 'opencv2/core'), { recursive: true });
    const text =
      '#define CV_VERSION_MAJOR    4\n#define CV_VERSION_MINOR    6\n#define CV_VERSION_REVISION 0\n#define CV_VERSION_STATUS   "-dev"\n';
    await writeFile(join(folder, 'opencv2/core/version.hpp'), text);
    expect(openCvVersion({ includeDir: folder })).toBe('4.6.0-dev');
    await rm(folder, { recursive: true });
  });
});
