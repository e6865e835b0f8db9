import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Settings } from '../config';
import { SetupError } from '../errors';

/** A certificate with its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The certificate that the settings name, `undefined` where they name none.
 * @throws {SetupError} where a file cannot be read, is none of that kind, or the two do not belong together
 */
export function readCertificate({ tlsCertificate, tlsKey }: Settings): Certificate | undefined {
  if (tlsCertificate === '') return undefined;
  const certificate = { cert: contentsOf(tlsCertificate), key: contentsOf(tlsKey) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new SetupError(`${tlsCertificate} and ${tlsKey} are not a certificate and its key in PEM (${reasonOf(error)}).`);
  }
  return certificate;
}

function contentsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** The last part of what the library says: KEY_VALUES_MISMATCH, say. */
const reasonOf = (error: unknown): string => (error as Error).message.split(':').at(-1) ?? '';
