/**
 * The triggers of migration 0038: scans are answered by the pictures and signatures of references, so replaced and removed ones count. A new
 * one changes no answer that was given.
 */
export const pictureTriggers: readonly {
  readonly name: string;
  readonly table: string;
  readonly when: string;
}[] = [
  { name: 'count_reference_picture_delete', table: 'reference_picture', when: 'delete' },
  {
    name: 'count_reference_picture_update',
    table: 'reference_picture',
    when: 'update of reference_key, picture',
  },
  { name: 'count_reference_dna', table: 'reference', when: 'update of dna' },
];
