/** The triggers of migration 0016. What is watched beyond them is for a later migration: released ones never change. */

const watched: Readonly<Record<string, readonly string[]>> = {
  access_token: ['delete', 'update of purpose, user_id, token_hash, date_expires, date_revoked'],
  action: [
    'insert',
    'delete',
    'update of node_id, icon_id, language_code, priority, "order", name, style, type, content, is_valid, date_created',
  ],
  application: ['insert', 'delete', 'update of organization_id, purpose, is_active'],
  document: ['delete', 'update of status, default_language'],
  document_language: ['insert', 'delete', 'update of document_id, language_code'],
  icon: ['insert', 'delete', 'update of node_id'],
  image: ['delete', 'update of status, auto_trigger'],
  node: ['delete', 'update of type, parent_id, organization_id, path, name, "order"'],
  organization: ['delete', 'update of api_key_hash, mobile_api_authorized, web_api_authorized, host_policy'],
  property: ['insert', 'delete', 'update of node_id, type, name, value'],
  reference: ['delete', 'update of external_id, is_present'],
  stored_file: ['insert', 'delete', 'update of owner_id, kind'],
  title: ['insert', 'delete', 'update of node_id, language_code, value, style'],
  user_account: ['delete', 'update of organization_id, user_name, status'],
  user_role: ['insert', 'delete', 'update of user_id, role'],
  zone: ['delete', 'update of status, auto_trigger'],
};

interface ChangeTrigger {
  readonly name: string;
  readonly table: string;
  /** As it stands in SQL behind `after`. */
  readonly when: string;
}

export function changeTriggers(): readonly ChangeTrigger[] {
  return Object.entries(watched).flatMap(([table, changes]) =>
    changes.map((when) => ({ name: `count_${table}_${when.split(' ')[0] ?? ''}`, table, when })),
  );
}
