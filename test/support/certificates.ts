import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate with its key, made by the OpenSSL command of Debian and macOS. */
export function makeCertificate(commonName: string): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-certificate-'));
  try {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const { exitCode, stderr } = Bun.spawnSync([
      'openssl',
      'req',
      '-x509',
      ...kind,
      ...['-subj', `/CN=${commonName}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-out', cert, '-keyout', key],
    ]);
    if (exitCode !== 0) throw new Error(stderr.toString());
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
