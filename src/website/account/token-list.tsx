import { dayMilliseconds } from '../../store/values/dates';
import type { AttributesPage } from '../api/client';
import { absolute } from '../http/addresses';
import { type FormState, fieldPropsOf, untouched } from '../http/form';
import type { Secret } from '../http/one-time-store';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Checkbox, Field, FieldProblem, Form, Hidden, Select, Submit } from '../ui/form';
import { OneTimeSecret } from '../ui/one-time-secret';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { ApiToken } from './documents';

/** Days before expiry from which a warning shows. */
const soonDays = 14;

interface TokensPartProps {
  readonly tokens: AttributesPage<ApiToken>;
  readonly secret: Secret | undefined;
  readonly state: FormState;
  readonly isRefused: boolean;
}

export function TokensPart({ tokens: { items, meta }, secret, state, isRefused }: TokensPartProps) {
  const { t, format } = useRequestContext();
  const words = t.settings.tokens;
  const isForFeed = state.chosen?.includes('feed:read') ?? false;
  const aside =
    meta.totalItems > items.length
      ? words.shown({ shown: format.number(items.length), count: format.number(meta.totalItems) })
      : words.aside;
  return (
    <Section title={words.title} aside={aside} id="tokens">
      {secret?.kind === 'token' && <MadeToken secret={secret} />}
      {secret?.kind === 'feed' && (
        <OneTimeSecret
          head={words.feed.made({ name: secret.name })}
          advice={words.feed.shownOnce}
          label={words.feed.label}
          secret={secret.text}
        />
      )}
      {items.length > 0 && <TokenTable tokens={items} />}
      <details open={isRefused ? !isForFeed : items.length === 0}>
        <summary>
          <strong>{words.make}</strong>
        </summary>
        <br />
        <TokenForm state={isForFeed ? untouched : state} />
      </details>
      <br />
      <details open={isForFeed}>
        <summary>
          <strong>{words.feed.make}</strong>
        </summary>
        <p class="prose">{words.feed.lead}</p>
        <FeedForm state={isForFeed ? state : untouched} />
      </details>
    </Section>
  );
}

function MadeToken({ secret: { name, text } }: { readonly secret: Secret }) {
  const context = useRequestContext();
  const words = context.t.settings.tokens;
  const curl = `curl \\
  -H 'Authorization: Bearer ${text}' \\
  '${absolute(context, context.to.api('users', 'me'))}'`;
  return (
    <OneTimeSecret head={words.made({ name })} advice={words.shownOnce} label={words.label} secret={text}>
      <p class="tiny">{words.tryIt}</p>
      <div class="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard has to reach that. */}
        <pre id="curl" tabIndex={0}>
          <code>{curl}</code>
        </pre>
        <button type="button" data-copy="curl" data-copied={context.t.words.copied} hidden>
          {context.t.words.copy}
        </button>
      </div>
    </OneTimeSecret>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const { t } = useRequestContext();
  const words = t.settings.tokens;
  return (
    <>
      <Table class="owned" caption={words.caption} heads={[words.name, words.may, words.lastUsed, words.expires, { hidden: words.revoke }]}>
        {tokens.map((token) => (
          <TokenRow key={token._id} token={token} />
        ))}
      </Table>
      <br />
    </>
  );
}

function TokenRow({ token }: { readonly token: ApiToken }) {
  const { t, to, format, now } = useRequestContext();
  const words = t.settings.tokens;
  return (
    <tr>
      <th scope="row">{token.name}</th>
      <td class="soft keep">{scopesOf(token, words)}</td>
      <td class="n">{token.last_used_at === null ? words.never : format.ago(token.last_used_at, now)}</td>
      <td class="n">
        <Expiry at={token.expires_at} />
      </td>
      <td class="keep">
        <a class="danger" href={to.setting('tokens', token._id)} aria-label={words.revokeNamed({ name: token.name })}>
          {words.revoke}
        </a>
      </td>
    </tr>
  );
}

function Expiry({ at }: { readonly at: string | null }) {
  const { t, format, now } = useRequestContext();
  const words = t.settings.tokens;
  if (at === null) return <>{words.never}</>;
  const days = (Date.parse(at) - now.getTime()) / dayMilliseconds;
  if (days > soonDays) return <>{format.day(at)}</>;
  return <span class="no">{days < 0 ? words.past({ day: format.day(at) }) : words.soon({ day: format.day(at) })}</span>;
}

/** Scopes in brief; only "all" and "all but admin" are summarized. */
function scopesOf(
  { scopes }: ApiToken,
  words: { everything: string; everythingButAdmin: string; scopes: Readonly<Record<string, string>> },
): string {
  const missing = Object.keys(words.scopes).filter((scope) => scopes?.every((own) => own !== scope));
  if (scopes === null || missing.length === 0) return words.everything;
  return missing.join() === 'admin' ? words.everythingButAdmin : scopes.join(', ');
}

/** The address of the feed of new releases, with a token for feeds. */
function FeedForm({ state }: { readonly state: FormState }) {
  const { t, to } = useRequestContext();
  const words = t.settings.tokens;
  return (
    <Form class="form" action={`${to.setting('tokens')}#tokens`}>
      <AllProblems problems={state.problems.all} />
      <Hidden fields={{ scopes: 'feed:read', expires: 'never' }} />
      <Field {...fieldPropsOf(state)('name', words.feed.name)} label={words.name} autocomplete="off" required />
      <Submit class="first" text={words.feed.send} />
    </Form>
  );
}

function TokenForm({ state }: { readonly state: FormState }) {
  const { t, to } = useRequestContext();
  const words = t.settings.tokens;
  const { chosen = ['catalog:read'], problems } = state;
  const field = fieldPropsOf(state);
  return (
    <Form class="form" action={`${to.setting('tokens')}#tokens`}>
      <AllProblems problems={problems.all} />
      <Field {...field('name')} label={words.name} placeholder={words.purpose} autocomplete="off" required />
      <fieldset aria-describedby={problems.fields.scopes && 'bad-scopes'}>
        <legend>{words.itMay}</legend>
        {Object.entries<string>(words.scopes).map(([scope, says]) => (
          <Checkbox key={scope} name="scopes" value={scope} checked={chosen.includes(scope)} text={says} hint={<code>{scope}</code>} />
        ))}
        <FieldProblem name="scopes" problem={problems.fields.scopes} />
      </fieldset>
      <Select
        {...field('expires')}
        label={words.goodFor}
        options={(['365', '90', '30', 'never'] as const).map((term) => [term, words.terms[term]])}
      />
      <Submit class="first" text={words.send} />
    </Form>
  );
}
