import { useRequestContext } from '../http/request-context';
import { Form, Submit } from './form';

/** Offers an administrator ways to start. */
export function FirstSteps() {
  const { t, to } = useRequestContext();
  const words = t.administration.beginning;
  const ways = [
    [to.importFile(), words.file],
    [`${to.imports()}#new`, words.dumps],
    [to.administration('online'), words.online],
    [to.addRelease(), words.empty],
  ] as const;
  return (
    <ul class="starts">
      <li>
        <Form action={to.home()}>
          <Submit class="first" text={words.demo[0]} />
        </Form>
        <p>{words.demo[1]}</p>
      </li>
      {ways.map(([href, [title, lead]]) => (
        <li key={href}>
          <a class="button" href={href}>
            {title}
          </a>
          <p>{lead}</p>
        </li>
      ))}
    </ul>
  );
}
