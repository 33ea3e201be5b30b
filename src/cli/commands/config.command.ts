/** `loupe config`: the configuration that is in effect, with secrets masked. */
import type { Command } from 'commander';
import type { Config } from '../../config.js';
import type { CliContext } from '../context.js';
import { examples } from '../options.js';
import { type OutputOptions, printOne } from '../output.js';

const MASK = '********';

export function addConfigCommand(program: Command, context: CliContext): void {
  program
    .command('config')
    .description('print the configuration that is in effect; secrets are masked')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe config', 'LOUPE_PORT=4100 loupe config --json'))
    .action((options: OutputOptions) => {
      const masked = maskSecrets(context.config());
      printOne(context, options, masked, flatten(masked));
    });
}

/** The configuration without what must not be seen: keys, tokens and passwords. */
function maskSecrets(config: Config): Config {
  return {
    ...config,
    secretKey: config.secretKey === null ? null : MASK,
    databaseUrl: maskPassword(config.databaseUrl),
    metricsToken: config.metricsToken === null ? null : MASK,
    searchers: withoutPasswords(config.searchers),
    smtp: config.smtp === null ? null : { ...config.smtp, url: maskPassword(config.smtp.url) },
  };
}

function withoutPasswords(searchers: Config['searchers']): Config['searchers'] {
  if (searchers === null) return null;
  return { ...searchers, nats: { ...searchers.nats, urls: searchers.nats.urls.map(maskPassword) } };
}

function maskPassword(url: string): string {
  if (!/^(postgres(ql)?|smtps?|nats|tls):/.test(url)) return url;
  try {
    const parsed = new URL(url);
    // A user alone is a token.
    if (/^(nats|tls):/.test(url) && parsed.username !== '' && parsed.password === '') parsed.username = MASK;
    if (parsed.password !== '') parsed.password = MASK;
    for (const name of parsed.searchParams.keys()) {
      if (name.toLowerCase() === 'password') parsed.searchParams.set(name, MASK);
    }
    return parsed.href;
  } catch {
    return MASK;
  }
}

function flatten(value: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      typeof member === 'object' && member !== null
        ? Object.entries(flatten(member, `${prefix}${name}.`))
        : [[`${prefix}${name}`, textOf(member)]],
    ),
  );
}

function textOf(setting: unknown): string {
  if (setting === null) return 'not set';
  return typeof setting === 'string' ? setting : JSON.stringify(setting);
}
