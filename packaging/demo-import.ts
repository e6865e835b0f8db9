/** Imports the samples of real data into a temporary directory and serves it until Ctrl-C: `npm run demo:import`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const leitmotif = join(root, 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif');
const samples = ['discogs-soundtracks.xml.gz', 'discogs-soundtrack-masters.xml.gz'].map((name) => join(root, 'seed', 'samples', name));
const data = mkdtempSync(join(tmpdir(), 'leitmotif-demo-'));

/** Runs a command of the executable and returns its standard output. Exits with its code if it fails. */
function run(args: readonly string[], stdin = ''): string {
  const { exitCode, stdout } = Bun.spawnSync([leitmotif, ...args, '--data', data], { stdin: Buffer.from(stdin), stderr: 'inherit' });
  if (exitCode !== 0) process.exit(exitCode);
  return stdout.toString();
}

// Ctrl-C also reaches the server, whose exit ends this process.
process.on('SIGINT', () => {});
process.on('exit', () => rmSync(data, { recursive: true, force: true }));

console.log(run(['import', 'discogs', ...samples]));
run(['user', 'create', 'demo', '--password-stdin'], `${crypto.randomUUID()}\n`);
const token = run(['token', 'create', '--user', 'demo', '--name', 'demo']).trim();
const server = Bun.spawn([leitmotif, 'serve', '--data', data, ...process.argv.slice(2)], { stdout: 'pipe', stderr: 'inherit' });
process.on('SIGTERM', () => server.kill('SIGTERM'));
for await (const chunk of server.stdout) {
  const output = new TextDecoder().decode(chunk);
  process.stdout.write(output);
  const address = /at (http\S+)/.exec(output)?.[1];
  if (address) console.log(`Try: curl -H 'Authorization: Bearer ${token}' '${address}/api/releases?q=shaft'`);
}
process.exit(await server.exited);
