/** Reads figures in the text form of Prometheus. */

export interface Figures {
  /** Sum of the samples of a name whose labels are so; 0 when there are none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  /** The largest of them. */
  largest(name: string): number;
  /** A label of the first sample of a name. */
  label(name: string, label: string): string | undefined;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function readFigures(text: string): Figures {
  const samples = text.split('\n').flatMap((line): readonly Sample[] => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', given = '']) => [label, given] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
  const of = (name: string, wanted: Readonly<Record<string, string>> = {}) =>
    samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(wanted).every(([label, value]) => sample.labels[label] === value),
    );
  return {
    sum: (name, labels) => of(name, labels).reduce((total, { value }) => total + value, 0),
    largest: (name) => Math.max(0, ...of(name).map(({ value }) => value)),
    label: (name, label) => of(name)[0]?.labels[label],
  };
}
