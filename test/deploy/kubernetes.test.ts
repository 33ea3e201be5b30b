/** The manifests for Kubernetes: objects that belong together, settings that there are, roles that together do everything. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, settingNames } from '../../src/config.js';
import { inRoot } from '../../scripts/setup/paths.mjs';

const labels = z.record(z.string(), z.string());
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.looseObject({
  image: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).optional(),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))).optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.looseObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const claims = z.array(z.looseObject({ metadata: z.object({ name: z.string() }) }));
const workload = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number(),
    serviceName: z.string().optional(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([container]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
    volumeClaimTemplates: claims.optional(),
  }),
});
const service = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ selector: labels, ports: z.array(z.looseObject({ targetPort: z.string() })) }),
});
const settings = z.looseObject({ metadata: z.looseObject({ name: z.string() }), data: labels });
const object = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const objects = ['loupe', 'nats'].flatMap((name) =>
  parseAllDocuments(readFileSync(inRoot(`deploy/kubernetes/${name}.yaml`), 'utf8')).map((document) => {
    expect(document.errors).toEqual([]);
    return object.parse(document.toJS());
  }),
);
const ofKind = (...kinds: readonly string[]) => objects.filter(({ kind }) => kinds.includes(kind));
const workloads = ofKind('Deployment', 'StatefulSet').map((each) => workload.parse(each));
const services = ofKind('Service').map((each) => service.parse(each));
const maps = ofKind('ConfigMap').map((each) => settings.parse(each));
const containerOf = ({ spec }: (typeof workloads)[number]) => spec.template.spec.containers[0];
const ofLoupe = workloads.filter((each) => containerOf(each).image.startsWith('loupe:'));
const isWithin = (some: object, all: object) => expect(all).toMatchObject(some);

test('selectors, ports, volumes and services of the manifests belong together', () => {
  expect(workloads.length).toBe(5);
  for (const { spec } of workloads) {
    isWithin(spec.selector.matchLabels, spec.template.metadata.labels);
    const { volumes, containers } = spec.template.spec;
    const claimed = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
    const held = [...volumes.map(({ name }) => name), ...claimed];
    expect(held.toSorted()).toEqual(containers[0].volumeMounts.map(({ name }) => name).toSorted());
    const ports = containers[0].ports.map(({ name }) => name);
    for (const { httpGet } of [containers[0].livenessProbe, containers[0].readinessProbe])
      expect(ports).toContain(httpGet.port);
    if (spec.serviceName !== undefined)
      expect(services.map(({ metadata }) => metadata.name)).toContain(spec.serviceName);
  }
  for (const { spec } of services) {
    const chosen = workloads.filter(({ spec: { template } }) =>
      Object.entries(spec.selector).every(([name, value]) => template.metadata.labels[name] === value),
    );
    expect(chosen.length).toBeGreaterThan(0);
    for (const each of chosen)
      expect(containerOf(each).ports.map(({ name }) => name)).toEqual(
        expect.arrayContaining(spec.ports.map(({ targetPort }) => targetPort)),
      );
  }
});

test('a process of every role starts with the settings that the manifests name', () => {
  const given = {
    LOUPE_DATABASE_URL: 'postgresql://loupe@database/loupe',
    LOUPE_SECRET_KEY: 'x'.repeat(32),
    LOUPE_BLOBS_URL: 's3://loupe?endpoint=https://bucket.example',
  };
  const shared = maps.find(({ metadata }) => metadata.name === 'loupe')?.data ?? {};
  const roles = ofLoupe.flatMap((each) => {
    const own = Object.fromEntries((containerOf(each).env ?? []).map(({ name, value }) => [name, value]));
    const { ORDINAL: _, ...named } = own;
    expect(
      [...Object.keys(shared), ...Object.keys(named)].filter((name) => !settingNames.includes(name)),
    ).toEqual([]);
    const parts = named['LOUPE_SEARCH_PARTS']?.replace('$(ORDINAL)', String(each.spec.replicas - 1));
    const variables = { ...given, ...shared, ...named, LOUPE_SEARCH_PARTS: parts };
    const config = readConfig(variables);
    // Each replica holds a share, and all together everything.
    if (config.roles.includes('search'))
      expect(parts).toBe(`${each.spec.replicas - 1}/${each.spec.replicas}`);
    return config.roles;
  });
  expect(new Set(roles)).toEqual(new Set(['api', 'worker', 'search']));
  expect(roles.filter((role) => role === 'search').length).toBe(2);
});
