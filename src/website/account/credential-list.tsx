import { maximumPasskeys, passkeyHost } from '../../accounts/credentials/passkeys';
import { QrCode } from '../help/phone';
import { type FormState, fieldPropsOf, untouched } from '../http/form';
import { useRequestContext } from '../http/request-context';
import { AllProblems, Checkbox, Field, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import type { Credential } from './documents';

export function PasskeysPart({ passkeys, state }: { readonly passkeys: readonly Credential[]; readonly state: FormState | undefined }) {
  const { t, to, origin } = useRequestContext();
  const words = t.settings.passkeys;
  const isPossible = passkeyHost(origin) !== undefined;
  return (
    <Section title={words.title} aside={words.aside} id="passkeys">
      {passkeys.length > 0 && (
        <Table class="owned members" caption={words.title} heads={[words.name, words.added, words.lastUsed, { hidden: words.actions }]}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} />
          ))}
        </Table>
      )}
      {isPossible && passkeys.length < maximumPasskeys && (
        <Form action={`${to.setting('credentials')}#passkeys`}>
          <input type="hidden" name="credential" />
          <AllProblems problems={state?.problems.all ?? []} />
          <p class="row to-save" hidden>
            <Submit data-passkey={to.setting('credentials', 'options')} data-failed={words.failed} text={words.add} />
          </p>
        </Form>
      )}
      <p class="aside">
        {words.rule} {isPossible ? <noscript>{words.needsScripts}</noscript> : words.needsHttps}
      </p>
    </Section>
  );
}

function PasskeyRow({ passkey: { _id: id, name, host, created_at: added, last_used_at: used } }: { readonly passkey: Credential }) {
  const { t, to, format, now, origin } = useRequestContext();
  const words = t.settings.passkeys;
  return (
    <tr>
      <th scope="row">
        {name} {host !== null && host !== new URL(origin).hostname && <span class="soft">{words.onlyAt({ host })}</span>}
      </th>
      <td class="keep" data-head={words.added}>
        {format.day(added)}
      </td>
      <td class="keep" data-head={words.used}>
        {used === null ? words.never : format.ago(used, now)}
      </td>
      <td class="keep wide">
        <div class="acts">
          <a href={to.setting('credentials', id)} aria-label={words.renameOf({ name })}>
            {words.rename}
          </a>
          <a class="danger" href={to.setting('credentials', id, 'remove')} aria-label={words.removeOf({ name })}>
            {words.remove}
          </a>
        </div>
      </td>
    </tr>
  );
}

/** Accounts at the sign-in provider that sign in here. */
export function ProviderPart({ identities }: { readonly identities: readonly Credential[] }) {
  const { t, to, format } = useRequestContext();
  const words = t.settings.provider;
  if (identities.length === 0) return null;
  return (
    <Section title={words.title} id="provider">
      {identities.map(({ _id: id, name, host, created_at: added }) => (
        <p key={id} class="row to-save">
          {words.linked({ name, host: new URL(host ?? '').host, day: format.day(added) })}{' '}
          <a class="danger" href={to.setting('credentials', id, 'remove')}>
            {words.unlink}
          </a>
        </p>
      ))}
    </Section>
  );
}

interface AppPartProps {
  readonly app: Credential | undefined;
  /** For an app to be set up: its secret, and the address of its QR code. */
  readonly offer: { readonly secret: string; readonly address: string } | undefined;
  readonly state: FormState | undefined;
}

export function AppPart({ app, offer, state = untouched }: AppPartProps) {
  const { t, to, format } = useRequestContext();
  const words = t.settings.app;
  return (
    <Section title={words.title} aside={words.aside} id="app">
      {app && (
        <>
          <p class="yes">{words.on({ day: format.day(app.created_at) })}</p>
          <p class="aside">{words.onRule}</p>
          <p class="row to-save">
            <a class="danger" href={to.setting('credentials', app._id, 'remove')}>
              {words.turnOff}
            </a>
          </p>
        </>
      )}
      {!app && !offer && (
        <>
          <p class="aside">{words.offRule}</p>
          <p class="row to-save">
            <a class="button" href={`${to.settings('security', { app: 'set-up' })}#app`}>
              {words.setUp}
            </a>
          </p>
        </>
      )}
      {offer && (
        <>
          <p class="prose">{words.scan}</p>
          <div class="scan-code">
            <QrCode text={offer.address} label={words.qrCode} />
            <Form class="form" action={`${to.setting('credentials')}#app`}>
              <AllProblems problems={state.problems.all} />
              <label>
                {words.key}
                <input readonly name="secret" value={offer.secret.replace(/.{4}(?=.)/g, '$& ')} />
                <small>{words.keyRule}</small>
              </label>
              <Field
                {...fieldPropsOf(state)('code')}
                label={words.code}
                inputMode="numeric"
                autocomplete="one-time-code"
                maxLength={7}
                required
              />
              <p class="row">
                <button class="first" type="submit">
                  {words.turnOn}
                </button>
                <a href={`${to.settings('security')}#app`}>{t.words.cancel}</a>
              </p>
            </Form>
          </div>
        </>
      )}
    </Section>
  );
}

/** @param codes new ones, one a line */
export function RecoveryPart({ app, codes }: { readonly app: Credential; readonly codes: string | undefined }) {
  const { t, to, format } = useRequestContext();
  const words = t.settings.recovery;
  const left = words.left({ count: format.counted(app.recovery_codes_left) });
  if (codes === undefined)
    return (
      <Section title={words.title} aside={left} id="codes">
        <p class="aside">{words.rule}</p>
        <p class="row to-save">
          <a class="button" href={to.setting('credentials', app._id, 'codes')}>
            {words.renew}
          </a>
        </p>
      </Section>
    );
  return (
    <Section title={words.title} aside={left} id="codes">
      <div class="once" role="status">
        <p>
          <b>{words.keep}</b> {words.shownOnce}
        </p>
        <ol class="recovery" id="recovery">
          {codes.split('\n').map((code) => (
            // Copied with the line break.
            <li key={code}>{`${code}\n`}</li>
          ))}
        </ol>
        <p class="row">
          <a class="button first" href={`data:text/plain,${encodeURIComponent(codes)}`} download="leitmotif-recovery-codes.txt">
            {words.download}
          </a>
          <button type="button" data-copy="recovery" data-copied={t.words.copied} hidden>
            {t.words.copy}
          </button>
          <button type="button" data-print hidden>
            {words.print}
          </button>
        </p>
      </div>
      <form class="row" action={`${to.settings('security')}#codes`}>
        <Checkbox required text={words.saved} />
        <Submit text={words.done} />
      </form>
    </Section>
  );
}
