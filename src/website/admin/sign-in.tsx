import type { Page } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Facts } from '../ui/facts';
import { Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { accountsText, signInsText } from './health';
import { type RefusedSettings, SettingsParts } from './settings-form';

export const get = (context: RequestContext) => signInSettingsPage(context);

interface ProviderTest {
  readonly milliseconds: number;
  readonly problem: string | null;
}

/** Tests the provider with the settings as they are saved. */
export async function post(context: RequestContext): Promise<Page> {
  const sent = await context.api.send('POST', '/api/provider/test');
  return signInSettingsPage(context, undefined, sent.document);
}

export async function signInSettingsPage(context: RequestContext, refused?: RefusedSettings, tested?: ProviderTest): Promise<Page> {
  const { api, t } = context;
  const words = t.administration;
  const [status, settings] = await Promise.all([readStatus(api), readSettings(api)]);
  const parts = (
    <>
      <Section title={words.state.title} id="state">
        <Facts
          facts={[
            [words.health.signIns, signInsText(context, status)],
            [words.health.users, accountsText(context, status)],
          ]}
        />
      </Section>
      <SettingsParts page="sign-in" settings={settings} refused={refused} />
      <TestPart tested={tested} />
    </>
  );
  return serverPage(context, 'sign-in', status, parts);
}

function TestPart({ tested }: { readonly tested: ProviderTest | undefined }) {
  const { t, to, server } = useRequestContext();
  const words = t.administration.provider;
  if (server().signInProvider === null) return null;
  return (
    <Section title={words.title} id="provider-test">
      <Form class="form" action={`${to.administration('sign-in')}#provider-test`}>
        <Submit text={words.test} />
      </Form>
      {tested && (
        <p class={tested.problem === null ? 'yes' : 'no'} role="status">
          {tested.problem === null
            ? words.works({ milliseconds: String(tested.milliseconds) })
            : words.fails({ problem: words.problems[tested.problem as keyof typeof words.problems] ?? tested.problem })}
        </p>
      )}
    </Section>
  );
}
