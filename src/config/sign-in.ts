import { isLoopback } from './addresses';
import { oneOf, optionalText, trimmed } from './setting';
import { readWebAddress } from './sites';

/** Up to `most` printable ASCII characters without blanks, or none. */
const word = (most: number) => optionalText(trimmed(new RegExp(`^[!-~]{0,${most}}$`)), `up to ${most} letters, digits and signs`);

/** Keys are read there: without HTTPS, anybody on the way could exchange them. */
function readIssuer(value: unknown): string | undefined {
  const address = value === '' ? '' : readWebAddress(value);
  if (!address?.startsWith('http:')) return address;
  return isLoopback(new URL(address).hostname) ? address : undefined;
}

/** Scope names (RFC 6749, section 3.3) with `openid`. */
function readScopes(value: unknown): string | undefined {
  const scopes = typeof value === 'string' && value.length <= 200 ? value.trim().split(/\s+/) : [];
  return scopes.includes('openid') && scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope)) ? scopes.join(' ') : undefined;
}

/** A header that names somebody, which none does that browsers and proxies send of themselves. */
const headerOfUsers = /^(?:(?!sec-)(?=.*(?:user(?!-?agent)|e-?mail|login|subject|principal|account|identity))[\w!#$%&'*+.^`|~-]{1,100})?$/i;

export const signInWords = { passwords: ['yes', 'no'], oidcRegistration: ['no', 'yes'] } as const;

/** Whether there are passwords, and who else tells who somebody is. */
export const signInSettings = {
  passwords: {
    description: 'whether people sign in with passwords; no needs a sign-in provider or auth_proxy_header',
    ...oneOf(signInWords.passwords, 'yes'),
  },
  oidcIssuer: {
    description: 'address of the OpenID Connect provider that people may sign in with, as it names itself',
    ...optionalText(readIssuer, 'an https address, or http on this machine'),
  },
  oidcClientId: { description: 'id of this server at the provider', ...word(200) },
  oidcClientSecret: { description: 'secret of this server at the provider; none for a public client', ...word(500), isSecret: true },
  oidcScopes: {
    description: 'scopes to ask the provider for',
    read: readScopes,
    expected: 'scopes separated by blanks, openid among them',
    fallback: () => 'openid profile email',
  },
  oidcRoleClaim: {
    description: 'claim that gives roles, such as groups: admin or leitmotif-admins, editor or leitmotif-editors, others are users',
    ...word(100),
  },
  oidcRegistration: {
    description: 'whether somebody new at the provider, or named by the proxy, gets an account at the first sign-in',
    ...oneOf(signInWords.oidcRegistration, 'no'),
  },
  authProxyHeader: {
    description: 'request header, such as Remote-User, in which a trusted proxy names the user; ignored from any other peer',
    ...optionalText(
      trimmed(headerOfUsers),
      'a header name like Remote-User, with user, email, login, subject, principal, account or identity in it',
    ),
  },
};
