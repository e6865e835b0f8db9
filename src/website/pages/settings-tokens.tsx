import { problemsOf, type SentForm, translated } from '../form';
import { type Answer, seeOther } from '../page';
import { settingsPage } from '../settings/page';
import { notTaken } from '../sign-in';
import type { Visit } from '../visit';

const dayMilliseconds = 86_400_000;

/** Makes an API access token. */
export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, to, t, once } = visit;
  const scopes = form.all('scopes');
  const attributes = { name: form.text('name'), scopes, expires_at: expiryOf(form.text('expires'), visit.now) };
  const sent = await api.send('POST', '/api/users/me/tokens', { data: { type: 'ApiToken', attributes } });
  if (sent.ok) {
    const { name, token } = sent.document.data.attributes as { name: string; token: string };
    const word = once.keep({ kind: 'token', name, text: token });
    return seeOther(`${to.settings({ once: word })}#tokens`);
  }
  const { fields, all } = translated(problemsOf(sent), t.sentences);
  const problems = { fields: { ...fields, ...(scopes.length === 0 && { scopes: t.settings.tokens.oneAtLeast }) }, all };
  const page = await settingsPage(visit, { form: 'token', entered: form.entered, chosen: scopes, problems });
  return { ...page, ...notTaken(sent) };
}

/** Of the terms that the form offers; one that it does not is as good as the usual one. */
function expiryOf(term: string, now: Date): string | null {
  if (term === 'never') return null;
  const days = ['30', '90'].includes(term) ? Number(term) : 365;
  return new Date(now.getTime() + days * dayMilliseconds).toISOString();
}
