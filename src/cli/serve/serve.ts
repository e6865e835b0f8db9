import { type Flags, readSettings } from '../../config';
import { command, serverOptions } from '../terminal/options';

export const serveCommand = () => {
  const serving = command('serve', 'serve the catalog', { mayCreate: true });
  for (const option of serverOptions) serving.addOption(option as never);
  return serving
    .option('--demo', 'fill an empty catalog with the demo, and print a request to try')
    .action(async (flags) => (await import('./server')).serve(readSettings(flags as Flags), flags.demo ?? false));
};
