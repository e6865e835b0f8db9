import type { ComponentChildren } from 'preact';
import type { Reader } from '../../accounts/users/users';
import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { PageTabs } from '../ui/section';

/** A page of the user's settings. */
export function settingsPage(
  { t, to, format, user }: RequestContext,
  current: keyof typeof t.settings.tabs,
  children: ComponentChildren,
  /** Below the name. */
  links?: ComponentChildren,
): Page {
  const { username, createdAt } = user as Reader;
  const { tabs } = t.settings;
  const body = (
    <>
      <div class="head">
        <h1>{username}</h1>
        <p>{t.settings.since({ month: format.month(createdAt) })}</p>
        {links}
      </div>
      <PageTabs
        label={t.settings.title}
        tabs={[
          [to.settings(), tabs.account, current === 'account'],
          [to.settings('security'), tabs.security, current === 'security'],
          [to.settings('tokens'), tabs.tokens, current === 'tokens'],
          [to.settings('webhooks'), tabs.webhooks, current === 'webhooks'],
        ]}
      />
      {children}
    </>
  );
  return { title: current === 'account' ? t.settings.title : tabs[current], body, current: 'settings', isSecret: true };
}
