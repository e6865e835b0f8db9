import { useRequestContext } from '../../http/request-context';
import { CatalogText, RecordTitle } from '../../ui/catalog-text';
import { CreditLine } from '../../ui/credit-line';
import { formatWords } from '../../ui/format-words';
import { coverClass, Sleeve } from '../../ui/pictures';
import type { releaseOfTheDay } from './release-of-the-day';

type OfTheDay = NonNullable<Awaited<ReturnType<typeof releaseOfTheDay>>>;

export function FirstView({ ofTheDay: { release, production, formats } }: { readonly ofTheDay: OfTheDay }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { title, year, artists, artist_credit: credit, track_count: tracks } = release;
  const over = [t.home.today, formatWords(formats, context), year].filter(Boolean).join(' · ');
  return (
    <div class="hero">
      <div class={coverClass(release, formats[0]?.format_type)}>
        <Sleeve of={release} size="l" />
      </div>
      <div>
        <p class="over">{over}</p>
        <RecordTitle title={title} href={to.release(release)} />
        {(artists.length > 0 || credit) && (
          <p class="credit">
            <CreditLine artists={artists} text={credit} />
          </p>
        )}
        {production?.description && (
          <p class="prose">
            <CatalogText text={beginningOf(production.description)} />
          </p>
        )}
        <p class="row">
          <a class="button first" href={to.release(release)}>
            {tracks > 0 ? t.home.tracks({ count: format.counted(tracks) }) : t.home.toRelease}
          </a>
          {production && (
            <a href={to.production(production)}>
              {t.home.production[production._type]({ year: production.year ? String(production.year) : undefined })}
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

const longestDescription = 240;

/** About one sentence. */
function beginningOf(text: string): string {
  if (text.length <= longestDescription) return text;
  const cut = text.slice(0, longestDescription);
  const sentence = /^.*[.!?](?=\s)/s.exec(cut)?.[0];
  return sentence ?? `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}
