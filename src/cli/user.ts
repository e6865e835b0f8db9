import { Command } from '@commander-js/extra-typings';
import type { User } from '../accounts/users';
import type { Flags } from '../config';
import type { Store } from '../database/open';
import { SetupError, UsageError } from '../errors';
import { command, withStore } from './options';
import { readPassword } from './prompt';
import { table } from './table';

export const userCommand = () =>
  new Command('user')
    .description('the users of this server')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(resetPasswordCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(deleteCommand());

const nameRule = '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';

const createCommand = () =>
  command('create', 'make a user; the password is asked for on the terminal')
    .argument('<name>', nameRule)
    .option('--admin', 'make an administrator')
    .option(...passwordStdin)
    .option(...passwordFile)
    .action(async (name, flags) => {
      const { createUser, requireUsername } = await import('../accounts/users/users');
      requireUsername(name);
      const password = await readPassword(flags);
      await withStore(flags, async (store) => {
        const user = await createUser(store, name, password, flags.admin ? 'admin' : 'user');
        console.log(`${flags.admin ? 'Administrator' : 'User'} ${user.username} is there.`);
      });
    });

const listCommand = () =>
  command('list', 'list the users').action((flags) =>
    withStore(flags, async (store) => {
      const { listUsers } = await import('../accounts/users/users');
      const rows = listUsers(store).map(({ username, role, disabledAt, createdAt, tokens }) => [
        username,
        role,
        disabledAt === null ? 'no' : 'yes',
        createdAt,
        String(tokens),
      ]);
      console.log(table(['NAME', 'ROLE', 'DISABLED', 'CREATED', 'TOKENS'], rows));
    }),
  );

const resetPasswordCommand = () =>
  command('reset-password', 'give a user another password and end their sign-ins; API access tokens stay')
    .argument('<name>', 'whose password it is')
    .option(...passwordStdin)
    .option(...passwordFile)
    .action(async (name, flags) => {
      const { changePassword, requirePassword } = await import('../accounts/users/users');
      await withUser(name, flags, async (store, user) => {
        const password = await readPassword(flags);
        requirePassword(password);
        await changePassword(store, user.key, password);
        console.log(`${user.username} has another password, and is signed out.`);
      });
    });

const disableCommand = () =>
  command('disable', 'keep a user out: the password and all tokens stop working at once')
    .argument('<name>', 'who is kept out')
    .action((name, flags) => setDisabled(name, flags, true));

const enableCommand = () =>
  command('enable', 'let a disabled user in again, with the tokens that are still good')
    .argument('<name>', 'who is let in')
    .action((name, flags) => setDisabled(name, flags, false));

const deleteCommand = () =>
  command('delete', 'remove a user with tokens, collection and wishlist')
    .argument('<name>', 'who is removed')
    .option('--yes', 'do it; without this, what would go is said and nothing is done')
    .action((name, flags) =>
      withUser(name, flags, async (store, user) => {
        const { countBelongings, deleteUser } = await import('../accounts/users/users');
        const { tokens, collectionItems, wishlistItems } = countBelongings(store, user.key);
        const all = `${user.username} with ${tokens} tokens, ${collectionItems} items of the collection and ${wishlistItems} of the wishlist`;
        if (!flags.yes) throw new UsageError(`This would remove ${all} for good. Say --yes to do it.`);
        deleteUser(store, user.key);
        console.log(`Removed ${all}.`);
      }),
    );

const passwordStdin = ['--password-stdin', 'read the password from standard input, its first line'] as const;
const passwordFile = ['--password-file <file>', 'read the password from a file, its first line'] as const;

function setDisabled(name: string, flags: Flags, isDisabled: boolean): Promise<void> {
  return withUser(name, flags, async (store, user) => {
    const users = await import('../accounts/users/users');
    users.setDisabled(store, user, isDisabled);
    console.log(`${user.username} is ${isDisabled ? 'disabled' : 'enabled'}.`);
  });
}

function withUser(name: string, flags: Flags, work: (store: Store, user: User) => Promise<void>): Promise<void> {
  return withStore(flags, async (store) => {
    const { findUser } = await import('../accounts/users');
    const user = findUser(store, name);
    if (!user) throw new SetupError(`There is no user ${name}.`);
    await work(store, user);
  });
}
