import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Form } from '../ui/form';
import { Door } from './auth-layout';

export function get({ t, to, user }: Visit): Answer {
  if (!user) return seeOther(to.home());
  const { signOut } = t.door;
  const body = (
    <Door title={signOut.title} lead={signOut.lead}>
      <Form class="form">
        <button type="submit" class="first">
          {signOut.send}
        </button>
      </Form>
    </Door>
  );
  return { title: signOut.title, body, isDoor: true };
}

export async function post({ api, cookies, to, user }: Visit): Promise<Answer> {
  if (user) await api.send('DELETE', '/api/users/me/sessions/current');
  cookies.forgetSession();
  return seeOther(saying(to.signIn(), 'signed-out'));
}
