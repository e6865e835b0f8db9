import { join } from 'node:path';
import { run, serve } from '../support/executable';

/** A server with its own demo catalog and two users. */
export interface FuzzedServer {
  readonly url: string;
  readonly pid: number;
  /** Tokens of a user and of an administrator, also with limited scopes. */
  readonly tokens: readonly string[];
  /** Restarts the server on the same data, to repeat reported requests. */
  readonly command: string;
  readonly log: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/** Users of the tokens, with the scopes of limited ones. */
const owners = [
  ['anna'],
  ['warden'],
  ['anna', 'catalog:read'],
  ['anna', 'collection:read', 'collection:write'],
  ['anna', 'wishlist:read', 'wishlist:write'],
  ['warden', 'admin'],
] as const;

export async function startFuzzedServer(program: string, cwd: string): Promise<FuzzedServer> {
  const data = join(cwd, 'data');
  const command = async (args: readonly string[], stdin = ''): Promise<string> => {
    const { exitCode, stdout, stderr } = await run([...args, '--data', data], { cwd, stdin, program });
    if (exitCode !== 0) throw new Error(`leitmotif ${args.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  };
  await command(['seed', '--demo']);
  // Not the password of the examples, with which the run could delete its own users.
  const password = `${crypto.randomUUID()}\n`;
  await command(['user', 'create', 'warden', '--admin', '--password-stdin'], password);
  await command(['user', 'create', 'anna', '--password-stdin'], password);
  const tokens: string[] = [];
  for (const [user, ...limits] of owners) {
    const name = `${user} ${limits.join(' ')}`.trim();
    tokens.push(await command(['token', 'create', '--user', user, '--name', name, ...limits.flatMap((scope) => ['--scope', scope])]));
  }

  const flags = ['--data', data, '--rate-limit', '0', '--registration', 'open'];
  const server = await serve(flags, { cwd, program });
  const log = join(cwd, 'server.log');
  let hasEnded = false;
  const logged = Bun.write(log, new Response(server.log)).finally(() => {
    hasEnded = true;
  });
  return {
    url: server.url,
    pid: server.pid,
    tokens,
    command: [program, 'serve', ...flags, '--port', new URL(server.url).port].join(' '),
    log,
    hasEnded: () => hasEnded,
    stop: async () => {
      await server.signal('SIGTERM');
      await logged;
    },
  };
}
