/** Requests with files, by the GraphQL multipart request specification. */

/** The body of a GraphQL request: JSON, or a form when files are among the variables. */
export function bodyOf(query: string, variables: unknown): { body: string | FormData; isForm: boolean } {
  const files: [path: string, file: Blob][] = [];
  const sent = withoutFiles(variables, 'variables', files);
  const operations = JSON.stringify({ query, variables: sent });
  if (files.length === 0) return { body: operations, isForm: false };
  const form = new FormData();
  form.append('operations', operations);
  form.append('map', JSON.stringify(Object.fromEntries(files.map(([path], index) => [index, [path]]))));
  for (const [index, [, file]] of files.entries()) form.append(String(index), file);
  return { body: form, isForm: true };
}

function withoutFiles(value: unknown, path: string, files: [string, Blob][]): unknown {
  if (value instanceof Blob) {
    files.push([path, value]);
    return null;
  }
  if (Array.isArray(value)) return value.map((each, index) => withoutFiles(each, `${path}.${index}`, files));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutFiles(each, `${path}.${name}`, files)]),
  );
}
