/** Columns and triggers of migration 0061: when elements, titles and actions are shown, and that a change of it counts for cached answers. */
export const windowedTables = ['document', 'image', 'zone', 'title', 'action'] as const;

export const windowTriggers: readonly {
  readonly name: string;
  readonly table: string;
  readonly when: string;
}[] = [
  ...windowedTables.map((table) => ({
    name: `count_${table}_window`,
    table,
    when: 'update of time_window',
  })),
  // Windows are read by the clocks of the organization.
  { name: 'count_organization_zone', table: 'organization', when: 'update of time_zone' },
];
