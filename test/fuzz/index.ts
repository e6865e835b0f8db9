/**
 * Fuzzes the API of the executable with valid and invalid requests generated from its OpenAPI document: `npm run fuzz`, or
 * `npm run fuzz -- --requests 2000 --seed 7`; `--executable FILE` tests another build. Requests stay on the loopback.
 *
 * A run with the same seed sends the same requests except for ids that the server creates. It exits with 1 if a response is
 * a 5xx or missing, or if the memory of the server keeps growing. The data is then kept, and the report has a shell command
 * for each kind of failure.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryOf } from '../../bench/processes';
import { mediansOf } from '../soak/samples';
import { readGrammar } from './grammar';
import { KnownRecords, learnRecords } from './known-records';
import { FuzzRandom } from './random-source';
import { Report } from './report';
import { type Material, requestOf } from './requests';
import { type Answer, send } from './send';
import { type FuzzedServer, startFuzzedServer } from './server';

/** Enough that writes and reads overlap, few enough to time a single request. */
const concurrentRequests = 16;

/** Ends the run against a server that crashed or hangs. */
const maximumUnanswered = 50;

const maximumEtags = 1_000;

/** Growth of memory from the second to the last quarter, and additional megabytes that are tolerated. */
const [maximumGrowth, slackMegabytes] = [1.25, 20];

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string', default: '200000' }, executable: { type: 'string' } },
});
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000_000));
const requests = wholeNumber('requests', values.requests);
const executable =
  values.executable ?? join(import.meta.dir, '..', '..', 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif');
if (!existsSync(executable)) refuse(`There is no ${executable}. Run npm run build.`);

const folder = mkdtempSync(join(tmpdir(), 'leitmotif-fuzz-'));
const server = await startFuzzedServer(executable, folder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(130)));
console.log(`${requests} requests with --seed ${seed} to ${executable}`);
const { report, megabytes } = await run(server);
const quarters = mediansOf(megabytes, 4);
const keepsGrowing = growsThroughout(quarters);
const isAlive = !server.hasEnded();
await server.stop();

console.log(`\n${memoryLine(megabytes, quarters)}\n`);
report.print(server.url);
const hasFailed = report.failed > 0 || keepsGrowing || !isAlive;
if (!isAlive) console.log('\nThe server exited.');
if (keepsGrowing) console.log('\nThe memory keeps growing.');
if (hasFailed) console.log(`\nThe log is ${server.log}. To repeat the requests above, start ${server.command}`);
else rmSync(folder, { recursive: true });
console.log(`\n${hasFailed ? 'FAIL' : 'ok'}: ${report.failed} of ${requests} requests with --seed ${seed} got a 5xx or no response`);
process.exit(hasFailed ? 1 : 0);

async function run({ url, pid, tokens, hasEnded }: FuzzedServer): Promise<{ report: Report; megabytes: readonly number[] }> {
  const grammar = await readGrammar(url);
  const known = new KnownRecords();
  await learnRecords(known, grammar.operations, async (path) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${tokens[0]}` } })).text(),
  );
  const etags: string[] = [];
  const material: Material = { grammar, known, etags, tokens: [...tokens, undefined, 'lm_pat_unknown'] };

  const report = new Report();
  const megabytes: number[] = [];
  for (let sent = 0; sent < requests && report.unanswered < maximumUnanswered && !hasEnded(); sent += concurrentRequests) {
    if (sent % (Math.ceil(requests / concurrentRequests / 100) * concurrentRequests) === 0) megabytes.push(memoryOf(pid).rss);
    const count = Math.min(concurrentRequests, requests - sent);
    const made = Array.from({ length: count }, (_, index) => requestOf(material, new FuzzRandom(seed * 1_000_003 + sent + index)));
    const answers = await Promise.all(made.map((request) => send(url, request)));
    report.add(made.map((request, index) => [request, answers[index] as Answer]));
    // In the order of the requests, so that a seed gives the same run.
    for (const answer of answers) {
      if (answer.status === 201 && answer.location) known.learn(answer.location);
      if (answer.etag && etags.push(answer.etag) > maximumEtags) etags.shift();
    }
  }
  return { report, megabytes };
}

/** Whether memory rose throughout the second half of the run, when caches and pools are full. */
function growsThroughout([, second = 0, third = 0, fourth = 0]: readonly number[]): boolean {
  return fourth > second * maximumGrowth + slackMegabytes && fourth > third + slackMegabytes / 2;
}

function memoryLine(megabytes: readonly number[], quarters: readonly number[]): string {
  const inMegabytes = (value: number | undefined) => `${(value ?? 0).toFixed(0)} MB`;
  const [first, middle, last] = [megabytes[0], megabytes[megabytes.length >> 1], megabytes.at(-1)].map(inMegabytes);
  const medians = quarters.map(inMegabytes).join(', ');
  return `memory: ${first} at the start, ${middle} in the middle, ${last} at the end; medians of the quarters ${medians}`;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) refuse(`--${name} must be a whole number from 1 to 999999999.`);
  return Number(text);
}

function refuse(reason: string): never {
  console.error(`fuzz: ${reason}`);
  process.exit(1);
}
