import { Command } from '@commander-js/extra-typings';
import { serverVersion } from '../version';
import { exportCommand } from './export';
import { importCommand } from './import';
import { migrateCommand } from './migrate';
import { mirrorCommand } from './mirror';
import { openapiCommand } from './openapi';
import { command } from './options';
import { seedCommand } from './seed';
import { serveCommand } from './serve';
import { tokenCommand } from './token';
import { userCommand } from './user';

const versionCommand = () => command('version', 'print the version').action(() => console.log(serverVersion));

/** Every command. */
export function program(): Command {
  const commands = [
    serveCommand(),
    migrateCommand(),
    seedCommand(),
    importCommand(),
    exportCommand(),
    mirrorCommand(),
    userCommand(),
    tokenCommand(),
    openapiCommand(),
    versionCommand(),
  ];
  const root = new Command('leitmotif')
    .description('A self-hosted film music catalog: one executable, one SQLite file.')
    .helpCommand('help [command]', 'show the help of a command');
  commands.map((command) => root.addCommand(command as unknown as Command));
  strict(root);
  return root;
}

/** Every command ends in an exception instead of the process, and its errors are presented in one place. */
function strict(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .allowExcessArguments(false)
    .showHelpAfterError(false);
  command.commands.map((sub) => strict(sub as unknown as Command));
}
