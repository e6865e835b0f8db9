/**
 * Sends requests to the executable that its own OpenAPI document gives the grammar of, right and wrong ones: `npm run fuzz`,
 * or `npm run fuzz -- --requests 2000 --seed 7`; `--executable FILE` tries another build. Everything stays on the loopback.
 *
 * A run with the same seed sends the same requests but for the ids that the server makes up. It fails, with exit code 1,
 * where an answer is a 5xx or there is none, and where the server's memory keeps growing. Then its data is kept, and the
 * report has a line for a shell for each kind of failure.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { memoryOf } from '../../bench/processes';
import { Dice } from './dice';
import { readGrammar } from './grammar';
import { Known, learnRecords } from './known';
import { MemoryOverTime } from './memory';
import { Report } from './report';
import { type Material, requestOf } from './requests';
import { type Answer, send } from './send';
import { startTriedServer, type TriedServer } from './server';

/** Sent at once: enough that writes meet reads, few enough that an answer's time is its own. */
const requestsAtOnce = 16;

/** A server that has gone or hangs is not asked on. */
const maximumUnanswered = 50;

const maximumEtags = 1_000;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string', default: '200000' }, executable: { type: 'string' } },
});
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000_000));
const requests = wholeNumber('requests', values.requests);
const executable =
  values.executable ?? join(import.meta.dir, '..', '..', 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif');
if (!existsSync(executable)) refuse(`${executable} is not there. Make it with npm run build.`);

const folder = mkdtempSync(join(tmpdir(), 'leitmotif-fuzz-'));
const server = await startTriedServer(executable, folder);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(130)));
console.log(`${requests} requests with --seed ${seed} to ${executable}`);
const { report, memory } = await run(server);
const isAlive = !server.hasEnded();
await server.stop();

console.log(`\n${memory}\n`);
report.print(server.url);
const hasFailed = report.failed > 0 || memory.keepsGrowing || !isAlive;
if (!isAlive) console.log('\nThe server ended by itself.');
if (memory.keepsGrowing) console.log('\nThe memory keeps growing.');
if (hasFailed) console.log(`\nThe log is ${server.log}. For the requests above: ${server.command}`);
else rmSync(folder, { recursive: true });
console.log(
  `\n${hasFailed ? 'FAIL' : 'ok'}: ${report.failed} of ${requests} requests with --seed ${seed} were answered with a 5xx or not at all`,
);
process.exit(hasFailed ? 1 : 0);

async function run({ url, pid, tokens, hasEnded }: TriedServer): Promise<{ report: Report; memory: MemoryOverTime }> {
  const grammar = await readGrammar(url);
  const known = new Known();
  await learnRecords(known, grammar.operations, async (path) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${tokens[0]}` } })).text(),
  );
  const etags: string[] = [];
  const material: Material = { grammar, known, etags, tokens: [...tokens, undefined, 'lm_pat_unknown'] };

  const report = new Report();
  const memory = new MemoryOverTime();
  for (let sent = 0; sent < requests && report.unanswered < maximumUnanswered && !hasEnded(); sent += requestsAtOnce) {
    if (sent % (Math.ceil(requests / requestsAtOnce / 100) * requestsAtOnce) === 0) memory.add(memoryOf(pid).rss);
    const count = Math.min(requestsAtOnce, requests - sent);
    const made = Array.from({ length: count }, (_, index) => requestOf(material, new Dice(seed * 1_000_003 + sent + index)));
    const answers = await Promise.all(made.map((request) => send(url, request)));
    report.add(made.map((request, index) => [request, answers[index] as Answer]));
    // What is learnt is learnt in the order of the requests, whichever is answered first.
    for (const answer of answers) {
      if (answer.status === 201 && answer.location) known.learn(answer.location);
      if (answer.etag && etags.push(answer.etag) > maximumEtags) etags.shift();
    }
  }
  return { report, memory };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) refuse(`--${name} must be a whole number from 1 to 999999999.`);
  return Number(text);
}

function refuse(reason: string): never {
  console.error(`fuzz: ${reason}`);
  process.exit(1);
}
