import { type Cue, Strip, secondsOf } from './strip';

interface ScaledEdition {
  /** Its year, or what else tells it from the other. */
  readonly name: string;
  /** As it is to be read, such as `57:32`. */
  readonly length: string;
  readonly era?: string;
  readonly discs: readonly (readonly Cue[])[];
}

/** Two editions of an album above each other, a strip a disc, all of one scale. */
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
