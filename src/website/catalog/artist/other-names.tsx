import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { MarkdownLine } from '../../ui/markdown';
import type { Artist } from './load';

type OtherName = Artist['attributes']['variations'][number];

/** More are folded. */
const namesAtOnce = 6;

/** One per line. */
export function OtherNames({ names }: { readonly names: readonly OtherName[] }) {
  const { t, format } = useRequestContext();
  const folded = names.slice(namesAtOnce);
  return (
    <>
      <Names names={names.slice(0, namesAtOnce)} />
      {folded.length > 0 && (
        <details class="more">
          <summary>{t.words.more(format.number(folded.length))}</summary>
          <Names names={folded} />
        </details>
      )}
    </>
  );
}

const Names = ({ names }: { readonly names: readonly OtherName[] }) => (
  <>
    {names.map((name, index) => (
      <>
        {index > 0 && <br />}
        <Name name={name} />
      </>
    ))}
  </>
);

/** `Dan Savio (pseudonym: on A Fistful of Dollars)` */
function Name({ name: { variation, type, notes } }: { readonly name: OtherName }) {
  const { t } = useRequestContext();
  const kinds: Readonly<Record<string, string>> = t.words.aliasTypes;
  const kind = type && (kinds[type] ?? type);
  return (
    <>
      <CatalogText text={variation} />
      {(kind || notes) && (
        <span class="soft">
          {' '}
          ({kind}
          {kind && notes && ': '}
          {notes && <MarkdownLine text={notes.trim().replace(/\.$/, '')} />})
        </span>
      )}
    </>
  );
}
