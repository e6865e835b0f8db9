import { type FormState, fieldPropsOf } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Checkbox, Field, FieldProblem, Form, Submit, TextArea } from '../ui/form';
import { OneTimeSecret } from '../ui/one-time-secret';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { Webhook, WebhookDelivery, WebhookPlace, Webhooks } from './webhook-data';

/** As the server keeps and queues them. */
const limits = { finished: '50', waiting: '20' };

interface WebhookPartsProps {
  readonly place: WebhookPlace;
  readonly found: Webhooks;
  readonly refused: FormState;
}

/** Webhooks, with the form that adds or changes one, and their last deliveries. */
export function WebhookParts({ place, found: { webhooks, deliveries }, refused }: WebhookPartsProps) {
  const context = useRequestContext();
  const { t, to, query, once } = context;
  const words = t.settings.webhooks;
  const secret = once.take();
  const edited = webhooks.find(({ _id }) => _id === query.get('edit'));
  const isEntered = Object.keys(refused.entered).length > 0;
  const aside = (
    <>
      {words.aside}. <a href={`${to.documentation('notifications')}#webhooks`}>{words.help}</a>
    </>
  );
  return (
    <>
      <Section title={words.title} aside={aside} id="webhooks">
        {secret?.kind === 'webhook' && (
          <OneTimeSecret head={words.made({ name: secret.name })} advice={words.shownOnce} label={words.secret} secret={secret.text} />
        )}
        {webhooks.length > 0 && <WebhookTable place={place} webhooks={webhooks} deliveries={deliveries} />}
        <details id="webhook" open={isEntered || edited !== undefined}>
          <summary>
            <strong>{edited ? words.editOf({ name: edited.name }) : words.add}</strong>
          </summary>
          <br />
          <WebhookForm place={place} edited={edited} state={refused} />
        </details>
      </Section>
      {deliveries.length > 0 && (
        <Section title={words.deliveries} aside={words.deliveriesAside(limits)} id="deliveries">
          <DeliveryTable place={place} deliveries={deliveries} />
        </Section>
      )}
    </>
  );
}

type TableProps = Pick<WebhookPartsProps, 'place'> & Webhooks;

function WebhookTable({ place, webhooks, deliveries }: TableProps) {
  const context = useRequestContext();
  const { t } = context;
  const words = t.settings.webhooks;
  return (
    <>
      <Table class="owned" caption={words.caption} heads={[words.name, words.events, words.last, { hidden: t.administration.what }]}>
        {webhooks.map((webhook) => {
          const { _id: id, name, url, events } = webhook;
          const last = deliveries.find((delivery) => delivery.webhook._id === id && delivery.attempts > 0);
          return (
            <tr key={id}>
              <th scope="row">
                {name}
                <br />
                <span class="soft tiny">{originOf(url)}</span>
              </th>
              <td class="keep wide">{events.join(', ')}</td>
              <td class="keep wide">{last ? <Result delivery={last} /> : words.never}</td>
              <td class="keep wide">
                <Form class="acts" action={place.form(context, id)}>
                  <Submit name="test" value="yes" class="plain" aria-label={words.testOf({ name })} text={words.test} />
                  <a href={`${place.page(context, { edit: id })}#webhook`} aria-label={words.editOf({ name })}>
                    {t.words.edit}
                  </a>
                  <a class="danger" href={place.form(context, id)} aria-label={words.removeOf({ name })}>
                    {t.words.remove}
                  </a>
                </Form>
              </td>
            </tr>
          );
        })}
      </Table>
      <br />
    </>
  );
}

/** The rest may be a secret. */
const originOf = (url: string): string => `${new URL(url).origin}/…`;

function Result({
  delivery: { is_delivered: isDelivered, status, answer, attempts, attempted_at: at, milliseconds, next_at: next },
}: {
  readonly delivery: WebhookDelivery;
}) {
  const { t, format, now } = useRequestContext();
  const words = t.settings.webhooks;
  const when = at === null ? '' : format.ago(at, now);
  const state = () => {
    if (attempts === 0) return words.soon;
    if (next !== null) return words.next({ when, next: format.moment(next) });
    return isDelivered
      ? words.delivered({ when, milliseconds: format.number(milliseconds ?? 0) })
      : words.givenUp({ when, attempts: format.counted(attempts) });
  };
  return (
    <>
      <span class={isDelivered ? 'yes' : 'no'}>{status}</span> {state()}
      {!isDelivered && answer !== null && (
        <>
          <br />
          <span class="soft tiny" lang="en">
            {answer}
          </span>
        </>
      )}
    </>
  );
}

function DeliveryTable({ place, deliveries }: Pick<TableProps, 'place' | 'deliveries'>) {
  const context = useRequestContext();
  const { t, format } = context;
  const words = t.settings.webhooks;
  return (
    <Table class="owned" caption={words.deliveries} heads={[words.when, words.event, words.target, words.answer, { hidden: words.again }]}>
      {deliveries.map((delivery) => {
        const { id, event, body, created_at: createdAt, webhook } = delivery;
        const when = format.moment(createdAt);
        return (
          <tr key={id}>
            <th scope="row" class="n">
              {when}
            </th>
            <td class="keep">
              <details>
                <summary>
                  <code>{event}</code>
                </summary>
                <code class="tiny">{body.slice(0, 1_000)}</code>
              </details>
            </td>
            <td class="keep">{webhook.name}</td>
            <td class="keep">
              <Result delivery={delivery} />
            </td>
            <td class="keep">
              <Form action={place.form(context, webhook._id)}>
                <Submit name="again" value={id} class="plain" aria-label={words.againOf({ event, when })} text={words.again} />
              </Form>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

interface WebhookFormProps {
  readonly place: WebhookPlace;
  readonly edited: Webhook | undefined;
  readonly state: FormState;
}

function WebhookForm({ place, edited, state }: WebhookFormProps) {
  const context = useRequestContext();
  const { t } = context;
  const words = t.settings.webhooks;
  const { chosen, problems } = state;
  const field = fieldPropsOf(state);
  const events: readonly string[] = chosen ?? edited?.events ?? [];
  return (
    <Form class="form" action={edited ? place.form(context, edited._id) : place.form(context)}>
      <AllProblems problems={problems.all} />
      <Field {...field('name', edited?.name)} label={words.name} maxLength={80} autocomplete="off" required />
      <Field
        {...field('url', edited?.url)}
        label={words.url}
        hint={words.urlHint}
        maxLength={1_000}
        autocomplete="off"
        spellcheck={false}
        required
      />
      <fieldset aria-describedby={problems.fields.events && 'bad-events'}>
        <legend>{words.events}</legend>
        {Object.entries(words[place.events]).map(([event, text]) => (
          <Checkbox key={event} name="events" value={event} checked={events.includes(event)} text={text} hint={<code>{event}</code>} />
        ))}
        <FieldProblem name="events" problem={problems.fields.events} />
      </fieldset>
      <TextArea {...field('template', edited?.template ?? '')} label={`${words.template}. ${words.templateHint}`} rows={4} />
      <p class="row">
        <Submit class="first" text={edited ? t.words.save : words.create} />
        {edited && <a href={`${place.page(context)}#webhooks`}>{t.words.cancel}</a>}
      </p>
    </Form>
  );
}
