/** The files for Prometheus and Grafana use metrics that the server has. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startTestApp } from '../kit/app.js';
import { inRoot } from '../../scripts/setup/paths.mjs';

const read = (name: string): string => readFileSync(inRoot(`deploy/monitoring/${name}`), 'utf8');

const dashboard = z
  .object({
    panels: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        targets: z.array(z.object({ expr: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(read('dashboard.json')));
const alerts = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            annotations: z.object({ summary: z.string(), description: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('alerts.yml')));

const rules = alerts.groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];

const namesIn = (expression: string): readonly string[] =>
  expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .match(/\b(loupe|process|nodejs)_\w+/g) ?? [];
const labelsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g), ...expression.matchAll(/by \(([^)]*)\)/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim());

test('the server has every metric and label that the dashboard and the alerts name', async () => {
  const loupe = await startTestApp();
  try {
    const text = await (await fetch(`${loupe.url}/metrics`)).text();
    const told = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const named = expressions.flatMap(namesIn);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !told.has(name))).toEqual([]);
    // What Prometheus adds, and the labels of the figures.
    const labels = ['instance', 'job', 'le', 'operation', 'status', 'code', 'stage', 'type', 'state'];
    expect(expressions.flatMap(labelsIn).filter((label) => !labels.includes(label))).toEqual([]);
    const own = [...told].filter((name) => /^loupe_/.test(name) && !/_(bucket|sum|count)$/.test(name));
    const shown = expressions.join(' ');
    expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  } finally {
    await loupe.close();
  }
});

test('alerts and panels have names of their own', () => {
  for (const names of [rules.map(({ alert }) => alert), dashboard.panels.map(({ title }) => title)])
    expect(new Set(names).size).toBe(names.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
