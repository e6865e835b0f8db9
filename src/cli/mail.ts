import { Command } from '@commander-js/extra-typings';
import { isMailOn, mailAddress, readSettings } from '../config';
import { badUsage, SetupError } from '../errors';
import { command, mailOptions } from './terminal/options';
import { print } from './terminal/output';

export const mailCommand = () => new Command('mail').description('the mail server').addCommand(testCommand());

const testCommand = () =>
  command('test', 'send a test mail, with the settings of the server', { options: mailOptions })
    .argument('<address>', 'e-mail address to send it to')
    .action(async (to, flags) => {
      if (!mailAddress.test(to)) throw badUsage(`${to} is not an e-mail address.`);
      const [{ mailServerOf, sendMail }, { changedWhileRunning }] = await Promise.all([
        import('../notifications/mail'),
        import('./serve/live-values'),
      ]);
      const configured = readSettings(flags);
      const settings = { ...configured, ...changedWhileRunning(configured) };
      const server = mailServerOf(settings);
      if (!server || !isMailOn(settings)) throw badUsage('There is no mail server. Set smtp_url and smtp_from.');
      const test = { id: Bun.randomUUIDv7(), to, subject: 'Test', text: 'This server can send mail.' };
      const { isDelivered, answer } = await sendMail(settings, test);
      if (!isDelivered) throw new SetupError(`${server.host}:${server.port} did not accept the mail: ${answer}`);
      print(`${server.host}:${server.port} accepted the mail: ${answer}`);
    });
