import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { scopes } from '../accounts/principal';
import type { ApiToken } from '../accounts/tokens';
import { badUsage, DomainError } from '../errors';
import { command, withStore } from './terminal/options';
import { asJson, json, print, table } from './terminal/output';

export const tokenCommand = () =>
  new Command('token')
    .description('manage API access tokens')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());

const createCommand = () =>
  command('create', 'create an API access token and print it once')
    .requiredOption('--user <name>', 'the user')
    .requiredOption('--name <label>', 'a name for the token, such as its purpose')
    .addOption(new Option('--scope <scope...>', 'limit the token to this scope; repeat for more').choices(scopes))
    .addOption(
      new Option('--expires-in-days <number>', 'days until the token expires (default: 365)').argParser(readDays).conflicts('neverExpires'),
    )
    .option('--never-expires', 'create a token that never expires')
    .action(async (flags) => {
      const { inDays, issueApiToken, tokenNameFault } = await import('../accounts/tokens');
      const fault = tokenNameFault(flags.name);
      if (fault) throw badUsage(`--name ${fault}.`);
      await withStore(flags, async (store) => {
        const expiresAt = flags.neverExpires ? null : flags.expiresInDays === undefined ? undefined : inDays(flags.expiresInDays);
        print(await issueApiToken(store, flags.user, flags.name, { scopes: flags.scope && [...new Set(flags.scope)], expiresAt }));
      });
    });

const listCommand = () =>
  command('list', 'list active API access tokens')
    .option('--user <name>', 'only tokens of this user')
    .option(...asJson)
    .action((flags) =>
      withStore(flags, async (store) => {
        const [{ listApiTokens }, { getUser }] = await Promise.all([import('../accounts/tokens'), import('../accounts/users')]);
        const tokens = listApiTokens(store, flags.user === undefined ? undefined : getUser(store, flags.user).key);
        const names = ['ID', 'USER', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED'];
        print(flags.json ? json(tokens) : table(names, tokens.map(cells)));
      }),
    );

const revokeCommand = () =>
  command('revoke', 'revoke an API access token immediately')
    .argument('[id]', 'token id from token list')
    .option('--user <name>', 'user of the token, if no id is given')
    .option('--name <label>', 'name of the token, if no id is given')
    .action(async (id, flags) => {
      const { user, name } = flags;
      const byName = user !== undefined && name !== undefined;
      if (id === undefined ? !byName : user !== undefined || name !== undefined)
        throw badUsage('Name the token by its ID, or by --user NAME and --name LABEL.');
      await withStore(flags, async (store) => {
        const { revokeApiToken, revokeApiTokens } = await import('../accounts/tokens');
        const revoked = await (id === undefined ? revokeApiTokens(store, user as string, name as string) : revokeApiToken(store, id));
        if (revoked === 0) throw new DomainError('not_found', id === undefined ? `${user} has no token ${name}.` : `No such token: ${id}.`);
        print(revoked === 1 ? 'Token revoked.' : `${revoked} tokens revoked, including those created with it.`);
      });
    });

/** A hundred years; there is an option for no expiry. */
const maximumDays = 36_500;

function readDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > maximumDays) throw new InvalidArgumentError(`It must be a whole number from 1 to ${maximumDays}.`);
  return days;
}

function cells({ id, username, name, scopes, created_at, expires_at, last_used_at }: ApiToken): string[] {
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const expires = expires_at === null ? 'never' : expires_at + (isExpired ? ' (over)' : '');
  return [id, username, name, scopes === null ? 'all' : scopes.join(' '), created_at, expires, last_used_at ?? 'never'];
}
