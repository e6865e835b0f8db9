import { notFound } from '../../../errors';
import type { Page } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { Section } from '../../ui/section';
import { Table } from '../../ui/table';
import { Navigation } from './components/navigation';
import { englishOn, Inline } from './components/prose';
import { type ReferenceParts, referenceLinks } from './links';
import { findResource, type ReferenceResource } from './model';

export async function get(context: RequestContext, { resource: slug }: { readonly resource: string }): Promise<Page> {
  const { t, to } = context;
  const reference = await context.reference();
  const resource = findResource(reference, slug);
  if (!resource) throw notFound('no_operation');
  return {
    title: `${resource.name} · ${t.reference.title}`,
    body: <ResourcePage reference={reference} resource={resource} links={referenceLinks(to)} texts={t.reference} />,
    about: { description: resource.description, canonical: to.reference(slug) },
  };
}

interface ResourcePageProps extends ReferenceParts {
  readonly resource: ReferenceResource;
}

export const ResourcePage = ({ reference, resource, links, texts }: ResourcePageProps) => (
  <div class="browse doc">
    <Navigation reference={reference} resource={resource} links={links} texts={texts} />
    <article>
      <div class="head" {...englishOn(texts)}>
        <p class="over">{texts.title}</p>
        <h1>{resource.name}</h1>
        <p>
          <Inline text={resource.description} />
        </p>
      </div>
      <Section title={texts.operations}>
        <Table class="params" caption={texts.operations} heads={[texts.name, texts.request, texts.needs]}>
          {resource.operations.map((operation) => (
            <tr key={operation.id}>
              <th scope="row" {...englishOn(texts)}>
                <a href={links.operation({ resource, operation })}>{operation.title}</a>
              </th>
              <td>
                <code>{`${operation.method} ${operation.path}`}</code>
              </td>
              <td class="soft">{operation.scope ?? (operation.isPublic ? texts.noToken : texts.someToken)}</td>
            </tr>
          ))}
        </Table>
      </Section>
    </article>
  </div>
);
