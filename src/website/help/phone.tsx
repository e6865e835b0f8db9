import { encode } from 'uqr';
import { isLoopback } from '../../config';
import type { Page } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { PageHead, Section } from '../ui/section';

/** Use it on your phone. */
export function get(context: RequestContext): Page {
  const { title } = context.t.shop.phone;
  return { title, body: <PhonePage addresses={addressesOf(context)} /> };
}

const isRemote = (address: string): boolean => !isLoopback(new URL(address).hostname);

/** Those at which other devices reach the server. Behind a proxy, its public address alone. */
function addressesOf({ origin, serverOrigins }: RequestContext): readonly string[] {
  const own = serverOrigins().filter(isRemote);
  if (!isRemote(origin)) return own;
  return own.includes(origin) ? [...new Set([origin, ...own])] : [origin];
}

function PhonePage({ addresses }: { readonly addresses: readonly string[] }) {
  const { t, to } = useRequestContext();
  const words = t.shop.phone;
  const [address, ...others] = addresses;
  return (
    <>
      <PageHead title={words.title} lead={address && words.lead} />
      <Section title={words.address}>
        {address === undefined ? (
          <>
            <p>{words.none}</p>
            <p>
              <code>leitmotif serve --host 0.0.0.0</code>
            </p>
          </>
        ) : (
          <>
            <QrCode text={address} label={words.codeOf({ address })} />
            <p>
              <a href={address}>{address}</a>
            </p>
          </>
        )}
        {others.length > 0 && (
          <>
            <p class="soft">{words.others}</p>
            <ul>
              {others.map((other) => (
                <li key={other}>
                  <a href={other}>{other}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      {!address?.startsWith('https:') && (
        <Section title={words.limits}>
          <p>
            {t.shop.insecure.scan} <a href={to.documentation('phone')}>{t.shop.insecure.how}</a>
          </p>
        </Section>
      )}
      <Section title={words.homeScreen}>
        <p>{words.apple}</p>
        <p>{words.android}</p>
      </Section>
    </>
  );
}

/** With the quiet zone of four modules that readers expect (ISO/IEC 18004). */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={modules.join('')} />
    </svg>
  );
}
