/** The options of the engine that a run was made with, as people read them. */

/**
 * One line for each group of options: "verification.decision: minZ 6, minInlierCells 12".
 *
 * @param options  values by full name
 */
export function renderEngineOptions(options: Readonly<Record<string, number>>): string[] {
  const groups = new Map<string, string[]>();
  for (const [name, value] of Object.entries(options)) {
    const [stage = '', part = '', ...rest] = name.split('.');
    const group = rest.length === 0 ? stage : `${stage}.${part}`;
    const label = rest.length === 0 ? part : rest.join('.');
    groups.set(group, [...(groups.get(group) ?? []), `${label} ${Number(value.toPrecision(7))}`]);
  }
  return [...groups].map(([group, values]) => `${group}: ${values.join(', ')}`);
}
