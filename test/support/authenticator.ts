import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
}

/** How an answer deviates from an honest one. */
interface Deviations {
  readonly origin?: string;
  readonly host?: string;
  readonly counter?: number;
  /** Without a fingerprint or PIN. */
  readonly isUnverified?: boolean;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** An authenticator with one passkey (ES256), and the browser in front of it. */
export class Authenticator {
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

  constructor(private readonly origin: string) {}

  /** As `navigator.credentials.create`. */
  create(options: Options, deviations: Deviations = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(isoCBOR.encode(key))];
    const authData = Buffer.concat([this.#data(options, deviations, flags.attested), ...attested]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation)).toString('base64url');
    const client = this.#clientData('webauthn.create', options, deviations);
    return this.#answer({ clientDataJSON: client.toString('base64url'), attestationObject, transports: ['internal'] });
  }

  /** As `navigator.credentials.get`. */
  get(options: Options, deviations: Deviations = {}) {
    const data = this.#data(options, deviations, 0);
    const client = this.#clientData('webauthn.get', options, deviations);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey).toString('base64url');
    return this.#answer({ clientDataJSON: client.toString('base64url'), authenticatorData: data.toString('base64url'), signature });
  }

  #answer(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data({ rp, rpId = rp?.id ?? '' }: Options, { host = rpId, counter = 0, isUnverified = false }: Deviations, more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags.present | (isUnverified ? 0 : flags.verified) | more]), count]);
  }

  #clientData(type: string, { challenge }: Options, { origin = this.origin }: Deviations): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}
