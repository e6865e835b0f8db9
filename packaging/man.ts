/** Generates the man page from the help of the command line: `npm run man`. */
import type { Command } from '@commander-js/extra-typings';
import { program } from '../src/cli';

export const manPath = new URL('man/leitmotif.1', import.meta.url).pathname;

/** The man page, in the portable macros of man(7). */
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
    ...commands.flatMap(commandSection),
    ...closingSections(),
    '',
  ].join('\n');
}

interface Leaf {
  readonly name: string;
  readonly command: Command;
}

/** All commands but pure groups, whose names only prefix those of their subcommands. */
function leavesOf(command: Command, before: readonly string[]): Leaf[] {
  const names = [...before, command.name()];
  const below = command.commands.flatMap((sub) => leavesOf(sub as unknown as Command, names));
  const isGroup = below.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0;
  return isGroup ? below : [{ name: names.join(' '), command }, ...below];
}

function commandSection({ name, command }: Leaf): string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter((option) => option.long !== '--help');
  const args = command.registeredArguments.map((argument) => help.argumentTerm(argument));
  return [
    `.SS "${text([name, ...args].join(' '))}"`,
    text(sentence(command.description())),
    ...options.flatMap((option) => ['.TP', `.B ${text(help.optionTerm(option))}`, text(sentence(help.optionDescription(option)))]),
  ];
}

const closingSections = (): string[] => [
  '.SH FILES',
  '.TP',
  '.I ~/.config/leitmotif.toml',
  text('Default settings file. Create it with leitmotif config init.'),
  '.TP',
  '.I ~/.local/share/leitmotif',
  text('Default data directory: leitmotif.db, covers and backups.'),
  '.SH EXIT STATUS',
  text('0 on success, 1 on failure, 2 on a usage error, 128 plus the signal number if a signal ended the command.'),
  '.SH SEE ALSO',
  text('The documentation, at /docs on every server and in /usr/share/doc/leitmotif of the Debian package.'),
];

/** The first paragraph, capitalized and with a full stop. */
function sentence(help: string): string {
  const [first = ''] = help.split('\n\n');
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.:)]$/.test(first) ? '' : '.'}`;
}

/** Escapes roff's special characters, including a dot or quote at the start of a line. */
const text = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/\n/g, ' ')
    .replace(/^(?=[.'])/, '\\&');

if (import.meta.main) {
  await Bun.write(manPath, manPage());
  console.log('packaging/man/leitmotif.1');
}
