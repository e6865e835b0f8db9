import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: string;
  readonly text: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: ReceivedMail[];
}

/** A mail server on this machine, without TLS. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ logger: false, authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], closeTimeout: 1 },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : (mailFrom?.address ?? '');
        mails.push({ from, to: rcptTo.map(({ address }) => address), ...partsOf(Buffer.concat(chunks)) });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, mails, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)) };
}

function partsOf(source: Buffer): Pick<ReceivedMail, 'headers' | 'text'> {
  const all = source.toString('latin1');
  const end = all.indexOf('\r\n\r\n');
  const [headers, body] = [all.slice(0, end), all.slice(end + 4)];
  const bytes = /quoted-printable/i.test(headers)
    ? body.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : /base64/i.test(headers)
      ? Buffer.from(body, 'base64').toString('latin1')
      : body;
  return { headers, text: Buffer.from(bytes, 'latin1').toString() };
}
