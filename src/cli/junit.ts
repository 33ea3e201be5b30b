/** Results for continuous integration, as JUnit writes them and build servers read them. */

export interface JunitCase {
  readonly name: string;
  /** Sentences of what is wrong; empty for a case that passed. */
  readonly failures: readonly string[];
}

/** One suite as XML. */
export function junitOf(suite: string, cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const rows = cases.map(({ name, failures }) => {
    const [first] = failures;
    const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"`;
    if (first === undefined) return `${head}/>`;
    return `${head}>\n      <failure message="${escaped(first)}">${escaped(failures.join('\n'))}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${failed}">`,
    ...rows,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without the control characters that XML 1.0 does not have. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is left out
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '');
  return allowed.toWellFormed().replaceAll(/[&<>"]/gu, (letter) => ENTITIES[letter] ?? '');
}
