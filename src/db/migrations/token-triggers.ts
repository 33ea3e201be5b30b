/** The triggers of migration 0070: who stands behind a machine token is remembered until one of them counts a change. */
export const tokenTriggers: readonly { readonly name: string; readonly when: string }[] = [
  { name: 'count_machine_token_delete', when: 'delete' },
  {
    name: 'count_machine_token_update',
    when: 'update of token_hash, name, place_id, owner_id, scopes, date_expires',
  },
];
