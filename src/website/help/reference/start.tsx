import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { referenceLinks } from './links';
import { StartPage } from './start-page';

export async function get({ t, to, origin, requestLimit, reference }: Visit): Promise<Page> {
  const { title, lead } = t.reference.start;
  return {
    title,
    body: <StartPage reference={await reference()} origin={origin} limit={requestLimit} links={referenceLinks(to)} texts={t.reference} />,
    about: { description: lead, canonical: to.reference() },
  };
}
