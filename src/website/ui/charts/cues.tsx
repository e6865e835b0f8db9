import type { ComponentChildren } from 'preact';

/** Where a cue stands on an edition, and how long it is there, both as they are to be read. */
interface CuePlace {
  readonly position: string;
  readonly length: string;
}

interface ComparedCue {
  readonly title: ComponentChildren;
  /** The language of the title, where it is known. */
  readonly lang?: string;
  readonly one: CuePlace | null;
  readonly other: CuePlace | null;
}

/** The cues of a disc, or of what has no discs. */
export interface CueGroup {
  readonly title?: string;
  readonly cues: readonly ComparedCue[];
}

interface CuesProps {
  readonly caption: string;
  readonly heads: Readonly<Record<'cue' | 'one' | 'other', string>>;
  /** In place of a cue that an edition does not have, for whoever does not see that. */
  readonly missing: string;
  readonly groups: readonly CueGroup[];
}

/** Two editions track by track. What both have is soft. */
export const Cues = ({ caption, heads, missing, groups }: CuesProps) => (
  <table class="cues">
    <caption class="hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{heads.cue}</th>
        <th scope="col">{heads.one}</th>
        <th scope="col">{heads.other}</th>
      </tr>
    </thead>
    {groups.map(({ title, cues }) => (
      <tbody>
        {title && (
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {title}
            </th>
          </tr>
        )}
        {cues.map(({ title, lang, one, other }) => (
          <tr class={one && other ? 'soft' : undefined}>
            <th scope="row" lang={lang}>
              {title}
            </th>
            <Place place={one} missing={missing} />
            <Place place={other} missing={missing} />
          </tr>
        ))}
      </tbody>
    ))}
  </table>
);

const Place = ({ place, missing }: { readonly place: CuePlace | null; readonly missing: string }) =>
  place ? (
    <td class="n">
      <span class="soft">{place.position}</span> {place.length}
    </td>
  ) : (
    <td>
      <span class="hidden">{missing}</span>
    </td>
  );
