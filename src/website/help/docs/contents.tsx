import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { DocumentationPage } from './pages';

export function get({ t, to }: Visit): Page {
  const { title, lead } = t.documentation;
  return {
    title,
    body: <DocumentationPage to={to} texts={t.documentation} />,
    about: { description: lead, canonical: to.documentation() },
  };
}
