import { parseArgs } from 'node:util';
import { type Flags, flagOf, readSettings, settings } from '../config';

/**
 * Serves, where the command line is a plain `serve` with flags that are right: a server then starts without loading
 * the library that explains commands and their mistakes. Says `false` for everything else, which that library takes.
 */
export async function servePlainly(argv: readonly string[]): Promise<boolean> {
  const flags = argv[0] === 'serve' ? plainFlags(argv.slice(1)) : undefined;
  if (!flags) return false;
  const { serve } = await import('./server');
  await serve(readSettings(flags), flags.demo ?? false);
  return true;
}

const text = { type: 'string' } as const;

const names = Object.keys(settings);

function plainFlags(args: string[]): (Flags & { readonly demo?: boolean | undefined }) | undefined {
  try {
    const options = Object.fromEntries(names.map((name) => [flagOf(name), text]));
    const { values } = parseArgs({ args, options: { ...options, config: text, demo: { type: 'boolean' } } });
    return { ...values, ...Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[flagOf(name)]])) };
  } catch {
    return undefined;
  }
}
