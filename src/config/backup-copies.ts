import { isAbsolute, resolve } from 'node:path';
import { pathOf } from './paths';
import { optionalText, trimmed } from './setting';
import { readWebAddress } from './sites';

/** Keys need no encoding in addresses. A segment of dots would be removed from them. */
const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.{1,2}(?:\/|$))[\w.-]{1,100})*)\/?$/;

/** Bucket and key, or the beginning of keys, without slashes around it; undefined for another address. */
export function s3Address(address: string): { readonly bucket: string; readonly key: string } | undefined {
  const [, bucket, key = ''] = s3Pattern.exec(address) ?? [];
  return bucket === undefined ? undefined : { bucket, key: key.slice(1) };
}

/** Without trailing slash. */
function readTarget(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const address = value.trim();
  const s3 = s3Address(address);
  if (address === '' || s3) return address.replace(/\/$/, '');
  const path = pathOf(address);
  return isAbsolute(path) && !/\p{Cc}/u.test(path) ? resolve(path) : undefined;
}

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Whether the checksum of a Bech32 text is right (BIP 173): a mistyped key would lock everybody out of the copies. */
function isBech32(text: string): boolean {
  const split = text.lastIndexOf('1');
  const prefix = [...text.slice(0, split)].map((letter) => letter.charCodeAt(0));
  const data = [...text.slice(split + 1)].map((letter) => letters.indexOf(letter));
  let sum = 1;
  for (const value of [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...data]) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries())
      if ((top >> bit) & 1) sum ^= generator;
  }
  return sum === 1;
}

function readRecipient(value: unknown): string | undefined {
  const key = typeof value === 'string' ? value.trim() : undefined;
  return key === '' || (key !== undefined && /^age1[02-9ac-hj-np-z]{58}$/.test(key) && isBech32(key)) ? key : undefined;
}

/** Settings of copies off the machine. */
export const copySettings = {
  backupTarget: {
    description: 'where each backup is copied to: s3://bucket/folder, or a folder on another machine that is mounted here',
    ...optionalText(readTarget, 'an address such as s3://bucket/folder, or the absolute path of a folder'),
    fallbackShown: 'nowhere',
  },
  backupRecipient: {
    description: 'age public key that copies are encrypted to; only its private key, which the server does not have, can open them',
    ...optionalText(
      readRecipient,
      'an age public key such as the one that "leitmotif backup keygen" prints: age1 and 58 letters and digits',
    ),
    fallbackShown: 'not encrypted',
  },
  backupS3Endpoint: {
    description: 'address of the S3-compatible server',
    ...optionalText((value) => (value === '' ? '' : readWebAddress(value)), 'an http or https address'),
    fallbackShown: 'Amazon S3',
  },
  backupS3Region: {
    description: 'region of the bucket',
    ...optionalText(trimmed(/^[\w-]{0,50}$/), 'the name of a region, such as eu-central-1'),
    fallbackShown: 'that in the endpoint, or us-east-1',
  },
  backupS3KeyId: {
    description: 'id of the access key of the bucket',
    ...optionalText(trimmed(/^[!-~]{0,200}$/), 'an access key id of up to 200 characters'),
  },
  backupS3Secret: {
    description: 'secret access key of the bucket',
    ...optionalText(trimmed(/^[!-~]{0,200}$/), 'a secret access key of up to 200 characters'),
    isSecret: true,
  },
};
