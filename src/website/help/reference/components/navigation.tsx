import type { ReferenceLinks, ReferenceParts } from '../links';
import { type Operation, type PlacedOperation, partOf, type ReferenceResource } from '../model';
import { englishOn } from './prose';

interface NavigationProps extends ReferenceParts {
  /** Its operations are expanded. */
  readonly resource?: ReferenceResource;
  readonly operation?: Operation;
}

export const Navigation = ({ reference, resource, operation, links, texts }: NavigationProps) => (
  <nav class="facets" aria-label={texts.operations}>
    <section>
      <ul>
        <li>
          <a href={links.documentation}>{texts.documentation}</a>
        </li>
        <li>
          <a href={links.start} aria-current={resource ? undefined : 'page'}>
            {texts.start.title}
          </a>
        </li>
      </ul>
    </section>
    {reference.groups.map(({ name, resources }) => (
      <section key={name}>
        <h2>{texts.groups[name]}</h2>
        <ul {...englishOn(texts)}>
          {resources.map((one) => (
            <li key={one.slug}>
              {one === resource ? (
                <Unfolded resource={one} operation={operation} links={links} />
              ) : (
                <a href={links.resource(one)}>
                  <span>{one.name}</span>
                  <span class="n">{one.operations.length}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
);

interface UnfoldedProps {
  readonly resource: ReferenceResource;
  readonly operation: Operation | undefined;
  readonly links: ReferenceLinks;
}

/** Operations grouped by subresource; other groups show the first and a count. */
const Unfolded = ({ resource, operation, links }: UnfoldedProps) => {
  const [first] = resource.operations;
  const open = operation ?? first;
  const parts = Map.groupBy(resource.operations, partOf);
  return (
    <>
      <a href={links.resource(resource)} aria-current={operation ? undefined : 'page'}>
        <strong>{resource.name}</strong>
      </a>
      <ul class="ops">
        {[...parts].flatMap(([part, operations]) =>
          open && part === partOf(open)
            ? operations.map((one) => (
                <li key={one.id}>
                  <a href={links.operation({ resource, operation: one })} aria-current={one === operation ? 'page' : undefined}>
                    <span>{one.title}</span>
                    <span class="n">{one.method}</span>
                  </a>
                </li>
              ))
            : operations.slice(0, 1).map((one) => (
                <li key={one.id}>
                  <a href={links.operation({ resource, operation: one })}>
                    <span>{part.replaceAll('-', ' ')}</span>
                    <span class="n">{operations.length}</span>
                  </a>
                </li>
              )),
        )}
      </ul>
    </>
  );
};

interface EndsProps extends ReferenceParts {
  readonly placed: PlacedOperation;
}

/** Previous and next operation. */
export const Ends = ({ reference: { operations }, placed, links, texts }: EndsProps) => {
  const index = operations.findIndex(({ operation }) => operation === placed.operation);
  const [before, next] = [operations[index - 1], operations[index + 1]];
  return (
    <nav class="ends" aria-label={texts.beforeAndAfter}>
      {before ? <End placed={before} rel="prev" word={texts.before} links={links} texts={texts} /> : <span />}
      {next ? <End placed={next} rel="next" word={texts.next} links={links} texts={texts} /> : <span />}
    </nav>
  );
};

interface EndProps extends Omit<EndsProps, 'reference'> {
  readonly rel: 'prev' | 'next';
  readonly word: string;
}

const End = ({ placed, rel, word, links, texts }: EndProps) => (
  <a href={links.operation(placed)} rel={rel}>
    <small>{word}</small>
    <span {...englishOn(texts)}>{placed.operation.title}</span>
  </a>
);
