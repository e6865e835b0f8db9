import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Backups } from '../../src/backups/backups';
import { readSettings } from '../../src/config';
import { openStore } from '../../src/database/open';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, run } from '../support/executable';

/** Debian's package faketime, which gives a process another clock. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** What is wrong with backups after the clock was a year ahead, and right again; nothing is tried where the library is not there. */
export async function wrongClocks(): Promise<string[]> {
  if (!existsSync(library)) return [];
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await copyDemo(data);
  const ahead = { cwd, env: { LD_PRELOAD: library, FAKETIME: '+365d' } };
  const made = await run(['backup', 'create', '--data', data], ahead);
  if (made.exitCode !== 0) return [`a year ahead no backup is made: ${made.stderr}`];
  const store = openStore(data);
  try {
    const backups = new Backups({
      store,
      settings: { ...readSettings({}, {}), data },
      log: () => {},
    });
    return backups.isDue() ? [] : ['a backup of a year to come keeps others from being made'];
  } finally {
    store.close();
  }
}
