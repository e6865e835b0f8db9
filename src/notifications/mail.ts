import { isMailOn, mailAddress, type Settings } from '../config';
import { within } from '../import/http-client/body';
import { type AttemptResult, firstLine } from './webhook-request';

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Host and port of the mail server; undefined without one. */
export function mailServerOf({ smtpUrl }: Pick<Settings, 'smtpUrl'>) {
  const url = URL.parse(smtpUrl);
  if (!url) return undefined;
  const isSecure = url.protocol.toLowerCase() === 'smtps:';
  return { url, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (isSecure ? 465 : 587), isSecure };
}

/** For each step. */
const stepMilliseconds = 10_000;

const timeoutSeconds = 30;

/** Sends a mail to one address. */
export async function sendMail(settings: Pick<Settings, 'smtpUrl' | 'smtpFrom'>, { id, to, subject, text }: Mail): Promise<AttemptResult> {
  const server = mailServerOf(settings);
  if (!server || !isMailOn(settings)) return { isDelivered: false, status: null, answer: 'No mail server is set.', isFinal: true };
  if (!mailAddress.test(to)) return { isDelivered: false, status: null, answer: 'Not an e-mail address.', isFinal: true };
  const { url, host, port, isSecure } = server;
  const user = decodeURIComponent(url.username);
  const [name = '', inBrackets] = settings.smtpFrom.split(/[<>]/);
  const from = inBrackets ?? name;
  let isSignedIn = false;
  // Only needed for mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // A password never goes over a connection that somebody could have downgraded.
    requireTLS: user !== '' && !/^(?:localhost|127\.[\d.]+|::1)$/.test(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    // The library signs in only where the server offers that, and tells nobody but its log.
    logger: {
      ...silent,
      info: (entry) => {
        isSignedIn ||= typeof entry === 'object' && entry.action === 'authenticated';
      },
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: stepMilliseconds,
    greetingTimeout: stepMilliseconds,
    dnsTimeout: stepMilliseconds,
    socketTimeout: stepMilliseconds,
  });
  try {
    const sending = transport.sendMail({
      from: { name: inBrackets === undefined ? '' : name.trim(), address: from },
      to: { name: '', address: to },
      envelope: { from, to: [to] },
      subject,
      text,
      messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
      headers: { 'auto-submitted': 'auto-generated' },
    });
    const { response } = await within(sending, timeoutSeconds, `Not sent within ${timeoutSeconds} seconds.`, () => transport.close());
    return { isDelivered: true, status: 250, answer: firstLine(user === '' || isSignedIn ? response : `${unusedName} ${response}`) };
  } catch (error) {
    const { responseCode = null, response, code, message } = error as { responseCode?: number; response?: string; code?: string } & Error;
    return { isDelivered: false, status: responseCode, answer: firstLine(response ?? [code, message].filter(Boolean).join(': ')) };
  } finally {
    transport.close();
  }
}

const unusedName = 'Sent without name and password, since the server offers no AUTH:';

const ignore = () => {};
const silent = { trace: ignore, debug: ignore, warn: ignore, error: ignore, fatal: ignore };
