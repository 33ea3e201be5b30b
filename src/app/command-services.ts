/** What the command line works with: the services on the data folder, without locking what the server locks. */
import { pino } from 'pino';
import { systemClock } from '../kernel/clock.js';
import type { Config } from '../config.js';
import { Database } from '../db/database.js';
import { entities } from './entities.js';
import { createServices, type Services } from './services.js';

export async function openCommandServices(config: Config): Promise<Services> {
  const database = await Database.open(config.databaseUrl, entities);
  try {
    const services = await createServices({
      config,
      database,
      logger: pino({ level: 'silent' }),
      clock: systemClock,
      isServer: false,
    });
    return {
      ...services,
      close: async () => {
        await services.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
