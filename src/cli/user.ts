import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../errors';
import { command, withStore } from './options';

export const userCommand = () => new Command('user').description('the users of this server').addCommand(createCommand());

const createCommand = () =>
  command('create', 'make a user')
    .argument('<name>', '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen')
    .option('--password-stdin', 'read the password from standard input, its first line')
    .action(async (name, flags) => {
      if (!flags.passwordStdin) throw new UsageError('Give the password on standard input, with --password-stdin.');
      const [password = ''] = (await Bun.stdin.text()).split(/\r?\n/);
      await withStore(flags, async (store) => {
        const { createUser } = await import('../accounts/users');
        const user = await createUser(store, name, password);
        console.log(`User ${user.username} is there.`);
      });
    });
