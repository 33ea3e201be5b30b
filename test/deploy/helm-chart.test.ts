/** The Helm chart says the same as the plain manifests, and its values reach where they belong. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { renderChart } from '../kit/servers/helm.js';

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const chart = inRoot('deploy/helm/loupe');
const nameOf = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`;

/** The objects of a text, by their kinds and names. */
function objectsIn(text: string): Readonly<Record<string, KubernetesObject>> {
  const objects = parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as KubernetesObject | null;
  });
  return Object.fromEntries(objects.flatMap((each) => (each === null ? [] : [[nameOf(each), each]])));
}

const plain = () =>
  objectsIn(
    ['loupe', 'nats']
      .map((name) => readFileSync(inRoot(`deploy/kubernetes/${name}.yaml`), 'utf8'))
      .join('---\n'),
  );

function rendered(release: string, changes: Readonly<Record<string, unknown>> = {}) {
  return objectsIn([...renderChart(chart, release, changes).values()].join('\n---\n'));
}

test('the chart makes the plain manifests where nothing is changed', () => {
  expect(rendered('loupe')).toEqual(plain());
});

test('every object of the chart has the name of its release', () => {
  const names = Object.keys(rendered('prints', { nats: { enabled: false, url: 'nats://there:4222' } }));
  expect(names).toHaveLength(8);
  expect(names.filter((name) => !/^\w+ prints(-|$)/.test(name))).toEqual([]);
});

test('searchers share the parts among as many as there are', () => {
  const searcher = { replicas: 6, indexMemoryMb: '5000', storage: '9Gi', resources: {} };
  const found = rendered('loupe', { searcher });
  for (const copy of ['a', 'b']) {
    const text = JSON.stringify(found[`StatefulSet loupe-searcher-${copy}`]);
    for (const part of ['"replicas":6', '$(ORDINAL)/6', '"5000"', '"storage":"9Gi"'])
      expect(text).toContain(part);
  }
});

test('image, Secret and settings reach every process', () => {
  const found = rendered('loupe', {
    image: { repository: 'registry.example/loupe', tag: '1.2.3' },
    secretName: 'keys',
    settings: { LOUPE_PARTS: '32', LOUPE_LOG_LEVEL: 'warn' },
  });
  const pods = Object.values(found).filter(
    ({ kind, metadata }) => /Set|Deployment/.test(kind) && metadata.name !== 'nats',
  );
  expect(pods).toHaveLength(4);
  for (const pod of pods) {
    const text = JSON.stringify(pod);
    expect(text).toContain('"image":"registry.example/loupe:1.2.3"');
    expect(text).toContain('"secretRef":{"name":"keys"}');
  }
  expect(found['ConfigMap loupe']).toMatchObject({
    data: { LOUPE_PARTS: '32', LOUPE_LOG_LEVEL: 'warn', LOUPE_NATS_URL: 'nats://nats:4222' },
  });
});

test('the chart has the version of Loupe', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
  expect(parse(readFileSync(`${chart}/Chart.yaml`, 'utf8'))).toMatchObject({ version, appVersion: version });
});

const hasHelm = spawnSync('helm', ['version']).status === 0;

test.runIf(hasHelm)('Helm itself finds no fault, and makes the same', () => {
  expect(spawnSync('helm', ['lint', '--strict', chart], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  const made = spawnSync('helm', ['template', 'loupe', chart], { encoding: 'utf8' });
  expect(objectsIn(made.stdout)).toEqual(plain());
});
