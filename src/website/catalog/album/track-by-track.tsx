import { type RequestContext, useRequestContext } from '../../http/request-context';
import { languageOf } from '../../ui/catalog-text';
import { type CueGroup, Cues, type Cue as DrawnCue, Scale } from '../../ui/charts';
import { decadeClass } from '../../ui/decade-class';
import { CompactSelect, Submit } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Section } from '../../ui/section';
import { bold } from '../statistics/parts';
import { type ComparedCue, type ComparedEdition, type Comparison, mostCompared } from './comparison';
import { distinctNames, editionName } from './edition-names';
import type { ReadAlbum } from './load';

/** Compares two editions. */
export function TrackByTrack({ read }: { readonly read: ReadAlbum }) {
  const context = useRequestContext();
  const { t, format } = context;
  const { comparison } = read;
  if (!comparison) return null;
  const { one, other, counts } = comparison;
  const names = distinctNames(one.edition, other.edition, context);
  // Needs known lengths.
  const isTimed = [one, other].every(({ cues }) => cues.some(({ seconds }) => seconds !== null));
  const isCut = [one, other].some(({ edition }) => edition.release.track_count > mostCompared);
  return (
    <Section title={t.albums.trackByTrack} aside={t.albums.colours} id="tracks">
      <ChooseForm read={read} comparison={comparison} />
      <p class="number">
        {t.albums.compared(
          { ...countedCues(counts, context), firstEdition: theEdition(names[0], context), secondEdition: theEdition(names[1], context) },
          bold,
        )}
      </p>
      {isCut && <p class="soft">{t.albums.firstCompared({ count: format.number(mostCompared) })}</p>}
      {isTimed && <Scale editions={[scaled(one, names[0], context), scaled(other, names[1], context)]} />}
      <div class="scroll">
        <Cues
          caption={t.albums.cuesOfTwo}
          heads={{ cue: t.albums.cue, one: headOf(one, context), other: headOf(other, context) }}
          missing={t.albums.notOnIt}
          groups={groupsOf(comparison, names, context)}
        />
      </div>
    </Section>
  );
}

/** Keeps the other parameters. */
function ChooseForm({ read, comparison }: { readonly read: ReadAlbum; readonly comparison: Comparison }) {
  const { t, to, query } = useRequestContext();
  const page = query.get('page');
  return (
    <form class="bar" action={to.album(read.album.attributes, {}, 'tracks')}>
      {page && <input type="hidden" name="page" value={page} />}
      <EditionSelect name="a" label={t.albums.theOne} read={read} chosen={comparison.one} />
      <span class="soft">{t.albums.with}</span>
      <EditionSelect name="b" label={t.albums.theOther} read={read} chosen={comparison.other} />
      <Submit text={t.albums.compare} />
    </form>
  );
}

interface EditionSelectProps {
  readonly name: 'a' | 'b';
  readonly label: string;
  readonly read: ReadAlbum;
  readonly chosen: ComparedEdition;
}

function EditionSelect({ name, label, read: { editions }, chosen }: EditionSelectProps) {
  const context = useRequestContext();
  return (
    <CompactSelect
      name={name}
      label={label}
      value={chosen.edition.release.slug ?? ''}
      options={editions
        .filter(({ release }) => release.track_count > 0)
        .map((edition) => [edition.release.slug ?? '', editionName(edition, context)])}
    />
  );
}

/** `1994, CD` */
const headOf = ({ edition: { release, formats } }: ComparedEdition, context: RequestContext): string =>
  [release.year, formatWords(formats, context)].filter(Boolean).join(', ');

function scaled({ edition: { release, formats }, cues }: ComparedEdition, name: string, { format }: RequestContext) {
  const seconds = cues.reduce((sum, cue) => sum + (cue.seconds ?? 0), 0);
  const discs = formats.map((disc) => cues.filter((cue) => cue.disc === disc).map(drawnCue));
  return { name, length: seconds > 0 ? format.length(seconds) : '', era: decadeClass(release.year), discs };
}

const drawnCue = ({ seconds, onOther }: ComparedCue): DrawnCue => ({ seconds, emphasis: onOther ? 'soft' : 'strong' });

/** The longer edition by disc, then what only the other has. */
function groupsOf({ one, other }: Comparison, [oneName, otherName]: readonly [string, string], context: RequestContext): CueGroup[] {
  const isOtherMain = other.cues.length >= one.cues.length;
  const [main, further] = isOtherMain ? [other, one] : [one, other];
  const place = (cue: ComparedCue | undefined) =>
    cue ? { position: cue.position, length: cue.seconds === null ? '' : context.format.length(cue.seconds) } : null;
  const row = (cue: ComparedCue, isOfMain: boolean) => {
    const [ofOne, ofOther] = isOfMain === isOtherMain ? [cue.onOther, cue] : [cue, cue.onOther];
    const title = cue.variant ? `${cue.title} (${cue.variant})` : cue.title;
    return { title, ...languageOf(title), one: place(ofOne), other: place(ofOther) };
  };
  const discs = [...Map.groupBy(main.cues, ({ disc }) => disc)];
  const alone = further.cues.filter(({ onOther }) => !onOther);
  const groups = discs.map(([disc, cues]) => ({
    title: discs.length > 1 || alone.length > 0 ? discName(main, disc, context) : undefined,
    cues: cues.map((cue) => row(cue, true)),
  }));
  if (alone.length === 0) return groups;
  const title = context.t.albums.onlyOn({ edition: theEdition(isOtherMain ? oneName : otherName, context) });
  return [...groups, { title, cues: alone.map((cue) => row(cue, false)) }];
}

/** Shared cues, those of one edition alone, and which of the editions have any of their own. */
const countedCues = ({ both, one, other }: Comparison['counts'], { format }: RequestContext) => ({
  both: format.counted(both),
  first: format.number(one),
  second: format.number(other),
  rest: both === 0 ? 'none' : one === 0 ? (other === 0 ? 'neither' : 'second') : other === 0 ? 'first' : 'each',
});

/** `the 1994 edition`, `the edition 1994, CD` */
const theEdition = (name: string, { t }: RequestContext): string =>
  t.albums.theEdition({ name, isYear: /^\d+$/.test(name) ? 'yes' : 'no' });

/** `CD 2: New music` */
function discName({ edition: { formats } }: ComparedEdition, disc: ComparedCue['disc'], context: RequestContext): string | undefined {
  if (!disc) return undefined;
  const same = formats.filter(({ format_type }) => format_type === disc.format_type);
  const name = formatWords([{ ...disc, quantity: 1 }], context);
  const numbered = same.length > 1 ? `${name} ${context.format.number(same.indexOf(disc) + 1)}` : formatWords([disc], context);
  return disc.title ? `${numbered}${context.format.colon}${disc.title}` : numbered;
}
