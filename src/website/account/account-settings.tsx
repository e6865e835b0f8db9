import { useVisit } from '../http/request-context';
import { AllProblems, Field, Form } from '../ui/form';
import { Part } from '../ui/section';
import { AppearanceForm } from './appearance-form';
import type { Shown } from './refused';

export function EmailPart({ shown: { entered, problems } }: { readonly shown: Shown }) {
  const { t, to, user } = useVisit();
  const words = t.settings.email;
  return (
    <Part title={words.title} aside={words.aside} id="email">
      <Form class="form" action={`${to.setting('email')}#email`}>
        <AllProblems problems={problems.all} />
        <Field
          name="email"
          type="email"
          label={
            <span>
              {words.label} <small>{t.door.mayStayEmpty}</small>
            </span>
          }
          value={entered.email ?? user?.email ?? ''}
          problem={problems.fields.email}
          autocomplete="email"
        />
        <button type="submit">{words.send}</button>
      </Form>
    </Part>
  );
}

export function PasswordPart({ shown: { problems } }: { readonly shown: Shown }) {
  const { t, to, user } = useVisit();
  const words = t.settings.password;
  return (
    <Part title={words.title} id="password">
      <Form class="form" action={`${to.setting('password')}#password`}>
        <AllProblems problems={problems.all} />
        {/* For what keeps passwords: it is to know whose this is. */}
        <input type="text" name="username" value={user?.username} autocomplete="username" hidden readonly />
        <Field
          name="current_password"
          type="password"
          label={words.current}
          problem={problems.fields.current_password}
          autocomplete="current-password"
          required
        />
        <Field
          name="new_password"
          type="password"
          label={words.new}
          problem={problems.fields.new_password}
          hint={words.rule}
          minLength={10}
          autocomplete="new-password"
          required
        />
        <button type="submit">{words.send}</button>
      </Form>
    </Part>
  );
}

export function AppearancePart() {
  const { t, to } = useVisit();
  return (
    <Part title={t.settings.appearance.title} id="appearance">
      <AppearanceForm back={to.settings()} />
    </Part>
  );
}

export function AccountPart() {
  const { t, to } = useVisit();
  const words = t.settings.account;
  return (
    <Part title={words.title} id="account">
      <p>
        <a href={to.myData()} download>
          {words.copy}
        </a>
        <br />
        <small class="soft">{words.copyRule}</small>
      </p>
      <br />
      <p>
        <a class="danger" href={to.deleteAccount()}>
          {words.delete}
        </a>
      </p>
    </Part>
  );
}
