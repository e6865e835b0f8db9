/**
 * Fault injection for the executable: `npm run faults` runs all parts, `npm run faults -- NAME` one part, and
 * `npm run faults -- NAME 500` repeats it 500 times. Exits with 1 if a fault is found.
 */
import { clockChanges } from './clock';
import { manyConnections } from './connections';
import { damagedDatabases, foreignLogs } from './damage';
import { fullDisk, readOnlyDisk } from './disk';
import { fileInterference } from './interference';
import { killedCommands } from './kills';
import { killedUnderLoad } from './load';

const secondsOfSlowSenders = 10;

/** Parts with their default number of repetitions. */
const parts: Readonly<Record<string, { readonly times: number; readonly run: (times: number) => Promise<string[]> }>> = {
  kills: { times: 200, run: killedCommands },
  load: { times: 20, run: killedUnderLoad },
  damage: { times: 90, run: damagedDatabases },
  logs: { times: 1, run: foreignLogs },
  disk: { times: 1, run: async () => [...(await fullDisk()), ...(await readOnlyDisk())] },
  files: { times: 1, run: fileInterference },
  clock: { times: 1, run: clockChanges },
  connections: { times: 10_000, run: (count) => manyConnections(count, secondsOfSlowSenders) },
};

const [name, repetitions] = process.argv.slice(2);
if (name !== undefined && !(name in parts)) {
  console.error(`Unknown part ${name}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
let total = 0;
for (const [part, { times, run }] of Object.entries(parts)) {
  if (name !== undefined && name !== part) continue;
  const count = Number(repetitions ?? times);
  const faults = await run(count);
  for (const fault of faults) console.log(`${part}: ${fault}`);
  console.log(`${part}: ${count} times, ${faults.length} faults`);
  total += faults.length;
}
process.exit(total === 0 ? 0 : 1);
