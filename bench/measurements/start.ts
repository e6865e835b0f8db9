import { compileHello, startExecutable, startHello } from '../hello';
import { compared, type Measurement, median } from '../measurement';

/** Odd, so that the median is one of them; the first of each is left out, since it reads the file from the disk. */
const runs = 21;

export const startToFirstAnswer: Measurement = {
  name: 'start',
  title: 'start to the first answer',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2.5 },
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
    return {
      ...compared(ours, theirs),
      rounds: { executable: ours, floor: theirs, framework: frameworks },
      figures: { framework: median(frameworks) },
      notes: [
        `the fastest of ${runs}: ${Math.min(...ours).toFixed(1)} ms, hello-world ${Math.min(...theirs).toFixed(1)} ms`,
        `a hello-world server on Elysia takes ${median(frameworks).toFixed(1)} ms: ${(median(ours) / median(frameworks)).toFixed(2)} of that`,
      ],
    };
  },
};
