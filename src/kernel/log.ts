/** The log: JSON lines on standard output, each with the id of the request that it was written for. */
import { type DestinationStream, pino, type Logger } from 'pino';
import { currentRequestId } from './current-request.js';

/** @param to where lines go; standard output by default */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.apikey'],
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
