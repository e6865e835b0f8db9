import { Argument, Command } from '@commander-js/extra-typings';
import { roles } from '../accounts/principal';
import type { User } from '../accounts/users';
import type { ListedUser } from '../accounts/users/users';
import type { Flags } from '../config';
import { counted } from '../counted';
import { badUsage, notFound } from '../errors';
import type { Store } from '../store/database/open';
import { command, withStore } from './terminal/options';
import { asJson, json, print, table } from './terminal/output';
import { readPassword, requirePasswordSource } from './terminal/prompt';

export const userCommand = () =>
  new Command('user')
    .description('the users of this server')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setRoleCommand())
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
      const { createUser, requireFreeUsername, requireUsername } = await import('../accounts/users/users');
      requireUsername(name);
      requirePasswordSource(flags);
      await withStore(flags, async (store) => {
        requireFreeUsername(store, name);
        const password = await readPassword(flags, `The name ${name} is free.`);
        const user = await createUser(store, name, password, flags.admin ? 'admin' : 'user');
        print(`${flags.admin ? 'Administrator' : 'User'} ${user.username} is there.`);
      });
    });

const listCommand = () =>
  command('list', 'list the users')
    .option(...asJson)
    .action((flags) =>
      withStore(flags, async (store) => {
        const { listUsers } = await import('../accounts/users/users');
        const users = listUsers(store);
        print(flags.json ? json(users.map(fields)) : table(['NAME', 'ROLE', 'DISABLED', 'CREATED', 'TOKENS'], users.map(cells)));
      }),
    );

const cells = ({ username, role, disabledAt, createdAt, tokens }: ListedUser): string[] => [
  username,
  role,
  disabledAt === null ? 'no' : 'yes',
  createdAt,
  String(tokens),
];

/** By the names that the API has for them. */
const fields = ({ id, username, email, role, disabledAt, createdAt, tokens }: ListedUser) => ({
  id,
  username,
  email,
  role,
  disabled_at: disabledAt,
  created_at: createdAt,
  tokens,
});

const named = { user: 'a user', editor: 'an editor', admin: 'an administrator' } as const;

const setRoleCommand = () =>
  command('set-role', 'make a user an editor or an administrator, or neither; it holds at once')
    .argument('<name>', 'whose role it is')
    .addArgument(new Argument('<role>').choices(roles))
    .action((name, role, flags) =>
      withUser(name, flags, async (store, user) => {
        const { setRole } = await import('../accounts/users/users');
        await setRole(store, user, role);
        print(`${user.username} is ${named[role]}.`);
      }),
    );

const resetPasswordCommand = () =>
  command('reset-password', 'give a user another password and end their sign-ins')
    .argument('<name>', 'whose password it is')
    .option('--revoke-tokens', 'end their API access tokens too, which stay good otherwise')
    .option(...passwordStdin)
    .option(...passwordFile)
    .action(async (name, flags) => {
      requirePasswordSource(flags);
      const { changePassword, listUsers } = await import('../accounts/users/users');
      await withUser(name, flags, async (store, user) => {
        const password = await readPassword(flags);
        const revoked = await changePassword(store, user.key, password, { revokesTokens: flags.revokeTokens });
        print(`${user.username} has another password, and is signed out.`);
        if (revoked > 0) print(`Revoked with it: ${counted(revoked, 'API access token')}.`);
        const left = listUsers(store).find(({ key }) => key === user.key)?.tokens ?? 0;
        if (left > 0) print(`Still good: ${counted(left, 'API access token')}. With --revoke-tokens these end too.`);
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
        const { countBelongings, deleteUser, isOnlyAdministrator } = await import('../accounts/users/users');
        const { tokens, collectionItems, wishlistItems } = countBelongings(store, user.key);
        const all = `${user.username} with ${counted(tokens, 'API access token')}, ${counted(collectionItems, 'item')} of the collection and ${wishlistItems} of the wishlist`;
        if (!flags.yes) throw badUsage(`This would remove ${all} for good. Say --yes to do it.`);
        const wasOnlyAdministrator = isOnlyAdministrator(store, user);
        await deleteUser(store, user.key);
        print(`Removed ${all}.`);
        if (wasOnlyAdministrator) print('No administrator is left. Make one: leitmotif user create NAME --admin.');
      }),
    );

const passwordStdin = ['--password-stdin', 'read the password from standard input, its first line'] as const;
const passwordFile = ['--password-file <file>', 'read the password from a file, its first line'] as const;

function setDisabled(name: string, flags: Flags, isDisabled: boolean): Promise<void> {
  return withUser(name, flags, async (store, user) => {
    const users = await import('../accounts/users/users');
    await users.setDisabled(store, user, isDisabled);
    print(`${user.username} is ${isDisabled ? 'disabled' : 'enabled'}.`);
  });
}

function withUser(name: string, flags: Flags, work: (store: Store, user: User) => Promise<void>): Promise<void> {
  return withStore(flags, async (store) => {
    const { findUser } = await import('../accounts/users');
    const user = findUser(store, name);
    if (!user) throw notFound('no_user', { name });
    await work(store, user);
  });
}
