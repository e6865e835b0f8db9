import { readFileSync } from 'node:fs';
import { pathOf } from '../config';
import type { Store } from '../database/open';
import { invalid, SetupError, tooLarge } from '../errors';
import type { EditFlags, Outcome } from './editing/edit-record';
import { command, withStore } from './options';
import { json, print, visible } from './output';

/** As much as a document of the API may have. */
const maximumTextBytes = 1_048_576;

export const editCommand = () =>
  command('edit', 'change a record of the catalog in your editor ($VISUAL, $EDITOR), or by options')
    .argument('<record>', 'its UUID, its slug, kind/slug or the address of its page')
    .option('--set <name=value>', 'set one attribute or relationship; nothing behind = clears it; may be given more than once', collect)
    .option('--file <file>', 'take the whole record from a text as --print writes it; - is standard input')
    .option('--print', 'only print the record as it would be edited')
    .option('--delete', 'delete the record')
    .option('--note <text>', 'why; it stands in the history')
    .option('--dry-run', 'show what would be another, and write nothing')
    .option('--json', 'print what came of it as JSON')
    .action((record, flags) =>
      withStore(flags, async (store) => {
        requireOneWay(flags);
        const editing = await import('./editing/edit-record');
        if (flags.print) return void process.stdout.write(visible(editing.textOf(editing.see(store, record))));
        const outcome = await edit(store, record, flags);
        if (!outcome) return print(flags.json ? json({ revision: null }) : 'Nothing was changed.');
        print(flags.json ? json(editing.outcomeJson(outcome)) : editing.outcomeText(outcome));
      }),
    );

interface Ways extends EditFlags {
  readonly set?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly print?: true | undefined;
  readonly delete?: true | undefined;
}

async function edit(store: Store, record: string, { set, file, delete: isDeletion, ...flags }: Ways): Promise<Outcome | undefined> {
  const { deleteRecord, editText, see, setFields, writeText } = await import('./editing/edit-record');
  if (set) return setFields(store, record, set, flags);
  if (isDeletion) return deleteRecord(store, record, flags);
  if (file === undefined) return editText(store, record, flags);
  const { Unreadable } = await import('./editing/record-document');
  try {
    return await writeText(store, see(store, record), await readTextFile(file), flags);
  } catch (error) {
    throw error instanceof Unreadable ? invalid(error.message) : error;
  }
}

function requireOneWay({ set, file, print, delete: isDeletion }: Ways): void {
  const ways = [set && '--set', file !== undefined && '--file', print && '--print', isDeletion && '--delete'].filter(
    (way) => typeof way === 'string',
  );
  if (ways.length > 1) throw invalid(`Give one of ${ways.join(' and ')}.`);
  if (ways.length === 0 && !process.stdin.isTTY)
    throw invalid('Say what is to change with --set, --file or --delete, or run this on a terminal.');
}

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

/** A text that a command is given: of a file, or of standard input. */
export async function readTextFile(file: string): Promise<string> {
  const text = file === '-' ? await Bun.stdin.text() : readOne(pathOf(file));
  if (Buffer.byteLength(text) > maximumTextBytes) throw tooLarge('A text may have at most 1 MiB.');
  return text;
}

function readOne(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}
