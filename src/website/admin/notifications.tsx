import type { MailStatus } from '../../notifications/mail-routes';
import { readWebhooks, type WebhookPlace } from '../account/webhook-data';
import { WebhookParts } from '../account/webhook-parts';
import { webhookForms } from '../account/webhooks';
import { readAttributesAt } from '../api/client';
import { type FormState, notTaken, problemsOf, type SentForm, untouched } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Field, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { type RefusedSettings, SettingsPart } from './settings-form';

interface Refused {
  readonly settings?: RefusedSettings | undefined;
  readonly webhook?: FormState;
  readonly test?: FormState;
}

export const get = (context: RequestContext) => shownPage(context, {});

export const notificationsPage = (context: RequestContext, settings?: RefusedSettings) => shownPage(context, { settings });

async function shownPage(context: RequestContext, refused: Refused): Promise<Page> {
  const { api, t } = context;
  const [status, settings, mail, found] = await Promise.all([
    readStatus(api),
    readSettings(api),
    readAttributesAt<MailStatus>(api, '/api/mail'),
    readWebhooks(context, place),
  ]);
  const parts = (
    <>
      <SettingsPart
        section="mail"
        settings={settings}
        refused={refused.settings}
        aside={[mail.server, t.administration.notifications.mailAside].filter(Boolean).join(' · ')}
      >
        <MailTest mail={mail} refused={refused.test ?? untouched} />
      </SettingsPart>
      <SentMails mail={mail} />
      <WebhookParts place={place} found={found} refused={refused.webhook ?? untouched} />
      <SettingsPart section="networks" settings={settings} refused={refused.settings} />
    </>
  );
  return serverPage(context, 'notifications', status, parts);
}

const place: WebhookPlace = {
  path: '/api/webhooks',
  events: 'catalogEvents',
  page: ({ to }, query) => to.administration('notifications', query),
  form: ({ to }, ...id) => to.webhooks(...id),
  show: (context, webhook) => shownPage(context, { webhook }),
};

const { post, webhook } = webhookForms(place);

export const webhooks = { post };
export { webhook };

export const mailTest = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { api, to } = context;
    const sent = await api.send('POST', '/api/mail/test', { to: form.text('to') }, { 'content-type': 'application/json' });
    if (sent.ok) return seeOther(`${to.administration('notifications')}#mail`);
    const problems = problemsOf(context, sent);
    return { ...(await shownPage(context, { test: { entered: form.entered, problems } })), ...notTaken(sent) };
  },
};

/** The result of the last test stands below the form. */
function MailTest({ mail: { server, links, last }, refused }: { readonly mail: MailStatus; readonly refused: FormState }) {
  const { t, to, format, user } = useRequestContext();
  const words = t.administration.notifications;
  const test = last.find(({ event }) => event === 'test');
  if (server === null) return <p class="row soft">{words.off}</p>;
  return (
    <>
      <Form class="form" action={`${to.mailTest()}#mail`}>
        <Field
          name="to"
          type="email"
          label={words.to}
          value={refused.entered.to ?? user?.email ?? ''}
          problem={refused.problems.fields.to ?? refused.problems.all[0]}
          hint={words.links({ address: links })}
          required
        />
        <Submit text={words.test} />
      </Form>
      {test?.attempted_at && (
        <div class={test.is_delivered ? 'tested' : 'tested failed'} role="status">
          <p>
            <b class={test.is_delivered ? 'yes' : 'no'}>{test.is_delivered ? words.sent : words.failed}</b>{' '}
            <span class="soft">{words.tested({ when: format.moment(test.attempted_at) })}</span>
          </p>
          <p class="soft">
            <code lang="en">{test.answer}</code>
          </p>
        </div>
      )}
    </>
  );
}

function SentMails({ mail: { last } }: { readonly mail: MailStatus }) {
  const { t, format } = useRequestContext();
  const words = t.administration.notifications;
  return (
    <Section title={words.what} aside={words.whatAside} id="sent">
      <Table class="members" caption={words.what} heads={[words.event, words.by, words.last]}>
        {Object.entries(words.events).map(([event, [text, recipient]]) => {
          const mail = last.find((one) => one.event === event);
          return (
            <tr key={event}>
              <th scope="row">{text}</th>
              <td>{recipient}</td>
              <td>
                {mail?.attempted_at ? format.moment(mail.attempted_at) : words.never}
                {mail && !mail.is_delivered && mail.answer !== null && (
                  <>
                    {' '}
                    <span class="no">{words.notSent}</span>{' '}
                    <span class="soft tiny" lang="en">
                      {mail.answer}
                    </span>
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}
