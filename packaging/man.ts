/** Writes the man page from the command line's own help: `npm run man`. */
import type { Command } from '@commander-js/extra-typings';
import { program } from '../src/cli';

export const manPath = new URL('man/leitmotif.1', import.meta.url).pathname;

/** The whole page, in the macros of man(7), which every reader of man pages knows. */
export function manPage(): string {
  const root = program() as unknown as Command;
  const commands = root.commands.flatMap((command) => leavesOf(command as unknown as Command, []));
  return [
    '.TH LEITMOTIF 1',
    '.SH NAME',
    'leitmotif \\- a self\\-hosted film music catalog',
    '.SH SYNOPSIS',
    '.B leitmotif',
    '.I command',
    '[options]',
    '.SH DESCRIPTION',
    text(`${root.description()} It serves artists, productions and releases as a website and as a JSON:API.`),
    '.SH COMMANDS',
    ...commands.flatMap(commandPart),
    ...closing(),
    '',
  ].join('\n');
}

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** The commands that do something: those that only gather others are named with each of them. */
function leavesOf(command: Command, before: readonly string[]): Leaf[] {
  const names = [...before, command.name()];
  const below = command.commands.flatMap((sub) => leavesOf(sub as unknown as Command, names));
  const isGroup = below.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0;
  return isGroup ? below : [{ name: names.join(' '), command }, ...below];
}

function commandPart({ name, command }: Leaf): string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter((option) => option.long !== '--help');
  const given = command.registeredArguments.map((argument) => help.argumentTerm(argument));
  return [
    `.SS "${text([name, ...given].join(' '))}"`,
    text(sentence(command.description())),
    ...options.flatMap((option) => ['.TP', `.B ${text(help.optionTerm(option))}`, text(sentence(help.optionDescription(option)))]),
  ];
}

const closing = (): string[] => [
  '.SH FILES',
  '.TP',
  '.I ~/.config/leitmotif.toml',
  text('The settings, where no other file is named. Begin one with leitmotif config init.'),
  '.TP',
  '.I ~/.local/share/leitmotif',
  text('The data directory, where no other is named: leitmotif.db, covers and backups.'),
  '.SH EXIT STATUS',
  text(
    '0 where the work is done, 1 where it failed, 2 where it was asked for wrongly, 128 and the number of the signal that broke it off.',
  ),
  '.SH SEE ALSO',
  text('The documentation, which every server has at /docs, and the packages of Debian in /usr/share/doc/leitmotif.'),
];

/** Its first paragraph alone, as a sentence of its own. */
function sentence(written: string): string {
  const [first = ''] = written.split('\n\n');
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.:)]$/.test(first) ? '' : '.'}`;
}

/** Signs that roff would take for its own; a line must not begin with a dot or a quote. */
const text = (written: string): string =>
  written
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/\n/g, ' ')
    .replace(/^(?=[.'])/, '\\&');

if (import.meta.main) {
  await Bun.write(manPath, manPage());
  console.log('packaging/man/leitmotif.1');
}
