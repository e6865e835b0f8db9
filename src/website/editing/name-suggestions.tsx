import type { artists } from '../../catalog/artists';
import type { productions } from '../../catalog/productions';
import type { Item } from '../api/client';
import type { CreditsOfArtist } from '../catalog/artist/read-credits';
import { lifeOf } from '../catalog/browse/life';
import type { PageAnswer } from '../http/page';
import { problemPage } from '../http/problem-page';
import { renderFragment } from '../http/render';
import type { RequestContext } from '../http/request-context';
import { composerNames, roleText } from '../ui/credits';
import { choiceOf } from './choices';
import { isNameKind, type NameKind, type NameMatch, namesLike } from './names';

/** Fits without scrolling. */
const atMost = 8;

/** Suggestions for a field as a fragment: options of a listbox, with the record that each stands for. */
export async function get(context: RequestContext, { kind }: { readonly kind: string }): Promise<PageAnswer> {
  if (!isNameKind(kind)) return problemPage(context, undefined, '');
  const typed = (context.query.get('q') ?? '').trim();
  if (typed === '') return new Response(null, { status: 204 });
  const found = await namesLike(context.api, kind, typed, atMost, moreOf[kind]);
  const facts = await Promise.all(found.map((match) => factsOf(context, kind, match)));
  return renderFragment(
    <>
      {found.map(({ id, label }, index) => (
        <div key={id} role="option" tabIndex={-1} id={`name-${index}`} data-name={label} data-known={choiceOf({ id, name: label }).known}>
          <span>{label}</span>
          {facts[index] && <small> {facts[index]}</small>}
        </div>
      ))}
    </>,
    context,
  );
}

const moreOf: Readonly<Partial<Record<NameKind, string>>> = {
  artist: '_type,fictional,begin_date,end_date,country',
  production: '_type,composers',
};

/** Role and years of an artist, composers of a production: labels of others have their year. */
async function factsOf(context: RequestContext, kind: NameKind, { iri, attributes }: NameMatch): Promise<string> {
  const { api, t } = context;
  if (kind === 'production')
    return composerNames((attributes as Pick<Item<typeof productions>['attributes'], 'composers'>).composers).join(', ');
  if (kind !== 'artist') return '';
  const { roles } = (await api.read<CreditsOfArtist>(`${iri}/credits`, { itemsPerPage: 1 })).meta;
  const [most] = roles;
  const artist = attributes as Item<typeof artists>['attributes'];
  return [most ? roleText(t, most.credit_role, most.role) : t.words.artistTypes[artist._type], lifeOf(context, artist)]
    .filter(Boolean)
    .join(', ');
}
