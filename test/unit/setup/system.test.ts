import { describe, expect, it } from 'vitest';
import { missingPackages, missingText } from '../../../scripts/setup/system.mjs';

const openCv = { includeDir: '/usr/include/opencv4', libDir: '/usr/lib', source: 'pkg-config' };

/** What the engine is built with. */
const TOOLS = ['g++', 'make', 'python3'];

function machine(programs: string[], overrides: Record<string, unknown> = {}) {
  return {
    env: {},
    openCv: undefined,
    hasJpeg: false,
    hasPostgres: false,
    hasAny: (...names: string[]) => names.some((name) => programs.includes(name)),
    isRoot: false,
    hasApt: true,
    hasSudo: true,
    ...overrides,
  };
}

describe('system packages', () => {
  it('are all missing on a bare machine, and none on a complete one', () => {
    expect(missingPackages(machine([]))).toEqual(['g++', 'make', 'python3']);
    expect(missingPackages(machine([], { hasApt: false }))).toEqual([
      'libopencv-dev',
      'libjpeg-dev',
      ...TOOLS,
    ]);
    expect(missingPackages(machine(TOOLS, { openCv }))).toEqual(['libjpeg-dev']);
    expect(missingPackages(machine(TOOLS, { openCv: { ...openCv, isArchive: true } }))).toEqual([]);
    expect(missingPackages(machine(TOOLS, { openCv, hasJpeg: true }))).toEqual([]);
  });

  it('hold a browser and a database where tests are to run', () => {
    const complete = { openCv, hasJpeg: true };
    expect(missingPackages(machine(TOOLS, complete), { forTests: true })).toEqual([
      'chromium-headless-shell',
      'postgresql',
      'nats-server',
      'openssl',
    ]);
    const tested = machine([...TOOLS, 'chromium-headless-shell', 'nats-server', 'openssl'], {
      ...complete,
      hasPostgres: true,
    });
    expect(missingPackages(tested, { forTests: true })).toEqual([]);
    expect(missingText(['chromium-headless-shell'], machine([]))).toContain('The tests cannot run');
  });

  it('hold OpenCV only where the set-up cannot unpack it', () => {
    expect(missingPackages(machine(TOOLS, { hasJpeg: true }))).toEqual([]);
    expect(missingPackages(machine(TOOLS, { hasJpeg: true, hasApt: false }))).toEqual(['libopencv-dev']);
    const env = { OPENCV_INCLUDE_DIR: '/mine' };
    expect(missingPackages(machine(TOOLS, { hasJpeg: true, env }))).toEqual(['libopencv-dev']);
  });

  it('count another compiler as one', () => {
    expect(missingPackages(machine(['clang++', 'make', 'python3'], { openCv, hasJpeg: true }))).toEqual([]);
  });

  it('are named in one line that can be typed', () => {
    const text = missingText(['libopencv-dev', 'g++'], machine([]));
    expect(text).toContain(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends libopencv-dev g++',
    );
    expect(text).toContain("OpenCV's development files");
  });

  it('need no sudo in the line for root, nor where sudo is not installed', () => {
    expect(missingText(['g++'], machine([], { isRoot: true }))).not.toContain('sudo');
    const withoutSudo = missingText(['g++'], machine([], { hasSudo: false }));
    expect(withoutSudo).toContain('(as root)');
    expect(withoutSudo).not.toContain('sudo');
  });

  it('are described where there is no apt-get, without a line that cannot work', () => {
    const text = missingText(['libopencv-dev'], machine([], { hasApt: false }));
    expect(text).not.toContain('apt-get');
    expect(text).toContain('OPENCV_INCLUDE_DIR');
  });

  it('say when the folders of the environment hold no OpenCV', () => {
    const env = { OPENCV_INCLUDE_DIR: '/mine' };
    expect(missingText(['libopencv-dev'], machine([], { env }))).toContain('OpenCV is not there');
  });
});
