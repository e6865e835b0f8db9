import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

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

const scopes = [['catalog:read'], ['collection:read', 'collection:write'], ['wishlist:read', 'wishlist:write']];

export async function startFuzzedServer(executable: string, folder: string): Promise<FuzzedServer> {
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');
  mkdirSync(data, { recursive: true });
  const run = (args: readonly string[], stdin = ''): string => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...args, '--data', data], { stdin: Buffer.from(stdin) });
    if (exitCode !== 0) throw new Error(`leitmotif ${args.join(' ')} failed: ${stderr}`);
    return stdout.toString().trim();
  };
  run(['seed', '--demo']);
  // Not the password of the examples, with which the run could delete its own users.
  const password = `${crypto.randomUUID()}\n`;
  run(['user', 'create', 'warden', '--admin', '--password-stdin'], password);
  run(['user', 'create', 'anna', '--password-stdin'], password);
  const tokenOf = (user: string, limits: readonly string[] = []): string =>
    run([
      'token',
      'create',
      '--user',
      user,
      '--name',
      `${user} ${limits.join(' ')}`.trim(),
      ...limits.flatMap((scope) => ['--scope', scope]),
    ]);
  const tokens = [tokenOf('anna'), tokenOf('warden'), ...scopes.map((limits) => tokenOf('anna', limits)), tokenOf('warden', ['admin'])];

  const command = [executable, 'serve', '--data', data, '--port', '0', '--rate-limit', '0', '--registration', 'open'];
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: Bun.file(log) });
  const url = await printedAddress(child.stdout);
  return {
    url,
    pid: child.pid,
    tokens,
    command: command.join(' ').replace('--port 0', `--port ${new URL(url).port}`),
    log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

async function printedAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  let printed = '';
  const decoder = new TextDecoder();
  const reader = output.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    printed += decoder.decode(value, { stream: true });
    const url = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(printed)?.[0];
    if (url) return url;
    if (done) throw new Error(`The server did not print its address: ${printed}`);
  }
}
