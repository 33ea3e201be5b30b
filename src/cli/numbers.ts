import { InvalidArgumentError } from 'commander';

/** The number that an option holds. @throws InvalidArgumentError */
export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}
