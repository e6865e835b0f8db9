import { Argument, Command } from '@commander-js/extra-typings';
import { roles } from '../accounts/principal';
import type { LiveSettings } from '../accounts/settings/live-settings';
import type { User } from '../accounts/users';
import type { ListedUser } from '../accounts/users/users';
import { type Flags, readSettings } from '../config';
import { badUsage, notFound } from '../errors';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import { command, withStore } from './terminal/options';
import { asJson, json, print, table } from './terminal/output';
import { readPassword, requirePasswordSource } from './terminal/prompt';

export const userCommand = () =>
  new Command('user')
    .description('manage users')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setRoleCommand())
    .addCommand(resetPasswordCommand())
    .addCommand(resetSecondFactorCommand())
    .addCommand(statusCommand('disable', 'disable a user; the password and all tokens stop working immediately'))
    .addCommand(statusCommand('enable', 'enable a disabled user; unexpired tokens work again'))
    .addCommand(deleteCommand());

const nameRule = '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';

const createCommand = () =>
  command('create', 'create a user; prompts for the password on a terminal')
    .argument('<name>', nameRule)
    .option('--admin', 'make the user an administrator')
    .option(...passwordStdin)
    .option(...passwordFile)
    .action(async (name, flags) => {
      const { createUser, requireFreeUsername, requireUsername } = await import('../accounts/users/users');
      requireUsername(name);
      requirePasswordSource(flags);
      await withStore(flags, async (store) => {
        requireFreeUsername(store, name);
        const password = await readPassword(flags, `The name ${name} is available.`);
        const user = await createUser(store, name, password, flags.admin ? 'admin' : 'user');
        print(`Created ${flags.admin ? 'administrator' : 'user'} ${user.username}.`);
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
  command('set-role', 'change the role of a user')
    .argument('<name>', 'the user')
    .addArgument(new Argument('<role>').choices(roles))
    .action((name, role, flags) =>
      withUser(name, flags, async (store, user, live) => {
        const { changeAccountStatus } = await import('../accounts/users/users');
        await changeAccountStatus(store, user, { role }, live);
        print(`${user.username} is ${named[role]}.`);
      }),
    );

const resetPasswordCommand = () =>
  command('reset-password', 'set a new password for a user and end their sessions')
    .argument('<name>', 'the user')
    .option('--revoke-tokens', 'also revoke their API access tokens')
    .option(...passwordStdin)
    .option(...passwordFile)
    .action(async (name, flags) => {
      requirePasswordSource(flags);
      const { changePassword, listUsers } = await import('../accounts/users/users');
      await withUser(name, flags, async (store, user) => {
        const password = await readPassword(flags);
        const revoked = (await changePassword(store, () => user.key, password, { revokesTokens: flags.revokeTokens })) ?? 0;
        print(`Changed the password of ${user.username} and ended all sessions.`);
        if (revoked > 0) print(`Revoked ${pluralize(revoked, 'API access token')}.`);
        const left = listUsers(store).find(({ key }) => key === user.key)?.tokens ?? 0;
        if (left > 0) print(`${pluralize(left, 'API access token')} still active. Use --revoke-tokens to revoke them too.`);
      });
    });

const resetSecondFactorCommand = () =>
  command('reset-second-factor', 'remove the authenticator app, recovery codes and passkeys of a user and end their sessions')
    .argument('<name>', 'the user')
    .action((name, flags) =>
      withUser(name, flags, async (store, user) => {
        const { resetSecondFactor } = await import('../accounts/credentials/authenticator-app');
        const removed = await resetSecondFactor(store, user.key);
        if (removed === 0) throw notFound('no_second_factor');
        print(`Removed ${pluralize(removed, 'credential')} of ${user.username} and ended all sessions.`);
      }),
    );

const statusCommand = (name: 'disable' | 'enable', description: string) =>
  command(name, description)
    .argument('<name>', 'the user')
    .action((username, flags) =>
      withUser(username, flags, async (store, user, live) => {
        const { changeAccountStatus } = await import('../accounts/users/users');
        await changeAccountStatus(store, user, { isDisabled: name === 'disable' }, live);
        print(`${user.username} is ${name}d.`);
      }),
    );

const deleteCommand = () =>
  command('delete', 'delete a user with tokens, collection and wishlist')
    .argument('<name>', 'the user')
    .option('--yes', 'confirm; without it, only shows what would be deleted')
    .action((name, flags) =>
      withUser(name, flags, async (store, user, live) => {
        const { countBelongings, deleteUser } = await import('../accounts/users/users');
        const { tokens, collectionItems, wishlistItems } = countBelongings(store, user.key);
        const all = `${user.username} with ${pluralize(tokens, 'API access token')}, ${pluralize(collectionItems, 'item')} in the collection and ${wishlistItems} on the wishlist`;
        if (!flags.yes) throw badUsage(`This would permanently delete ${all}. Use --yes to confirm.`);
        const wasOnlyAdministrator = live.isOnlyAdministrator(user);
        await deleteUser(store, user, live);
        print(`Removed ${all}.`);
        if (wasOnlyAdministrator) print('No administrator is left. Create one: leitmotif user create NAME --admin.');
      }),
    );

const passwordStdin = ['--password-stdin', 'read the password from the first line of standard input'] as const;
const passwordFile = ['--password-file <file>', 'read the password from the first line of a file'] as const;

function withUser(name: string, flags: Flags, work: (store: Store, user: User, live: LiveSettings) => Promise<void>): Promise<void> {
  return withStore(flags, async (store) => {
    const [{ getUser }, { LiveSettings }] = await Promise.all([import('../accounts/users'), import('../accounts/settings/live-settings')]);
    await work(store, getUser(store, name), new LiveSettings({ store, settings: readSettings(flags) }));
  });
}
