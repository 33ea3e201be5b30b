import { InvalidArgumentError } from 'commander';

/** The number that an option holds. @throws InvalidArgumentError */
export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

/** The count that an option holds: a whole number, 0 or more. @throws InvalidArgumentError */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
