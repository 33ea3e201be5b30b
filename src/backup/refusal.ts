import { LoupeError } from '../kernel/errors.js';

export function refusal(message: string): LoupeError {
  return new LoupeError('BAD_USER_INPUT', message);
}
