import { cyclic, type NonEmpty, pick, type RandomNumbers } from './numbers';

/** Paper, ink and two colors. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly first: string;
  readonly second: string;
}

/** Clamped to the 1930s to 2020s. */
export const paletteOf = (year: number | null | undefined, next: RandomNumbers): Palette =>
  pick(next, year ? cyclic(decades, decadeIndex(year)) : undated);

export const paletteOfAnyDecade = (next: RandomNumbers): Palette => pick(next, decades)[0];

const decadeIndex = (year: number): number => Math.min(9, Math.max(0, Math.floor(year / 10) - 193));

const palette = (paper: string, ink: string, first: string, second: string): Palette => ({ paper, ink, first, second });

const thirties: NonEmpty<Palette> = [
  palette('#1f1b17', '#efe4cc', '#c39a4c', '#9c4634'),
  palette('#e9dfc7', '#1f1b17', '#8a3a2c', '#b08a3e'),
];

const forties: NonEmpty<Palette> = [
  palette('#ddd2b4', '#1d2426', '#b23a2b', '#38544f'),
  palette('#38544f', '#f4ecd6', '#e3b04b', '#e0826b'),
];

const fifties: NonEmpty<Palette> = [
  palette('#f2ead6', '#14181c', '#e0492f', '#17808a'),
  palette('#17606b', '#f6efdd', '#f2b33d', '#ee8a68'),
  palette('#e9b93c', '#17191c', '#c93a26', '#f6efdd'),
];

const sixties: NonEmpty<Palette> = [
  palette('#f3f1ea', '#101216', '#2148b8', '#ef7d22'),
  palette('#1f3f9c', '#f5f3ec', '#f08a2c', '#8fc4e8'),
  palette('#ee7d2b', '#131313', '#f7f1e4', '#1f3f9c'),
  palette('#141518', '#f2efe6', '#3f74ea', '#e9d23a'),
];

const seventies: NonEmpty<Palette> = [
  palette('#4b2a19', '#f7e6c4', '#e8812f', '#c9a23c'),
  palette('#e9dcbc', '#3a2213', '#c8541f', '#6d7330'),
  palette('#5f6328', '#fbf3d9', '#f0b545', '#2f2011'),
  palette('#d8962f', '#2b1a10', '#7c2f17', '#f7e8c6'),
];

const eighties: NonEmpty<Palette> = [
  palette('#18133c', '#f2ecff', '#ff4d8d', '#35c5da'),
  palette('#0e2a47', '#eaf4ff', '#f9526f', '#ffb84d'),
  palette('#f0dbe5', '#2a1140', '#cf2a76', '#2b7fa8'),
];

const nineties: NonEmpty<Palette> = [
  palette('#12403b', '#eef0e2', '#dcb64a', '#d07a5e'),
  palette('#2b2b30', '#ece7df', '#9bb24a', '#c7624a'),
  palette('#d6d3c4', '#1f2a26', '#2f6b57', '#a8402f'),
];

const noughties: NonEmpty<Palette> = [
  palette('#dbe3e6', '#0f2230', '#1c79b4', '#7fae3a'),
  palette('#16384f', '#edf4f6', '#7ac0e0', '#b9d35c'),
  palette('#eef0ea', '#1a2226', '#23837f', '#e2792e'),
];

const tens: NonEmpty<Palette> = [
  palette('#0b3d49', '#fdf0df', '#f4883a', '#5fb3ad'),
  palette('#f6e3cf', '#123b45', '#dd6425', '#1f7f86'),
  palette('#e8803f', '#132b33', '#fdf0df', '#0b4a57'),
];

const twenties: NonEmpty<Palette> = [
  palette('#e9e3f2', '#221a38', '#6846d8', '#e0a11f'),
  palette('#2c2350', '#f3eefc', '#f0b63a', '#a48bf0'),
  palette('#f0b63a', '#221a38', '#5433b8', '#fbf3dd'),
];

const undated: NonEmpty<Palette> = [
  palette('#dedbd4', '#26241f', '#8b867b', '#b3ada1'),
  palette('#3b3934', '#eceae4', '#99948a', '#726e64'),
];

/** 1930s to 2020s. */
const decades: NonEmpty<NonEmpty<Palette>> = [
  thirties,
  forties,
  fifties,
  sixties,
  seventies,
  eighties,
  nineties,
  noughties,
  tens,
  twenties,
];
