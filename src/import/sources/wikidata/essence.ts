import type { Credit } from './roles';

/** Who portrays whom. */
export interface Part {
  readonly performer: string;
  readonly character: string;
  readonly aspect: 'performance' | 'voice';
}

/** What an item makes of the items that it names: kept until those have been seen. */
export type Essence =
  | {
      readonly kind: 'production';
      readonly id: string;
      readonly credits: readonly Credit[];
      readonly cast: readonly Part[];
      readonly albums: readonly string[];
    }
  | { readonly kind: 'artist'; readonly id: string; readonly begin?: string | undefined; readonly end?: string | undefined };
