/**
 * Decision records as data: each file of docs/decisions has a title with its number and, below it, one line
 * `Area: … · Status: … · Code: …`, where the status is `accepted`, `changed by N, …` or `superseded by N`, and a
 * record that does so to others says `Changes: N, …` or `Supersedes: N, …`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.md$/;
const TITLE = /^# (\d{4}) (\S.*)$/;
const STATUS = /^(accepted|changed by (\d{4}(?:, \d{4})*)|superseded by (\d{4}))$/;
const NUMBERS = /^\d{4}(, \d{4})*$/;
const FIELDS = ['Area', 'Status', 'Changes', 'Supersedes', 'Code'];
const AREAS = [
  'benchmark',
  'cluster',
  'comparison',
  'console',
  'database',
  'graphql',
  'index',
  'media',
  'operations',
  'publishing',
  'recognition',
  'rest',
  'set-up',
];

/** Every record of a folder, by number; `faults` lists what is not well-formed. */
export function readRecords(folder) {
  const records = [];
  const faults = [];
  for (const file of readdirSync(folder).sort()) {
    if (file === 'README.md' || !file.endsWith('.md')) continue;
    const number = FILE_NAME.exec(file)?.[1];
    if (number === undefined) {
      faults.push(`${file}: the name is not NNNN-words.md`);
      continue;
    }
    const record = readRecord(file, number, readFileSync(join(folder, file), 'utf8'));
    records.push(record);
    faults.push(...record.faults);
  }
  return { records, faults };
}

function readRecord(file, number, text) {
  const [first, , header = ''] = text.split('\n');
  const [, titleNumber, title = ''] = TITLE.exec(first) ?? [];
  const fields = Object.fromEntries(header.split(' · ').map((field) => field.split(/: (.*)/s).slice(0, 2)));
  const faults = [];
  if (titleNumber !== number) faults.push(`${file}: the first line is not "# ${number} Title"`);
  for (const name of Object.keys(fields)) {
    if (!FIELDS.includes(name)) faults.push(`${file}: the third line has an unknown field "${name}"`);
  }
  for (const name of ['Area', 'Status', 'Code']) {
    if (!fields[name]) faults.push(`${file}: the third line has no ${name}`);
  }
  if (fields.Area && !AREAS.includes(fields.Area))
    faults.push(`${file}: the area is none of ${AREAS.join(', ')}`);
  if (fields.Status && !STATUS.test(fields.Status)) {
    faults.push(`${file}: the status is none of accepted, changed by NNNN, superseded by NNNN`);
  }
  for (const name of ['Changes', 'Supersedes']) {
    if (fields[name] && !NUMBERS.test(fields[name])) faults.push(`${file}: ${name} is no list of numbers`);
  }
  const [, status = '', changedBy = '', supersededBy = ''] = STATUS.exec(fields.Status ?? '') ?? [];
  return {
    file,
    number,
    title,
    area: fields.Area ?? '',
    status,
    changedBy: numbersOf(changedBy),
    supersededBy: numbersOf(supersededBy),
    changes: numbersOf(fields.Changes),
    supersedes: numbersOf(fields.Supersedes),
    code: [...(fields.Code ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    faults,
  };
}

function numbersOf(list = '') {
  return list === '' ? [] : list.split(', ');
}

/** Sentences about records that name others which do not name them, and about code that is gone. */
export function findContradictions(records, rootDir) {
  const byNumber = new Map(records.map((record) => [record.number, record]));
  const faults = [];
  const requirePair = (record, others, back, words) => {
    for (const other of others) {
      if (!byNumber.get(other)?.[back].includes(record.number)) {
        faults.push(`${record.file}: ${words} ${other}, which does not say so of ${record.number}`);
      }
    }
  };
  for (const record of records) {
    requirePair(record, record.changes, 'changedBy', 'changes');
    requirePair(record, record.changedBy, 'changes', 'is changed by');
    requirePair(record, record.supersedes, 'supersededBy', 'supersedes');
    requirePair(record, record.supersededBy, 'supersedes', 'is superseded by');
    if (record.code.length === 0) faults.push(`${record.file}: names no code`);
    for (const path of record.code) {
      if (!existsSync(join(rootDir, path))) faults.push(`${record.file}: ${path} is gone`);
    }
  }
  return faults;
}

/** The index page: records by area, each with what became of it. */
export function indexPage(records) {
  const areas = [...new Set(records.map(({ area }) => area))].sort();
  const line = ({ file, number, title, status }) =>
    `- [${number}](${file}) ${title}${status === 'accepted' ? '' : ` (${status})`}`;
  return [
    '# Decision records',
    '',
    'Decisions that weighed alternatives with evidence, by area. A record stays as it was written; what holds today stands on the',
    'pages that [docs/README.md](../README.md) lists. All other decisions are lines of the [history](../history.md); changes that',
    'only moved a limit are in the [tuning log](../benchmarks/tuning.md). `npm run docs:decisions` writes this page.',
    ...areas.flatMap((area) => [
      '',
      `## ${area[0].toUpperCase()}${area.slice(1)}`,
      '',
      ...records.filter((record) => record.area === area).map(line),
    ]),
    '',
  ].join('\n');
}
