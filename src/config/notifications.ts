import { optionalText } from './setting';

/** Longest address (RFC 5321, section 4.5.3.1). */
export const longestMailAddress = 254;

/** One address (RFC 5321), without what a header or a list of addresses could be made of, and without invisible and unreadable characters. */
export const mailAddress =
  /^(?=[^@]{1,64}@[^@]{1,189}$)[^\s<>()[\]\\,;:"@.\p{C}\ufffd]+(?:\.[^\s<>()[\]\\,;:"@.\p{C}\ufffd]+)*@(?!-)[\p{L}\p{M}\p{N}_-]{1,63}(?:\.(?!-)[\p{L}\p{M}\p{N}_-]{1,63})*$/u;

const sender = /^[^<>()[\]\\,;:"@\p{C}\p{Zl}\p{Zp}]{1,60}<([^<>]{3,254})>$/u;

/** An address, or a name with an address in angle brackets; empty for none. */
function readSender(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text === '' || mailAddress.test(sender.exec(text ?? '')?.[1] ?? text ?? '') ? text : undefined;
}

function readSmtpUrl(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  const url = text !== undefined && text.length <= 500 && /^smtps?:\/\/[^\s\p{Cc}]+$/iu.test(text) ? URL.parse(text) : null;
  const isPlain = url !== null && url.hostname !== '' && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  return text === '' || (isPlain && isDecodable(url.username + url.password)) ? text : undefined;
}

const isDecodable = (text: string): boolean => /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text);

/** Text with commas, or a TOML list. */
function readNetworks(value: unknown): readonly string[] | undefined {
  const written: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(written)) return undefined;
  const networks = written.map((network: unknown) => String(network).trim()).filter((network) => network !== '');
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(network: string): boolean {
  const [address = '', bits, ...more] = network.split('/');
  const isIpv6 = /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
  const isIpv4 = /^\d+(?:\.\d+){3}$/.test(address) && URL.parse(`http://${address}`)?.hostname === address;
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIpv6 ? 128 : 32));
  return (isIpv4 || isIpv6) && isLength && more.length === 0;
}

/** Whether mail can be sent. */
export const isMailOn = ({ smtpUrl, smtpFrom }: { readonly smtpUrl: string; readonly smtpFrom: string }): boolean =>
  smtpUrl !== '' && smtpFrom !== '';

/** Settings of mail and webhooks. */
export const notificationSettings = {
  smtpUrl: {
    description: 'mail server: smtp://NAME:PASSWORD@HOST with STARTTLS, or smtps:// with TLS; name and password percent-encoded',
    ...optionalText(readSmtpUrl, 'an address such as smtp://NAME:PASSWORD@mail.example.org:587 or smtps://NAME:PASSWORD@mail.example.org'),
    isSecret: true,
  },
  smtpFrom: {
    description: 'sender of mail, such as Leitmotif <leitmotif@example.org>',
    ...optionalText(readSender, 'an e-mail address, with or without a name'),
  },
  webhookNetworks: {
    description: 'addresses and CIDR ranges of this machine and the local network that webhooks may reach, separated by commas',
    read: readNetworks,
    show: (networks: readonly string[]) => networks.join(','),
    expected: 'a list of addresses and CIDR ranges such as 192.168.1.0/24, separated by commas',
    fallback: (): readonly string[] => [],
  },
};
