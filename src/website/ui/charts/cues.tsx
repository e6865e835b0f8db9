import type { ComponentChildren } from 'preact';

/** As shown. */
interface CuePlace {
  readonly position: string;
  readonly length: string;
}

interface ComparedCue {
  readonly title: ComponentChildren;
  readonly lang?: string;
  readonly one: CuePlace | null;
  readonly other: CuePlace | null;
}

/** A disc, or all. */
export interface CueGroup {
  readonly title?: string;
  readonly cues: readonly ComparedCue[];
}

interface CuesProps {
  readonly caption: string;
  readonly heads: Readonly<Record<'cue' | 'one' | 'other', string>>;
  /** For screen readers. */
  readonly missing: string;
  readonly groups: readonly CueGroup[];
}

/** Common cues are muted. */
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
