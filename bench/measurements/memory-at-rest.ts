import { compileHello, type Started, startExecutable, startHello } from '../hello';
import { load, requireWrk } from '../load';
import { type Bench, compared, type Measurement, median } from '../measurement';
import { type Memory, memoryOf } from '../processes';

const runs = 5;

/** By then what a start leaves to be done has been done. */
const restSeconds = 4;

/** Long enough for everything to have been compiled and the caches filled. */
const loadSeconds = 5;

export const memoryAtRest: Measurement = {
  name: 'memory',
  title: 'memory at rest (RSS)',
  unit: 'MB',
  target: { bound: 'at most', ratio: 2 },
  async measure(bench) {
    const hello = await compileHello(bench);
    const framework = await compileHello(bench, 'hello-elysia');
    const ours: Memory[] = [];
    const theirs: Memory[] = [];
    const frameworks: Memory[] = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await atRest(startExecutable(bench)));
      theirs.push(await atRest(startHello(hello)));
      frameworks.push(await atRest(startHello(framework)));
    }
    const all = (memories: readonly Memory[]) => memories.map((memory) => memory.rss);
    const rss = (memories: readonly Memory[]) => median(all(memories));
    return {
      ...compared(all(ours), all(theirs)),
      rounds: { executable: all(ours), floor: all(theirs), framework: all(frameworks) },
      figures: { framework: rss(frameworks) },
      notes: [
        ...shared(ours, theirs),
        `a hello-world server on Elysia has ${rss(frameworks).toFixed(1)} MB: ${(rss(ours) / rss(frameworks)).toFixed(2)} of that`,
        await afterLoad(bench),
      ],
    };
  },
};

async function atRest(starting: Promise<Started>): Promise<Memory> {
  const server = await starting;
  try {
    await Bun.sleep(restSeconds * 1_000);
    return memoryOf(server.pid);
  } finally {
    await server.stop();
  }
}

/** The same with shared pages counted in part, where the kernel says. */
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
    await Bun.sleep(restSeconds * 1_000);
    return `RSS after ${loadSeconds} s of load ${memoryOf(server.pid).rss.toFixed(1)} MB`;
  } finally {
    await server.stop();
  }
}
