/**
 * Makes the vocabulary asset from freely licensed pages and pictures in Debian packages.
 *
 *   node scripts/make-vocabulary.mjs [--work folder] [--out file]
 *
 * Needs apt-get, dpkg and pdftoppm (package poppler-utils). Packages are downloaded and unpacked into the work folder,
 * never installed. Pages and pictures become gray files of at most 800 pixels, the trainer turns those into the
 * vocabulary. Same packages, same vocabulary.
 */
import './node/require.cjs';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { buildProgram, runProgram } from './native/programs.mjs';

const run = promisify(execFile);

const PAGE_PACKAGES = [
  'asymptote-doc',
  'debian-handbook',
  'debian-reference-en',
  'gap-doc',
  'maxima-doc',
  'pari-doc',
  'texlive-latex-base-doc',
];
const PICTURE_PACKAGES = [
  'debian-handbook',
  'gnome-backgrounds',
  'lomiri-wallpapers',
  'mate-backgrounds',
  'openclipart-png',
  'plasma-workspace-wallpapers',
  'python-skimage-doc',
  'tuxpaint-stamps-default',
  'ukui-wallpapers',
];
const LONGEST_SIDE_PX = 800;
const PAGES_PER_DOCUMENT = 16;
const PICTURES_PER_PACKAGE = 500;
const SMALLEST_SIDE_PX = 240;
/** Pictures at least this large also give their four quarters. */
const QUARTERED_SIDE_PX = 1600;

const { values: options } = parseArgs({
  options: {
    work: { type: 'string', default: '' },
    out: { type: 'string', default: 'native/assets/vocabulary.bin' },
  },
});
const work = options.work === '' ? mkdtempSync(join(tmpdir(), 'loupe-vocabulary-')) : resolve(options.work);

function filesBelow(folder, extensions) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && extensions.some((extension) => entry.name.toLowerCase().endsWith(extension)),
    )
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}

function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);
}

async function unpack(packageName) {
  const root = join(work, 'packages', packageName);
  if (existsSync(root)) return root;
  const downloads = join(work, 'downloads');
  mkdirSync(downloads, { recursive: true });
  await run('apt-get', ['download', packageName], { cwd: downloads });
  const archive = readdirSync(downloads).find((name) => name.startsWith(`${packageName}_`));
  mkdirSync(root, { recursive: true });
  await run('dpkg', ['-x', join(downloads, archive), root]);
  return root;
}

async function writeGray(image, path) {
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  writeFileSync(path, Buffer.concat([Buffer.from(`P5\n${info.width} ${info.height}\n255\n`), data]));
}

async function renderDocument(path, stem) {
  let pdf = path;
  if (extname(path) === '.gz') {
    pdf = `${stem}.pdf`;
    writeFileSync(pdf, gunzipSync(await readFile(path)));
  }
  const { stdout } = await run('pdfinfo', [pdf]);
  const pageCount = Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1] ?? 0);
  const pages = spread(
    Array.from({ length: pageCount }, (_, i) => i + 1),
    PAGES_PER_DOCUMENT,
  );
  for (const page of pages) {
    const range = ['-f', String(page), '-l', String(page), '-singlefile'];
    await run('pdftoppm', ['-gray', '-scale-to', String(LONGEST_SIDE_PX), ...range, pdf, `${stem}-${page}`]);
  }
}

async function grayPicture(path, stem) {
  const { width = 0, height = 0 } = await sharp(path).metadata();
  if (Math.min(width, height) < SMALLEST_SIDE_PX) return;
  await writeGray(sharp(path), `${stem}.pgm`);
  if (Math.min(width, height) < QUARTERED_SIDE_PX) return;
  const size = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  for (const [i, left, top] of [
    [0, 0, 0],
    [1, size.width, 0],
    [2, 0, size.height],
    [3, size.width, size.height],
  ]) {
    await writeGray(sharp(path).extract({ left, top, ...size }), `${stem}-${i}.pgm`);
  }
}

async function convert(files, root, kind, convertOne) {
  const folder = join(work, 'gray', `${kind}-${basename(root)}`);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    const stem = join(folder, relative(root, file).replace(/[^A-Za-z0-9]+/g, '_'));
    try {
      await convertOne(file, stem);
    } catch (error) {
      console.error(`left out ${relative(root, file)}: ${String(error.message).split('\n')[0]}`);
    }
  }
}

for (const name of PAGE_PACKAGES) {
  const root = await unpack(name);
  console.log(`pages of ${name}`);
  await convert(filesBelow(root, ['.pdf', '.pdf.gz']), root, 'pages', renderDocument);
}
for (const name of PICTURE_PACKAGES) {
  const root = await unpack(name);
  console.log(`pictures of ${name}`);
  const pictures = filesBelow(root, ['.jpg', '.jpeg', '.png', '.webp']);
  await convert(spread(pictures, PICTURES_PER_PACKAGE), root, 'pictures', grayPicture);
}
const trainer = await buildProgram('native_trainer');
process.exitCode = await runProgram(trainer, [join(work, 'gray'), resolve(options.out)]);
