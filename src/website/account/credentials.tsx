import { notFound } from '../../errors';
import type { Sent } from '../api/client';
import { withFlash } from '../http/addresses';
import { limitOf, notTaken, problemsOf, type SentForm } from '../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { confirmationPage, OwnPassword } from '../ui/confirmation';
import { Field } from '../ui/form';
import { type Credential, credentialsPath, readCredentials } from './documents';
import { securityPage } from './security';
import { credentialIn } from './sign-in';

/** Adds the passkey of the browser, or turns on the app that is set up. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const part = form.has('secret') ? 'app' : 'passkeys';
  const secret = form.text('secret').replaceAll(' ', '');
  const attributes = part === 'app' ? { secret, code: form.text('code') } : { credential: credentialIn(form) };
  const sent = await context.api.send('POST', credentialsPath, { data: { type: 'Credential', attributes } });
  if (!sent.ok) {
    const refused = { part, entered: { ...form.entered, secret }, problems: problemsOf(context, sent) } as const;
    return { ...(await securityPage(context, refused)), ...notTaken(sent) };
  }
  return part === 'app' ? toNewCodes(context, sent) : backTo(context, 'passkeys', 'passkey-added');
}

/** For passkeys.js. */
export const options = { get: ({ api }: RequestContext): Promise<Response> => api.fetch('POST', '/api/users/me/passkey-options') };

const pathOf = (id: string): string => `${credentialsPath}/${encodeURIComponent(id)}`;

async function readCredential(context: RequestContext, id: string): Promise<Credential> {
  const credential = (await readCredentials(context)).find(({ _id }) => _id === id);
  if (!credential) throw notFound('no_credential', { id: id.slice(0, 100) });
  return credential;
}

/** Of the page, by kind. */
const parts = { app: 'app', passkey: 'passkeys', provider: 'provider' } as const;

const removed = { app: 'app-off', passkey: 'passkey-removed', provider: 'identity-unlinked' } as const;

const backTo = ({ to }: RequestContext, part: (typeof parts)[keyof typeof parts], notice: Parameters<typeof withFlash>[1]): Response =>
  seeOther(withFlash(`${to.settings('security')}#${part}`, notice));

function toNewCodes({ once, to }: RequestContext, { document }: Sent): Response {
  const { recovery_codes: codes } = document.data.attributes as { recovery_codes: readonly string[] };
  const word = once.keep({ kind: 'recovery-codes', name: '', text: codes.join('\n') });
  return seeOther(`${to.settings('security', { once: word })}#codes`);
}

export const renaming = {
  async get(context: RequestContext, { id }: IdParameter): Promise<Page> {
    return namePage(context, (await readCredential(context, id)).name);
  },

  async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
    const data = { type: 'Credential', id: pathOf(id), attributes: { name: form.text('name') } };
    const sent = await context.api.send('PATCH', pathOf(id), { data });
    if (sent.ok) return backTo(context, 'passkeys', 'passkey-renamed');
    return { ...namePage(context, form.text('name'), problemsOf(context, sent).fields.name), ...notTaken(sent) };
  },
};

function namePage({ t, to }: RequestContext, name: string, problem?: string): Page {
  const words = t.settings.passkeys;
  const fields = <Field name="name" label={words.name} value={name} problem={problem} maxLength={255} required />;
  const page = { title: words.renameHead, act: t.words.save, back: `${to.settings('security')}#passkeys` };
  return confirmationPage({ ...page, lead: words.renameLead, fields, isHarmless: true });
}

/** What needs the password. */
const confirmed = (act: 'remove' | 'codes') => ({
  get: async (context: RequestContext, { id }: IdParameter): Promise<Page> => passwordPage(context, act, await readCredential(context, id)),

  async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
    const credential = await readCredential(context, id);
    const [method, path] = act === 'codes' ? ['POST', `${pathOf(id)}/recovery-codes`] : ['DELETE', pathOf(id)];
    const body = { password: form.exact('password') };
    const sent = await context.api.send(method, path, body, { 'content-type': 'application/json' });
    if (!sent.ok) {
      const { fields, all } = problemsOf(context, sent);
      const problem = limitOf(sent, context, context.t.settings.account.tooOften) ?? fields.password ?? all[0];
      return { ...passwordPage(context, act, credential, problem), ...notTaken(sent) };
    }
    if (act === 'codes') return toNewCodes(context, sent);
    return backTo(context, parts[credential.kind], removed[credential.kind]);
  },
});

export const removal = confirmed('remove');
export const codes = confirmed('codes');

function passwordPage({ t, to }: RequestContext, asked: 'remove' | 'codes', { kind, name }: Credential, problem?: string): Page {
  const { app, passkeys, provider, recovery } = t.settings;
  const removals = {
    app: { title: app.turnOffHead, act: app.turnOff, lead: app.turnOffLead },
    passkey: { title: passkeys.removeHead({ name }), act: passkeys.remove, lead: passkeys.removeLead },
    provider: { title: provider.unlinkHead({ name }), act: provider.unlink, lead: provider.unlinkLead },
  };
  const page = asked === 'remove' ? removals[kind] : { title: recovery.renewHead, act: recovery.renew, lead: recovery.renewLead };
  return confirmationPage({ ...page, back: `${to.settings('security')}#${parts[kind]}`, fields: <OwnPassword problem={problem} /> });
}
