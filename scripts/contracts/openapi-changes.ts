/**
 * What in an OpenAPI document would break clients of an older one. Whatever a client may send must still be taken, and
 * whatever it may read must still come.
 */
type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const membersOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** @returns sentences, each about one change; empty when every client can stay as it is */
export function breakingOpenApiChanges(before: unknown, after: unknown): readonly string[] {
  return new Comparison(before, after).run();
}

class Comparison {
  private readonly found = new Set<string>();
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: unknown,
    private readonly after: unknown,
  ) {}

  run(): readonly string[] {
    const paths = membersOf(member(this.after, 'paths'));
    for (const [path, operations] of Object.entries(membersOf(member(this.before, 'paths')))) {
      for (const method of METHODS.filter((name) => isObject(member(operations, name)))) {
        const name = `${method.toUpperCase()} ${path}`;
        const now = member(paths[path], method);
        if (isObject(now)) this.operation(name, member(operations, method), now);
        else this.found.add(`${name} is gone`);
      }
    }
    return [...this.found];
  }

  private operation(name: string, was: unknown, is: unknown): void {
    this.parameters(name, was, is);
    const bodyWas = membersOf(member(member(was, 'requestBody'), 'content'));
    const bodyIs = membersOf(member(member(is, 'requestBody'), 'content'));
    for (const [type, content] of Object.entries(bodyWas)) {
      if (type in bodyIs)
        this.schema(`${name}: body`, member(content, 'schema'), member(bodyIs[type], 'schema'), 'sent');
      else this.found.add(`${name} no longer takes ${type}`);
    }
    const answersIs = membersOf(member(is, 'responses'));
    for (const [status, answer] of Object.entries(membersOf(member(was, 'responses')))) {
      if (!status.startsWith('2')) continue;
      if (!(status in answersIs)) this.found.add(`${name} answers ${status} no more`);
      const contentIs = membersOf(member(answersIs[status], 'content'));
      for (const [type, content] of Object.entries(membersOf(member(answer, 'content'))))
        this.schema(
          `${name}: ${status}`,
          member(content, 'schema'),
          member(contentIs[type], 'schema'),
          'read',
        );
    }
  }

  private parameters(name: string, was: unknown, is: unknown): void {
    const byKey = (operation: unknown) =>
      new Map(
        listOf(member(operation, 'parameters')).map((each) => [
          `${String(member(each, 'in'))} ${String(member(each, 'name'))}`,
          each,
        ]),
      );
    const before = byKey(was);
    const after = byKey(is);
    for (const key of before.keys()) if (!after.has(key)) this.found.add(`${name}: parameter ${key} is gone`);
    for (const [key, parameter] of after) {
      const wasRequired = member(before.get(key), 'required') === true;
      if (member(parameter, 'required') === true && !wasRequired)
        this.found.add(`${name}: parameter ${key} became required`);
    }
  }

  private schema(where: string, wasGiven: unknown, isGiven: unknown, use: 'sent' | 'read'): void {
    const was = this.resolved(this.before, wasGiven);
    const is = this.resolved(this.after, isGiven);
    const references = [member(wasGiven, '$ref'), member(isGiven, '$ref')].map(String).join(' ');
    const reference = member(wasGiven, '$ref');
    // A type that holds itself, or that many operations have, is compared once.
    if (references !== 'undefined undefined') {
      const key = `${references} ${use}`;
      if (this.compared.has(key)) return;
      this.compared.add(key);
      where = (typeof reference === 'string' ? reference : where).replace('#/components/schemas/', '');
    }
    if (!isObject(was)) return;
    if (!isObject(is)) return void this.found.add(`${where} no longer has a shape`);
    const [typeWas, typeIs] = [was['type'], is['type']].map((type) => JSON.stringify(type ?? null));
    if (typeWas !== typeIs) this.found.add(`${where}: type ${typeWas} became ${typeIs}`);
    if (use === 'sent') {
      for (const value of listOf(was['enum']))
        if (is['enum'] !== undefined && !listOf(is['enum']).includes(value))
          this.found.add(`${where}: value ${JSON.stringify(value)} is taken no more`);
      for (const name of listOf(is['required']))
        if (!listOf(was['required']).includes(name))
          this.found.add(`${where}: ${String(name)} became required`);
    }
    for (const [name, shape] of Object.entries(membersOf(was['properties']))) {
      const now = membersOf(is['properties'])[name];
      if (now === undefined) this.found.add(`${where}: ${name} is gone`);
      else this.schema(`${where}.${name}`, shape, now, use);
    }
    if (was['items'] !== undefined) this.schema(`${where}[]`, was['items'], is['items'], use);
  }

  private resolved(document: unknown, schema: unknown): unknown {
    const reference = member(schema, '$ref');
    if (typeof reference !== 'string') return schema;
    return reference.split('/').slice(1).reduce<unknown>(member, document);
  }
}
