import { readSettings, type Settings } from '../config';
import { badUsage, SetupError } from '../errors';
import { command, listeningOptions } from './terminal/options';
import { print } from './terminal/output';

/** Shorter than usual container health check timeouts, so that this command reports the reason. */
const patienceMilliseconds = 4_000;

export const healthcheckCommand = () =>
  command('healthcheck', 'check the health of the server on this machine; exits with 0 if healthy, else 1', {
    options: listeningOptions,
  }).action(async (flags) => print(await askHealth(readSettings(flags))));

/**
 * Asks over loopback or the unix socket.
 * @throws {SetupError} with the reason
 */
async function askHealth(settings: Settings): Promise<string> {
  const url = healthUrl(settings);
  const where = settings.socket === '' ? url : `unix:${settings.socket}`;
  const { ok, status, text } = await ask(url, settings).catch((error: Error & { code?: string }) => {
    const how = error.name === 'TimeoutError' ? 'timeout' : (error.code ?? error.message);
    // An HTTPS server closes plain HTTP connections.
    const hint = url.startsWith('http:') && how === 'ECONNRESET' ? ' If it serves HTTPS, set its --tls-certificate and --tls-key too.' : '';
    throw new SetupError(`${where} does not respond (${how}).${hint}`);
  });
  if (!ok) throw new SetupError(`${where} responded with ${status}: ${detailOf(text)}`);
  return `${where} is healthy.`;
}

async function ask(url: string, { socket }: Settings): Promise<{ ok: boolean; status: number; text: string }> {
  const signal = AbortSignal.timeout(patienceMilliseconds);
  // The certificate is for the public name, not the loopback address.
  const way = socket === '' ? { tls: { rejectUnauthorized: false } } : { unix: socket };
  const response = await fetch(url, { ...way, signal, redirect: 'manual' });
  return { ok: response.ok, status: response.status, text: await response.text() };
}

function healthUrl({ host, port, socket, tlsCertificate }: Settings): string {
  if (socket !== '') return 'http://localhost/health';
  if (port === 0) throw badUsage('--port must be the port the server listens on, not 0.');
  return `${tlsCertificate === '' ? 'http' : 'https'}://${reached(host)}:${port}/health`;
}

/** Addresses of IPv6 are accepted with and without brackets, and in any form: `::` and `::0` are one. */
function reached(host: string): string {
  const { hostname } = new URL(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`);
  return hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
}

/** The detail of a JSON:API error, else the first line. */
function detailOf(text: string): string {
  try {
    return (JSON.parse(text) as { errors: { detail: string }[] }).errors.map(({ detail }) => detail).join(' ');
  } catch {
    return text.split('\n')[0] ?? '';
  }
}
