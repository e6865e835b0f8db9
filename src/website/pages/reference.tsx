import type { Page } from '../page';
import { referenceLinks } from '../reference/links';
import { StartPage } from '../reference/start-page';
import type { Visit } from '../visit';

export async function show({ t, to, origin, requestLimit, reference }: Visit): Promise<Page> {
  const { title, lead } = t.reference.start;
  return {
    title,
    body: <StartPage reference={await reference()} origin={origin} limit={requestLimit} links={referenceLinks(to)} texts={t.reference} />,
    about: { description: lead, canonical: to.reference() },
  };
}
