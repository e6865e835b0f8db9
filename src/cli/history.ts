import { command, withStore } from './options';
import { json, print } from './output';
import { table } from './table';

/** As many as a screen or two have. */
const mostShown = 50;

export const historyCommand = () =>
  command('history', 'what people changed of a record, the newest first')
    .argument('<record>', 'its UUID, its slug, kind/slug or the address of its page; of one that is gone, its UUID')
    .option('--json', 'print the revisions as the API has them')
    .action((record, flags) =>
      withStore(flags, async (store) => {
        const { readHistory } = await import('./editing/history');
        const { data, meta } = await readHistory(store, record, mostShown);
        if (flags.json) return print(json(data));
        if (data.length === 0) return print('Nobody changed it by hand.');
        const rows = data.map(({ attributes: { number, created_at, username, source, action, reverts, note } }) => [
          String(number),
          created_at,
          source === 'command_line' ? 'command line' : (username ?? '(account is gone)'),
          reverts === null ? action : `${action} (takes back ${reverts})`,
          (note ?? '').replace(/\s+/g, ' ').slice(0, 80),
        ]);
        print(table(['REVISION', 'WHEN', 'WHO', 'WHAT', 'WHY'], rows));
        if (meta.totalItems > data.length) print(`and ${meta.totalItems - data.length} older ones`);
      }),
    );

export const undoCommand = () =>
  command('undo', 'take back what a revision changed, where nothing newer stands against it')
    .argument('<revision>', 'its number, as history shows it, or its UUID')
    .option('--note <text>', 'why; it stands in the history')
    .option('--dry-run', 'show what would be another, and write nothing')
    .action((revision, flags) =>
      withStore(flags, async (store) => {
        const { undo } = await import('./editing/history');
        print(await undo(store, revision, flags));
      }),
    );
