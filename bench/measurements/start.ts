import { compileHello, startExecutable, startHello } from '../hello';
import { compared, type Measurement, median } from '../measurement';

/** Odd, so that the median is one of them. A first run is not counted, since it reads the executable from disk. */
const runs = 21;

/** Startup, compared with a server on Elysia, the executable's framework, as the floor and one on plain Bun as the limit. */
export const startup: Measurement = {
  name: 'start',
  title: 'startup to first response',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2.2 },
  async measure(bench) {
    const hello = await compileHello(bench);
    const framework = await compileHello(bench, 'hello-elysia');
    const ours: number[] = [];
    const theirs: number[] = [];
    const frameworks: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const executable = await startExecutable(bench);
      await executable.stop();
      const floor = await startHello(hello);
      await floor.stop();
      const onFramework = await startHello(framework);
      await onFramework.stop();
      if (run === 0) continue;
      ours.push(executable.milliseconds);
      theirs.push(floor.milliseconds);
      frameworks.push(onFramework.milliseconds);
    }
    const result = compared(ours, frameworks);
    return {
      ...result,
      limit: theirs[result.round],
      rounds: { executable: ours, floor: frameworks, limit: theirs },
      notes: [
        `fastest of ${runs}: ${Math.min(...ours).toFixed(1)} ms, hello-world on Elysia ${Math.min(...frameworks).toFixed(1)} ms`,
        `hello-world on plain Bun ${median(theirs).toFixed(1)} ms (ratio ${(median(ours) / median(theirs)).toFixed(2)})`,
      ],
    };
  },
};
