import { readSettings } from '../../config';
import { command, serverOptions } from '../terminal/options';

export const serveCommand = () =>
  command('serve', 'start the server', { mayCreate: true, options: serverOptions })
    .option('--demo', 'load the demo into an empty catalog and print an example request')
    .action(async (flags) => (await import('./server')).serve(readSettings(flags), flags.demo ?? false));
