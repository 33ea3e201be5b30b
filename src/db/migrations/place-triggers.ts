/** The triggers of migration 0030: scans are answered by where the zones of a page lie, so new and moved zones count. */
export const placeTriggers: readonly { readonly name: string; readonly when: string }[] = [
  { name: 'count_zone_insert', when: 'insert' },
  {
    name: 'count_zone_place',
    when: 'update of position_xpercent, position_ypercent, width_percent, height_percent',
  },
];
