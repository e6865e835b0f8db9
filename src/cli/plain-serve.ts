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

type ServeFlags = Flags & { readonly demo?: boolean };

/** Read here, since that of node:util is loaded with all of it. The last of several values counts, as it does there. */
function plainFlags(words: readonly string[]): ServeFlags | undefined {
  const flags: Record<string, string | boolean> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const equals = word.indexOf('=');
    const name = settingOf(equals < 0 ? word : word.slice(0, equals));
    if (word === '--demo') flags.demo = true;
    else {
      const value = equals < 0 ? words[++at] : word.slice(equals + 1);
      // A value that looks like a flag may be a value that was forgotten.
      if (name === undefined || value === undefined || (equals < 0 && value.startsWith('-'))) return undefined;
      flags[name] = value;
    }
  }
  return flags as ServeFlags;
}

/** The name of the setting that a flag sets. */
function settingOf(flag: string): string | undefined {
  const name = flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return (name === 'config' || Object.hasOwn(settings, name)) && flag === `--${flagOf(name)}` ? name : undefined;
}
