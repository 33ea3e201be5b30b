/** Reads members of answers whose form is only known from outside. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) {
    throw new Error(`There is no member "${name}" in ${JSON.stringify(value)}.`);
  }
  return (value as Record<string, unknown>)[name];
}

export function textMember(value: unknown, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== 'string') throw new Error(`"${name}" is no text in ${JSON.stringify(value)}.`);
  return member;
}

export function elementsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`This is no list: ${JSON.stringify(value)}`);
  return value as unknown[];
}
