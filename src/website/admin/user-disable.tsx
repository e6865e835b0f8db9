import type { Page } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { readPerson } from './documents';
import { changeStanding } from './update-user';

interface Parameters {
  readonly id: string;
}

export async function get({ api, t, to }: Visit, { id }: Parameters): Promise<Page> {
  const { username } = await readPerson(api, id);
  const words = t.administration.people;
  const title = words.disableHead(username);
  const body = (
    <Confirmation title={title} act={words.disable} back={`${to.administration()}#people`}>
      {words.disableLead}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

export const post = (visit: Visit, { id }: Parameters): Promise<Response> =>
  changeStanding(visit, id, { disabled: true }, { said: 'person-disabled', back: visit.to.administration() });
