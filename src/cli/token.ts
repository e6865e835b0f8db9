import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../errors';
import { command, withStore } from './options';

export const tokenCommand = () => new Command('token').description('API access tokens').addCommand(createCommand());

const createCommand = () =>
  command('create', 'make an API access token, good for 365 days, and print it: it is shown this once')
    .requiredOption('--user <name>', 'whose token it is')
    .requiredOption('--name <label>', 'what the token is for')
    .action((flags) => {
      if (flags.name.length < 1 || flags.name.length > 255) throw new UsageError('--name must have 1 to 255 characters.');
      return withStore(flags, async (store) => {
        const { issueApiToken } = await import('../accounts/tokens');
        console.log(issueApiToken(store, flags.user, flags.name));
      });
    });
