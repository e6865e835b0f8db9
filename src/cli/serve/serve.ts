import { type Flags, readSettings } from '../../config';
import { command, serverOptions } from '../terminal/options';

export const serveCommand = () => {
  const serving = command('serve', 'start the server', { mayCreate: true });
  for (const option of serverOptions) serving.addOption(option as never);
  return serving
    .option('--demo', 'load the demo into an empty catalog and print an example request')
    .action(async (flags) => (await import('./server')).serve(readSettings(flags as Flags), flags.demo ?? false));
};
