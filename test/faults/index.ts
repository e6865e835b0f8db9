/**
 * Does to the executable what happens to machines: `npm run faults` for all of it, `npm run faults -- NAME` for one part,
 * `npm run faults -- NAME 500` for as many times as that. Ends with 1 where something is wrong.
 */
import { wrongClocks } from './clock';
import { manyConnections } from './connections';
import { damagedDatabases, foreignLogs } from './damage';
import { fullDisk, readOnlyDisk } from './disk';
import { troubledFiles } from './holders';
import { killedCommands } from './kills';
import { killedUnderLoad } from './load';

const secondsOfSlowSenders = 10;

/** Each with how often it is done where nothing else is said. */
const parts: Readonly<Record<string, { readonly times: number; readonly run: (times: number) => Promise<string[]> }>> = {
  kills: { times: 200, run: killedCommands },
  load: { times: 20, run: killedUnderLoad },
  damage: { times: 90, run: damagedDatabases },
  logs: { times: 1, run: foreignLogs },
  disk: { times: 1, run: async () => [...(await fullDisk()), ...(await readOnlyDisk())] },
  files: { times: 1, run: troubledFiles },
  clock: { times: 1, run: wrongClocks },
  connections: { times: 10_000, run: (count) => manyConnections(count, secondsOfSlowSenders) },
};

const [name, said] = process.argv.slice(2);
if (name !== undefined && !(name in parts)) {
  console.error(`There is no ${name}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
let wrong = 0;
for (const [part, { times, run }] of Object.entries(parts)) {
  if (name !== undefined && name !== part) continue;
  const count = Number(said ?? times);
  const faults = await run(count);
  for (const fault of faults) console.log(`${part}: ${fault}`);
  console.log(`${part}: ${count} times, ${faults.length} wrong`);
  wrong += faults.length;
}
process.exit(wrong === 0 ? 0 : 1);
