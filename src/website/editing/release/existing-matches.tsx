import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { Form } from '../../ui/form';
import { Sleeve } from '../../ui/pictures';

export type KnownRelease = Item<typeof releases>['attributes'] & {
  /** Whether the reader has a copy of it. */
  readonly isOwned: boolean;
};

/** The releases that go by a number already, each with a way into the collection. */
export function ExistingMatches({ known }: { readonly known: readonly KnownRelease[] }) {
  const { t, to } = useRequestContext();
  const words = t.releaseForm.add;
  return (
    <section role="alert">
      <p class="prose">{known.length === 1 ? words.here : words.hereMany}</p>
      <ul class="hits">
        {known.map((release) => (
          <li key={release._id}>
            <span>
              <Sleeve of={release} size="s" />
            </span>
            <div>
              <a href={to.release(release)}>
                <b>
                  <CatalogText text={release.title} />
                </b>
              </a>
              <div class="soft">
                <CatalogText text={[release.artist_credit, release.year, release.catalog_number].filter((part) => part).join(' · ')} />
              </div>
              {release.isOwned && <div class="yes">{words.yours}</div>}
            </div>
            <Form class="kind" action={to.release(release)}>
              <button type="submit" name="do" value="own">
                {release.isOwned ? words.takeAgain : words.take}
                <span class="hidden"> {release.title}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
