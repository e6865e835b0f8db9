import { notFound } from '../../../errors';
import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { referenceLinks } from './links';
import { findResource } from './model';
import { ResourcePage } from './resource-page';

export async function get(visit: Visit, { resource: slug }: { readonly resource: string }): Promise<Page> {
  const { t, to } = visit;
  const reference = await visit.reference();
  const resource = findResource(reference, slug);
  if (!resource) throw notFound('The API has no such operations.');
  return {
    title: `${resource.name} · ${t.reference.title}`,
    body: <ResourcePage reference={reference} resource={resource} links={referenceLinks(to)} texts={t.reference} />,
    about: { description: resource.description, canonical: to.reference(slug) },
  };
}
