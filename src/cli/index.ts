import { Command } from '@commander-js/extra-typings';
import { readSettings } from '../config';
import { badUsage } from '../errors';
import { didYouMean, nearestCommand } from '../nearest';
import { commandPatienceMilliseconds } from '../store/database/open';
import { serverVersion } from '../version';
import { addCommand } from './adding/add';
import { backupCommand } from './backup';
import { collectionCommand } from './collection';
import { configCommand } from './config';
import { coverCommand, coversCommand } from './covers';
import { doctorCommand } from './doctor';
import { exportCommand } from './export';
import { healthcheckCommand } from './healthcheck';
import { enrichCommand } from './import/enrich';
import { importCommand, seedCommand } from './import/import';
import { mirrorCommand } from './import/mirror';
import { mailCommand } from './mail';
import { migrateCommand } from './migrate';
import { openapiCommand } from './openapi';
import { ratesCommand } from './rates';
import { refreshCommand } from './refresh';
import { restoreCommand } from './restore';
import { searchCommand } from './search';
import { addCompletion } from './terminal/completion';
import { command, serverOptions } from './terminal/options';
import { tokenCommand } from './token';
import { userCommand } from './user';
import { versionCommand } from './version';

/** Commander's own help command knows only the first level. */
const helpCommand = (root: Command) =>
  new Command('help')
    .description('show the help of a command')
    .argument('[command...]', 'command name, such as backup create')
    .action((names) => {
      let topic = root;
      for (const [index, name] of names.entries()) {
        const below: readonly { name(): string }[] = topic.commands;
        const next = below.find((command) => command.name() === name);
        if (!next) throw noCommand(['leitmotif', ...names.slice(0, index)].join(' '), name, below);
        topic = next as Command;
      }
      topic.help();
    });

function noCommand(path: string, name: string, commands: readonly { name(): string }[]): Error {
  const names = commands.map((command) => command.name());
  const nearest = nearestCommand(name, names);
  return badUsage(
    `Unknown command: ${path} ${name}. ${didYouMean(nearest && `${path} ${nearest}`) ?? `${path} --help lists the commands.`}`,
  );
}

const serveCommand = () =>
  command('serve', 'start the server', { mayCreate: true, options: serverOptions })
    .option('--demo', 'load the demo into an empty catalog and print an example request')
    .action(async (flags) => (await import('./serve/server')).serve(readSettings(flags), flags.demo ?? false));

const commands = {
  serve: serveCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  seed: seedCommand,
  import: importCommand,
  enrich: enrichCommand,
  add: addCommand,
  cover: coverCommand,
  covers: coversCommand,
  refresh: refreshCommand,
  search: searchCommand,
  export: exportCommand,
  collection: collectionCommand,
  rates: ratesCommand,
  mail: mailCommand,
  mirror: mirrorCommand,
  user: userCommand,
  token: tokenCommand,
  config: configCommand,
  healthcheck: healthcheckCommand,
  openapi: openapiCommand,
  version: versionCommand,
};

/** @param name of the only command, which saves building the others; all without it, or if no command has it */
export function program(name = ''): Command {
  const root = new Command('leitmotif')
    .description('A self-hosted film music catalog: one executable, one SQLite file.')
    .version(serverVersion, '-V, --version', 'print the version')
    .helpCommand(false)
    .addHelpText('after', `\nCommands wait up to ${commandPatienceMilliseconds / 1000} s for other programs that write to the database.`);
  const all = Object.entries(commands);
  const named = all.filter(([key]) => key === name);
  for (const [, command] of named.length > 0 ? named : all) root.addCommand(command() as unknown as Command);
  if (named.length === 0) {
    addCompletion(root);
    root.addCommand(helpCommand(root) as unknown as Command);
  }
  strict(root, root.name());
  return root;
}

/** Makes every command throw instead of exit, and name itself in errors. */
function strict(command: Command, path: string): void {
  command
    .exitOverride((error) => {
      const isExcess = error.code === 'commander.excessArguments';
      // Commander does not name the excess argument.
      const message = isExcess
        ? `${error.message.replace(/\.$/, '')}: ${command.args.join(', ')}`
        : error.message.replace(/command-argument value ('.*') is invalid for argument '(\S+)'/s, 'invalid $2 $1');
      throw Object.assign(error, { command: path, message });
    })
    .configureOutput({ writeErr: () => {} })
    .allowExcessArguments(false)
    .showHelpAfterError(false);
  command.commands.map((sub) => strict(sub as unknown as Command, `${path} ${sub.name()}`));
}
