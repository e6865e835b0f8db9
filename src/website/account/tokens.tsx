import { dayMilliseconds } from '../../store/values/dates';
import { absolute, withFlash } from '../http/addresses';
import { type FormState, notTaken, type Problems, problemsOf, type SentForm, untouched } from '../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { type ApiToken, readTokens } from './documents';
import { settingsPage } from './frame';
import { TokensPart } from './token-list';

/** Lifetimes in days. */
const terms: ReadonlyMap<string, number | null> = new Map([
  ['365', 365],
  ['90', 90],
  ['30', 30],
  ['never', null],
]);

export const get = (context: RequestContext) => tokensPage(context);

async function tokensPage(context: RequestContext, refused?: FormState): Promise<Page> {
  const tokens = await readTokens(context);
  const part = <TokensPart tokens={tokens} secret={context.once.take()} state={refused ?? untouched} isRefused={refused !== undefined} />;
  return settingsPage(context, 'tokens', part);
}

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, to, t, once } = context;
  const scopes = form.all('scopes');
  const days = terms.get(form.text('expires'));
  if (days === undefined)
    return { ...(await refused(context, form, { fields: { expires: t.settings.tokens.oneOfThese }, all: [] })), status: 422 };
  const attributes = { name: form.text('name'), scopes, expires_at: expiryIn(days, context.now) };
  const sent = await api.send('POST', '/api/users/me/tokens', { data: { type: 'ApiToken', attributes } });
  if (sent.ok) {
    const { name, token } = sent.document.data.attributes as { name: string; token: string };
    const isForFeed = scopes.join() === 'feed:read';
    const text = isForFeed ? `${absolute(context, to.newReleases())}?token=${token}` : token;
    const word = once.keep({ kind: isForFeed ? 'feed' : 'token', name, text });
    return seeOther(`${to.settings('tokens', { once: word })}#tokens`);
  }
  const { fields, all } = problemsOf(context, sent);
  const problems = { fields: { ...fields, ...(scopes.length === 0 && { scopes: t.settings.tokens.oneAtLeast }) }, all };
  return { ...(await refused(context, form, problems)), ...notTaken(sent) };
}

const refused = (context: RequestContext, form: SentForm, problems: Problems): Promise<Page> =>
  tokensPage(context, { entered: form.entered, chosen: form.all('scopes'), problems });

const expiryIn = (days: number | null, now: Date): string | null =>
  days === null ? null : new Date(now.getTime() + days * dayMilliseconds).toISOString();

export const token = {
  async get({ api, t, to }: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    const { data } = await api.read<{ data: { attributes: ApiToken } }>(pathOf(id));
    const words = t.settings.tokens;
    const title = words.revokeHead({ name: data.attributes.name });
    return confirmationPage({ title, act: words.revoke, back: `${to.settings('tokens')}#tokens`, lead: words.revokeLead });
  },

  async post({ api, to }: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    await api.change('DELETE', pathOf(id));
    return seeOther(withFlash(`${to.settings('tokens')}#tokens`, 'token-revoked'));
  },
};

const pathOf = (id: string): string => `/api/users/me/tokens/${encodeURIComponent(id)}`;
