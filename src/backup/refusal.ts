import { LoupeError } from '../errors.js';

export function refusal(message: string): LoupeError {
  return new LoupeError('BAD_USER_INPUT', message);
}
