import { DocumentationPage } from '../docs/page';
import type { Page } from '../page';
import type { Visit } from '../visit';

export function show({ t, to }: Visit): Page {
  const { title, lead } = t.documentation;
  return {
    title,
    body: <DocumentationPage to={to} texts={t.documentation} />,
    about: { description: lead, canonical: to.documentation() },
  };
}
