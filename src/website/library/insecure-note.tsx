import { useRequestContext } from '../http/request-context';

/** What a page lacks over plain HTTP, shown by `enhance.js`, or what the browser refuses, by `keep.js`: only the browser knows. */
export function InsecureNote({ text }: { readonly text: string }) {
  const { t, to } = useRequestContext();
  return (
    <p class="insecure-only" data-refused={t.shop.insecure.refused}>
      {text} <a href={to.documentation('phone')}>{t.shop.insecure.how}</a>
    </p>
  );
}
