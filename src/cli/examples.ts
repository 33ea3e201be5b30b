/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
