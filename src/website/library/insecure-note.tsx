import { useRequestContext } from '../http/request-context';

/** What a page lacks over plain HTTP. `enhance.js` shows it, since only the browser knows. */
export function InsecureNote({ text }: { readonly text: string }) {
  const { t, to } = useRequestContext();
  return (
    <p class="insecure-only">
      {text} <a href={to.documentation('phone')}>{t.shop.insecure.how}</a>
    </p>
  );
}
