import { compileHello, type Started, startExecutable, startHello } from '../hello';
import { load, requireWrk } from '../load';
import { type Bench, compared, type Measurement, median } from '../measurement';
import { type Memory, memoryOf } from '../processes';

const runs = 5;

/** Long enough for background work after startup to finish. */
const idleSeconds = 4;

/** Long enough for the JIT compiler and the caches to warm up. */
const loadSeconds = 5;

export const idleMemory: Measurement = {
  name: 'memory',
  title: 'memory when idle (RSS)',
  unit: 'MB',
  target: { bound: 'at most', ratio: 2 },
  async measure(bench) {
    const hello = await compileHello(bench);
    const framework = await compileHello(bench, 'hello-elysia');
    const ours: Memory[] = [];
    const theirs: Memory[] = [];
    const frameworks: Memory[] = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await memoryWhenIdle(startExecutable(bench)));
      theirs.push(await memoryWhenIdle(startHello(hello)));
      frameworks.push(await memoryWhenIdle(startHello(framework)));
    }
    const all = (memories: readonly Memory[]) => memories.map((memory) => memory.rss);
    const rss = (memories: readonly Memory[]) => median(all(memories));
    return {
      ...compared(all(ours), all(theirs)),
      rounds: { executable: all(ours), floor: all(theirs), framework: all(frameworks) },
      figures: { framework: rss(frameworks) },
      notes: [
        ...shared(ours, theirs),
        `hello-world on Elysia ${rss(frameworks).toFixed(1)} MB (ratio ${(rss(ours) / rss(frameworks)).toFixed(2)})`,
        await afterLoad(bench),
      ],
    };
  },
};

async function memoryWhenIdle(starting: Promise<Started>): Promise<Memory> {
  const server = await starting;
  try {
    await Bun.sleep(idleSeconds * 1_000);
    return memoryOf(server.pid);
  } finally {
    await server.stop();
  }
}

/** The same as PSS, if the kernel reports it. */
function shared(ours: readonly Memory[], theirs: readonly Memory[]): string[] {
  const pss = (memories: readonly Memory[]) => memories.flatMap((memory) => memory.pss ?? []);
  if (pss(ours).length === 0 || pss(theirs).length === 0) return [];
  const [our, their] = [median(pss(ours)), median(pss(theirs))];
  return [`PSS ${our.toFixed(1)} MB, hello-world ${their.toFixed(1)} MB (ratio ${(our / their).toFixed(2)})`];
}

async function afterLoad(bench: Bench): Promise<string> {
  requireWrk();
  const server = await startExecutable(bench);
  try {
    const paths = bench.catalog.artistIds.map((id) => `/api/artists/${id}`);
    await load(bench, server, paths, loadSeconds);
    await Bun.sleep(idleSeconds * 1_000);
    return `RSS after ${loadSeconds} s of load ${memoryOf(server.pid).rss.toFixed(1)} MB`;
  } finally {
    await server.stop();
  }
}
