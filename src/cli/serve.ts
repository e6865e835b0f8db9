import { readSettings } from '../config';
import { command, hostOption, portOption } from './options';
import { serve } from './server';

export const serveCommand = () =>
  command('serve', 'serve the catalog')
    .addOption(hostOption())
    .addOption(portOption())
    .option('--demo', 'fill an empty catalog with the demo, and print a request to try')
    .action((flags) => serve(readSettings(flags), flags.demo ?? false));
