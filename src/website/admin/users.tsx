import { ApiError } from '../api/client';
import { absolute, addressWithQuery, withFlash } from '../http/addresses';
import { type FormState, fieldPropsOf, notTaken, problemsOf, type SentForm, untouched } from '../http/form';
import type { Secret } from '../http/one-time-store';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import type { Texts } from '../i18n';
import { confirmationPage } from '../ui/confirmation';
import { AllProblems, Field, Form, Hidden, Submit } from '../ui/form';
import { OneTimeSecret } from '../ui/one-time-secret';
import { Pager } from '../ui/pager';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { type Invitation, readInvitations, readPeople, readPerson, readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { PeoplePart } from './user-list';

export const get = (context: RequestContext) => peoplePage(context);

interface RefusedForms {
  readonly person?: FormState;
  readonly invitation?: FormState;
}

/** Accounts and invitations. */
export async function peoplePage(context: RequestContext, refused: RefusedForms = {}): Promise<Page> {
  const { api, query, t, to } = context;
  const q = (query.get('q') ?? '').trim().slice(0, 40);
  const [status, people, invitations, { values }] = await Promise.all([
    readStatus(api),
    readPeople(api, { ...(q !== '' && { q }), page: query.get('page') ?? undefined }),
    readInvitations(api),
    readSettings(api),
  ]);
  const secret = context.once.take();
  const words = t.administration.people;
  const areInvited = values.registration !== 'closed' || invitations.items.length > 0;
  const parts = (
    <>
      <PeoplePart people={people} secret={secret} refused={refused.person}>
        <Pager meta={people.meta} />
        {(q !== '' || people.meta.totalItems > people.items.length) && (
          <form class="code form" action={to.administration('people')}>
            <label>
              {words.search}
              <input name="q" type="search" value={q} maxLength={40} autocapitalize="none" autocomplete="off" spellcheck={false} />
            </label>
            <Submit text={words.find} />
          </form>
        )}
      </PeoplePart>
      {areInvited && <InvitationsPart invitations={invitations.items} secret={secret} refused={refused.invitation ?? untouched} />}
    </>
  );
  return serverPage(context, 'people', status, parts);
}

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, to } = context;
  const attributes = { username: form.text('username'), password: form.exact('password'), role: form.text('role') };
  const sent = await api.send('POST', '/api/users', { data: { type: 'User', attributes } });
  if (sent.ok) return seeOther(withFlash(`${to.administration('people')}#people`, 'person-added'));
  const problems = problemsOf(context, sent);
  return { ...(await peoplePage(context, { person: { entered: form.entered, problems } })), ...notTaken(sent) };
}

export const role = {
  async get({ api, t, to, query }: RequestContext, { id }: IdParameter): Promise<Page> {
    const { username } = await readPerson(api, id);
    const words = t.administration.people;
    const back = to.returnPath(query.get('to') ?? '') ?? to.administration('people');
    const fields = <Hidden fields={{ role: 'admin', sure: 'yes', to: back }} />;
    const title = words.promoteHead({ name: username });
    return confirmationPage({ title, act: words.promote, back: `${back}#people`, fields, lead: words.promoteLead });
  },

  /** Asks before making someone an administrator. */
  async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<Response> {
    const [role, back] = [form.text('role'), form.text('to')];
    const isToBeAsked = role === 'admin' && !form.has('sure') && (await readPerson(context.api, id)).role !== 'admin';
    if (isToBeAsked) return seeOther(context.to.person(id, 'role', { to: back }));
    return updateUser(context, id, { role }, { notice: 'role-set', back });
  },
};

export const disable = {
  async get({ api, t, to }: RequestContext, { id }: IdParameter): Promise<Page> {
    const { username } = await readPerson(api, id);
    const words = t.administration.people;
    const title = words.disableHead({ name: username });
    return confirmationPage({ title, act: words.disable, back: `${to.administration('people')}#people`, lead: words.disableLead });
  },

  post: (context: RequestContext, { id }: IdParameter): Promise<Response> =>
    updateUser(context, id, { disabled: true }, { notice: 'person-disabled', back: context.to.administration('people') }),
};

export const enable = {
  post: (context: RequestContext, { id }: IdParameter, form: SentForm): Promise<Response> =>
    updateUser(context, id, { disabled: false }, { notice: 'person-let-in', back: form.text('to') }),
};

export const passwordReset = {
  async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<Response> {
    const { api, once, to } = context;
    const sent = await api.change('POST', `/api/users/${encodeURIComponent(id)}/password-reset`);
    const { username, code } = sent.document.data.attributes as { username: string; code: string };
    const word = once.keep({ kind: 'password-reset', name: username, text: absolute(context, to.resetPassword({ code })) });
    return seeOther(`${addressWithQuery(to.returnPath(form.text('to')) ?? to.administration('people'), { once: word })}#people`);
  },
};

export const secondFactor = {
  async get({ api, t, to }: RequestContext, { id }: IdParameter): Promise<Page> {
    const { username } = await readPerson(api, id);
    const words = t.administration.people;
    const title = words.secondFactorHead({ name: username });
    return confirmationPage({
      title,
      act: words.secondFactor,
      back: `${to.administration('people')}#people`,
      lead: words.secondFactorLead,
    });
  },

  async post({ api, to }: RequestContext, { id }: IdParameter): Promise<Response> {
    await api.change('POST', `/api/users/${encodeURIComponent(id)}/second-factor-reset`);
    return seeOther(withFlash(`${to.administration('people')}#people`, 'second-factor-reset'));
  },
};

/**
 * @param back the page with the form
 * @throws {ApiError} except for the last administrator, which becomes a notice
 */
async function updateUser(
  { api, to }: RequestContext,
  id: string,
  attributes: { readonly role: string } | { readonly disabled: boolean },
  { notice, back }: { readonly notice: keyof Texts['notices']; readonly back: string },
): Promise<Response> {
  const path = `/api/users/${encodeURIComponent(id)}`;
  const sent = await api.send('PATCH', path, { data: { id: path, type: 'User', attributes } });
  const address = `${to.returnPath(back) ?? to.administration('people')}#people`;
  if (sent.ok) return seeOther(withFlash(address, notice));
  if (sent.status === 409) return seeOther(withFlash(address, 'only-administrator'));
  throw new ApiError(sent);
}

interface InvitationsPartProps {
  readonly invitations: readonly Invitation[];
  readonly secret: Secret | undefined;
  readonly refused: FormState;
}

function InvitationsPart({ invitations, secret, refused }: InvitationsPartProps) {
  const { t, to, server } = useRequestContext();
  const words = t.administration.invitations;
  const field = fieldPropsOf(refused);
  return (
    <Section title={words.title} aside={words.aside} id="invitations">
      {secret?.kind === 'invitation' && (
        <OneTimeSecret head={words.made} advice={words.advice} label={t.administration.people.link} secret={secret.text} />
      )}
      {invitations.length > 0 && <InvitationTable invitations={invitations} />}
      <Form class="form" action={`${to.invitations()}#invitations`}>
        <AllProblems problems={refused.problems.all} />
        <Field {...field('note')} label={words.note} isOptional autocomplete="off" />
        {server().passwordResetByMail && (
          <Field type="email" {...field('email')} label={words.email} isOptional hint={words.emailHint} autocomplete="off" />
        )}
        <Submit text={words.send} />
      </Form>
    </Section>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { t, to, format } = useRequestContext();
  const words = t.administration.invitations;
  return (
    <>
      <Table class="owned" caption={words.caption} heads={[words.note, words.by, words.until, { hidden: words.withdraw }]}>
        {invitations.map(({ _id: id, note, created_by: maker, expires_at: until }) => (
          <tr key={id}>
            <th scope="row">{note ?? <span class="soft">{words.noNote}</span>}</th>
            <td class="keep">{maker}</td>
            <td class="n keep">{format.day(until)}</td>
            <td class="keep">
              <a class="danger" href={to.invitation(id)} aria-label={words.withdrawOf({ note: note ?? words.noNote })}>
                {words.withdraw}
              </a>
            </td>
          </tr>
        ))}
      </Table>
      <br />
    </>
  );
}
