import { useRequestContext } from '../http/request-context';
import { webAddress } from './markdown';
import { Section } from './section';

interface ExternalLink {
  readonly provider: string;
  readonly external_id: string;
  readonly url: string;
}

/** Names as sites write them. */
const siteNames: Readonly<Record<string, string>> = {
  allmusic: 'AllMusic',
  discogs: 'Discogs',
  imdb: 'IMDb',
  musicbrainz: 'MusicBrainz',
  soundtrackcollector: 'SoundtrackCollector',
  spotify: 'Spotify',
  tmdb: 'TMDB',
  vgmdb: 'VGMdb',
  wikidata: 'Wikidata',
  wikipedia: 'Wikipedia',
};

/** External links, web addresses only. */
export function Elsewhere({ links }: { readonly links: readonly { readonly attributes: ExternalLink }[] }) {
  const { t } = useRequestContext();
  const named = links.flatMap(({ attributes: link }) => {
    const address = webAddress(link.url);
    return address === undefined ? [] : [{ ...link, address }];
  });
  if (named.length === 0) return null;
  const name = ({ provider }: ExternalLink) =>
    provider === 'official_website' ? t.records.officialSite : (siteNames[provider.toLowerCase()] ?? provider);
  return (
    <Section title={t.fields['external-links']}>
      <p class="chips">
        {named.map((link) => (
          <a key={link.address} href={link.address} rel="external noopener nofollow">
            {name(link)}
          </a>
        ))}
      </p>
    </Section>
  );
}
