import { Part } from '../../ui/section';
import { Navigation } from './components/navigation';
import { englishOn, Inline } from './components/prose';
import type { ReferenceLinks } from './links';
import type { Reference, Resource } from './model';
import type { ReferenceTexts } from './texts';

interface ResourcePageProps {
  readonly reference: Reference;
  readonly resource: Resource;
  readonly links: ReferenceLinks;
  readonly texts: ReferenceTexts;
}

/** The page of a resource: what may be done with it. */
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
      <Part title={texts.operations}>
        <div class="scroll">
          <table class="params">
            <caption class="hidden">{texts.operations}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.request}</th>
                <th scope="col">{texts.needs}</th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </div>
      </Part>
    </article>
  </div>
);
