/** Turns the rules of bodies and answers into JSON Schema, and collects those that have a name. */
import { z } from 'zod';
import type { JsonSchema } from './types.js';

const PREFIX = '#/components/schemas/';

export class SchemaWriter {
  private readonly named = new Map<string, JsonSchema>();

  /** The schema of what a client sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input');
  }

  /** The schema of what the server answers; named shapes become references. */
  output(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output');
  }

  /** Every named schema that was met, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Only below another schema does a named one become a reference.
    const wrapped = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
      this.named.set(name, tidy(definition) as JsonSchema);
    }
    return tidy(wrapped.properties?.['it'] ?? {}) as JsonSchema;
  }
}

/** Points references at the document's components, and drops what a format or the language says already. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, each]) =>
      !(key === 'pattern' && 'format' in value) &&
      !(key === 'maximum' && each === Number.MAX_SAFE_INTEGER) &&
      !(key === 'minimum' && each === Number.MIN_SAFE_INTEGER),
  );
  return Object.fromEntries(
    entries.map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace('#/$defs/', PREFIX) : tidy(each),
    ]),
  );
}
