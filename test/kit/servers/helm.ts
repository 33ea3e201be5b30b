/**
 * Renders the templates of a Helm chart as far as ours go: fields, variables, `if`, `range`, `define`, `include`, pipelines, and
 * the functions below. Anything else is refused, so that no template means something else to Helm.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

type Scope = Readonly<Record<string, unknown>>;
type Part = string | { readonly action: string };

const ACTION = /\{\{(-?)\s*((?:\/\*[\s\S]*?\*\/|"[^"]*"|[^"}])*?)\s*(-?)\}\}/g;
const TOKEN = /"([^"]*)"|(\()|(\))|(\|)|(\d+)|(\$?[\w.]*\.?[\w.]+|\$|\.)/g;

/** Texts and actions, with the white space that actions take away. */
function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let isCut = false;
  const push = (text: string, cutsEnd: boolean) => {
    const begun = isCut ? text.trimStart() : text;
    parts.push(cutsEnd ? begun.trimEnd() : begun);
  };
  for (const match of template.matchAll(ACTION)) {
    const [whole, left, action = '', right] = match;
    push(template.slice(at, match.index), left === '-');
    if (!action.startsWith('/*')) parts.push({ action });
    at = match.index + whole.length;
    isCut = right === '-';
  }
  push(template.slice(at), false);
  return parts;
}

class Rendering {
  constructor(private readonly defined: Map<string, Part[]>) {}

  render(parts: Part[], dot: unknown, variables: Scope): string {
    let text = '';
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at] ?? '';
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      const word = /^\w+/.exec(part.action)?.[0] ?? '';
      if (!['if', 'range', 'define'].includes(word)) {
        text += String(this.value(part.action, dot, variables));
        continue;
      }
      const end = this.endOf(parts, at);
      const body = parts.slice(at + 1, end);
      const rest = part.action.slice(word.length).trim();
      if (word === 'define') this.defined.set(rest.slice(1, -1), body);
      else if (word === 'if')
        text += this.value(rest, dot, variables) ? this.render(body, dot, variables) : '';
      else text += this.range(rest, body, dot, variables);
      at = end;
    }
    return text;
  }

  private endOf(parts: Part[], from: number): number {
    let depth = 0;
    for (let at = from; at < parts.length; at += 1) {
      const part = parts[at] ?? '';
      if (typeof part === 'string') continue;
      if (/^(if|range|define)\b/.test(part.action)) depth += 1;
      if (part.action === 'end') depth -= 1;
      if (depth === 0) return at;
    }
    throw new Error('An action has no end.');
  }

  private range(rest: string, body: Part[], dot: unknown, variables: Scope): string {
    const [, first = '', second, list = ''] = /^\$(\w+)(?:, \$(\w+))? := (.+)$/.exec(rest) ?? [];
    const found = this.value(list, dot, variables) as object;
    // Go goes through the members of a map in the order of their names.
    const entries = Array.isArray(found)
      ? [...found.entries()]
      : Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1));
    return entries
      .map(([name, member]) =>
        this.render(body, member, {
          ...variables,
          ...(second === undefined ? { [first]: member } : { [first]: name, [second]: member as unknown }),
        }),
      )
      .join('');
  }

  private value(expression: string, dot: unknown, variables: Scope): unknown {
    const tokens = [...expression.matchAll(TOKEN)];
    if (tokens.map(([text]) => text).join('') !== expression.replaceAll(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
      throw new Error(`Not understood: ${expression}`);
    const next = () => tokens.shift();
    const pipeline = (): unknown => {
      let value: unknown;
      let isFirst = true;
      for (;;) {
        const words: unknown[] = [];
        let name: string | undefined;
        let isOver = true;
        for (let token = next(); token !== undefined; token = next()) {
          const [text, string, opened, closed, piped, number] = token;
          if (closed !== undefined) break;
          if (piped !== undefined) {
            isOver = false;
            break;
          }
          if (opened !== undefined) words.push(pipeline());
          else if (string !== undefined) words.push(string);
          else if (number !== undefined) words.push(Number(number));
          else if (/^[$.]/.test(text)) words.push(this.field(text, dot, variables));
          else if (name === undefined && words.length === 0) name = text;
          else throw new Error(`Not understood: ${expression}`);
        }
        if (!isFirst) words.push(value);
        value = name === undefined ? words[0] : this.call(name, words);
        isFirst = false;
        if (isOver) return value;
      }
    };
    return pipeline();
  }

  private field(path: string, dot: unknown, variables: Scope): unknown {
    const [start = '', ...names] = path.split('.').filter((name, at) => name !== '' || at === 0);
    const begin = start === '' ? dot : start === '$' ? variables[''] : variables[start.slice(1)];
    const found = names.reduce<unknown>((value, name) => (value as Scope | undefined)?.[name], begin);
    if (found === undefined) throw new Error(`There is no ${path}.`);
    return found;
  }

  private call(name: string, words: readonly unknown[]): unknown {
    const [one, two, ...more] = words;
    switch (name) {
      case 'include': {
        const body = this.defined.get(String(one));
        if (body === undefined) throw new Error(`Nothing is defined as ${String(one)}.`);
        return this.render(body, two, { '': two });
      }
      case 'dict':
        return Object.fromEntries(
          words.flatMap((word, at) => (at % 2 === 0 ? [[String(word), words[at + 1]] as const] : [])),
        );
      case 'list':
        return words;
      case 'eq':
        return one === two;
      case 'ne':
        return one !== two;
      case 'quote':
        return JSON.stringify(String(one));
      case 'printf': {
        const values = [two, ...more];
        return String(one).replaceAll(/%[sv]/g, () => String(values.shift()));
      }
      case 'toYaml':
        return stringify(one).trimEnd();
      case 'nindent':
        return `\n${String(two).replaceAll(/^/gm, ' '.repeat(Number(one)))}`;
      default:
        throw new Error(`The function ${name} is not known here.`);
    }
  }
}

/**
 * @param folder of the chart
 * @param release its name
 * @param changes of values, a member of the first level at a time
 * @returns what each template became, by its name
 */
export function renderChart(
  folder: string,
  release: string,
  changes: Scope = {},
): ReadonlyMap<string, string> {
  const values = { ...(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')) as Scope), ...changes };
  const root = { Values: values, Release: { Name: release } };
  const rendering = new Rendering(new Map());
  const templates = join(folder, 'templates');
  // Definitions come first.
  const names = readdirSync(templates).sort((a, b) => Number(b.startsWith('_')) - Number(a.startsWith('_')));
  const rendered = names.map((name) => {
    const parts = partsOf(readFileSync(join(templates, name), 'utf8'));
    return [name, rendering.render(parts, root, { '': root })] as const;
  });
  return new Map(rendered.filter(([name]) => !name.startsWith('_')));
}
