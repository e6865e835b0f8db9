import type { SentForm } from '../http/form';
import { type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { readPerson } from './documents';
import { changeStanding } from './update-user';

interface Parameters {
  readonly id: string;
}

/** Asks whether somebody is to administer the server. */
export async function get({ api, t, to, query }: Visit, { id }: Parameters): Promise<Page> {
  const { username } = await readPerson(api, id);
  const words = t.administration.people;
  const title = words.promoteHead(username);
  const back = to.returnPath(query.get('to') ?? '') ?? to.administration();
  const fields = (
    <>
      <input type="hidden" name="role" value="admin" />
      <input type="hidden" name="sure" value="yes" />
      <input type="hidden" name="to" value={back} />
    </>
  );
  const body = (
    <Confirmation title={title} act={words.promote} back={`${back}#people`} fields={fields}>
      {words.promoteLead}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

/** Sets the role of somebody; one who is to be an administrator only after the question. */
export async function post(visit: Visit, { id }: Parameters, form: SentForm): Promise<Response> {
  const [role, back] = [form.text('role'), form.text('to')];
  const isToBeAsked = role === 'admin' && !form.has('sure') && (await readPerson(visit.api, id)).role !== 'admin';
  if (isToBeAsked) return seeOther(visit.to.person(id, 'role', { to: back }));
  return changeStanding(visit, id, { role }, { said: 'role-set', back });
}
