import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { readResults } from '../bench/performance/results';
import { filesOf } from '../bench/performance/write';

const root = join(import.meta.dir, '..');

test('the chapter on speed, its drawings and the lines of the README say what was measured', async () => {
  for (const [name, text] of await filesOf(await readResults()))
    expect([name, await Bun.file(join(root, name)).text()]).toEqual([name, text]);
});
