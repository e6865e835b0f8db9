import { type Cue, Strip, secondsOf } from './strip';

interface ScaledEdition {
  /** Year, or what distinguishes it. */
  readonly name: string;
  /** Such as `57:32`. */
  readonly length: string;
  readonly era?: string;
  readonly discs: readonly (readonly Cue[])[];
}

/** Two editions to scale, one strip per disc. */
export function Scale({ editions }: { readonly editions: readonly ScaledEdition[] }) {
  const longest = Math.max(0, ...editions.flatMap(({ discs }) => discs.map(secondsOf)));
  return (
    <dl class="scale">
      {editions.map(({ name, length, era, discs }) => (
        <>
          <dt>
            {name} <span class="soft">{length}</span>
          </dt>
          <dd>
            {discs.map((cues) => (
              <Strip cues={cues} era={era} width={longest} />
            ))}
          </dd>
        </>
      ))}
    </dl>
  );
}
