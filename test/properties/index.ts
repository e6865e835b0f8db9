/**
 * Runs every property test with a multiple of its usual number of cases: `npm run properties`, `npm run properties -- 100`,
 * optionally followed by test files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [times = '20', ...asked] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(times)) {
  console.error('Pass a positive multiple, such as: npm run properties -- 100');
  process.exit(2);
}

const root = join(import.meta.dir, '../..');
const withProperties = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(root)]
  .filter((file) => /from '(?:fast-check|.*\/support\/runs)'/.test(readFileSync(join(root, file), 'utf8')))
  .toSorted();

const { exited } = Bun.spawn(
  [process.execPath, 'test', '--timeout=0', ...(asked.length > 0 ? asked : withProperties).map((file) => `./${file}`)],
  {
    cwd: root,
    env: { ...process.env, TIMES_AS_OFTEN: times },
    stdio: ['inherit', 'inherit', 'inherit'],
  },
);
process.exit(await exited);
