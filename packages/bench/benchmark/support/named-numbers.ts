/** Options of the engine as a command line gives them: `name=value`, each a number. */
export function readNamedNumbers(given: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', value = ''] = text.split('=');
      if (value === '' || Number.isNaN(Number(value)))
        throw new RangeError(`${text} is no option: give name=number`);
      return [name, Number(value)] as const;
    }),
  );
}
