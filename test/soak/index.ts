/**
 * Finds leaks under long load: `npm run soak -- --minutes 10 --report FILE`. Exits with 1 if a measure keeps growing, a request
 * fails or the mirror ends with another catalog. Needs Linux.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run, tokenOf } from '../support/executable';
import { type Done, load } from './load';
import { faultsOf, reportOf } from './report';
import { type Sample, sampleOf } from './samples';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' }, report: { type: 'string' } } });
const minutes = Number(values.minutes);
const secondsBetween = 3;
const watchSeconds = 10;

using folder = emptyFolder();
const cwd = folder.path;
const [original, copy] = [join(cwd, 'original'), join(cwd, 'copy')];
const version = await run(['--version'], { cwd });
const metricsToken = crypto.randomUUID();
await using server = await serveDemo({
  cwd,
  data: 'original',
  flags: ['--rate-limit', '0'],
  env: { LEITMOTIF_METRICS_TOKEN: metricsToken },
});
const beganAt = new Date();
// An unread pipe would fill up and block the server.
const logged = new Response(server.log).text();
writeFileSync(join(cwd, 'token'), `${tokenOf(server)}\n`, { mode: 0o600 });
const following = ['mirror', server.url, '--token-file', 'token', '--data', copy];
const first = await run(following, { cwd });
if (first.exitCode !== 0) throw new Error(`The mirror was not made: ${first.stderr}`);
const mirror = Bun.spawn([executable, ...following, '--watch', `${watchSeconds}s`, '--quiet'], {
  cwd,
  stdout: 'ignore',
  stderr: 'inherit',
});

const done: Done = { counts: {}, faults: [] };
const ending = new AbortController();
const loading = load(server, { cwd, data: original }, ending.signal, done);

async function statementsOfServer(): Promise<number | undefined> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const [, count] = /^leitmotif_prepared_statements (\d+)$/m.exec(await answer.text()) ?? [];
  return count === undefined ? undefined : Number(count);
}

const samples: Record<'server' | 'mirror', Sample[]> = { server: [], mirror: [] };
for (const end = Date.now() + minutes * 60_000; Date.now() < end; await Bun.sleep(secondsBetween * 1_000)) {
  if (mirror.exitCode !== null) done.faults.push(`the mirror ended with ${mirror.exitCode}`);
  if (mirror.exitCode !== null) break;
  samples.server.push(sampleOf(server.pid, original, await statementsOfServer()));
  samples.mirror.push(sampleOf(mirror.pid, copy));
}
ending.abort();
await loading;
await Bun.sleep(2 * watchSeconds * 1_000);
mirror.kill('SIGTERM');
await mirror.exited;
const exports = await Promise.all([original, copy].map((data) => run(['export', '--data', data], { cwd })));
if (exports[0]?.stdout !== exports[1]?.stdout) done.faults.push('the mirror is another catalog than its original');
const doctor = await run(['doctor', '--data', original], { cwd });
if (doctor.exitCode !== 0) done.faults.push(`doctor: ${doctor.stdout}${doctor.stderr}`);
const exitCode = await server.signal('SIGTERM');
if (exitCode !== 0) done.faults.push(`the server ended with ${exitCode}`);
const failures = (await logged).split('\n').filter((line) => /"event":"[^"]*failed"|"error":/.test(line));
done.faults.push(...failures);

const seen = { minutes, version: version.stdout.trim(), beganAt, secondsBetween, watchSeconds, done, samples };
const report = reportOf(seen);
if (values.report) writeFileSync(values.report, report);
console.log(report);
process.exit(faultsOf(seen).length === 0 ? 0 : 1);
