import { invalid } from '../errors';
import type { Settings } from './settings';

/**
 * Settings that say the same of what two of them speak of.
 * @throws {DomainError} invalid, naming those that do not
 */
export function requireAgreement<S extends Settings>(all: S): S {
  requireOneAddress(all);
  requireOneManner(all);
  return all;
}

/** The two settings of where the server is reached lead to the same place. */
function requireOneAddress({ basePath, publicUrl }: Settings): void {
  const path = publicUrl === '' ? basePath : publicUrl.slice(new URL(publicUrl).origin.length);
  if (path === basePath) return;
  const said = basePath === '' ? 'not set' : basePath;
  throw invalid(`The path of public_url must be the base path: ${publicUrl} has ${path || 'none'}, and base_path is ${said}.`);
}

/** A certificate has its key, and stands where others than this machine's proxy come in. */
function requireOneManner({ socket, tlsCertificate, tlsKey }: Settings): void {
  if ((tlsCertificate === '') !== (tlsKey === '')) {
    const [there, missing] = tlsKey === '' ? ['tls_certificate', 'tls_key'] : ['tls_key', 'tls_certificate'];
    throw invalid(`${there} is set, and ${missing} is not: https needs both.`);
  }
  if (socket !== '' && tlsCertificate !== '')
    throw invalid('socket and tls_certificate are both set: a unix socket is for a proxy, which has the certificate.');
}
