/** What a token is for: an API access token, a pair's access token, a pair's refresh token, a browser's session. */
export type TokenKind = 'api' | 'access' | 'refresh' | 'session';

const prefixes: Readonly<Record<TokenKind, string>> = { api: 'lm_pat_', access: 'lm_at_', refresh: 'lm_rt_', session: 'lm_st_' };

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const wellFormed = /^(lm_(?:pat|at|rt|st)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/**
 * A new token: its prefix, 30 random base62 characters (178 bits), and the CRC-32 of all that in 6 more, by which a
 * secret scanner knows it and a typing error is told from an unknown token without asking the database.
 */
export function newToken(kind: TokenKind): string {
  const body = prefixes[kind] + randomDigits();
  return body + checksum(body);
}

/** Whether the text has the form of a token, checksum included. */
export function isWellFormedToken(text: string): boolean {
  const [, body, check] = wellFormed.exec(text) ?? [];
  return body !== undefined && checksum(body) === check;
}

/** What the database keeps of a token: SHA-256, in hexadecimal. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

function randomDigits(): string {
  let text = '';
  while (text.length < randomLength) {
    // 248 is the largest multiple of 62 in a byte: what lies beyond would favor the first digits.
    for (const byte of crypto.getRandomValues(new Uint8Array(40))) if (byte < 248 && text.length < randomLength) text += digits[byte % 62];
  }
  return text;
}

function checksum(body: string): string {
  let rest = Bun.hash.crc32(body);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = digits[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
