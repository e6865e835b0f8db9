import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { readSettings, readStatus } from './documents';
import { serverPage } from './frame';
import { accountsText, signInsText } from './health';
import { type RefusedSettings, SettingsParts } from './settings-form';

export const get = (context: RequestContext) => signInSettingsPage(context);

export async function signInSettingsPage(context: RequestContext, refused?: RefusedSettings): Promise<Page> {
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
    </>
  );
  return serverPage(context, 'sign-in', status, parts);
}
