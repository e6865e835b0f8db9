import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import type { ApiToken } from './documents';

interface Parameters {
  readonly id: string;
}

export async function get({ api, t, to }: Visit, { id }: Parameters): Promise<Answer> {
  const { data } = await api.read<{ data: { attributes: ApiToken } }>(pathOf(id));
  const words = t.settings.tokens;
  const title = words.revokeHead(data.attributes.name);
  const body = (
    <Confirmation title={title} act={words.revoke} back={`${to.settings()}#tokens`}>
      {words.revokeLead}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

export async function post({ api, to }: Visit, { id }: Parameters): Promise<Answer> {
  const sent = await api.send('DELETE', pathOf(id));
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.settings()}#tokens`, 'token-revoked'));
}

const pathOf = (id: string): string => `/api/users/me/tokens/${encodeURIComponent(id)}`;
