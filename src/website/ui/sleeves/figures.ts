import type { Figure } from './figure';
import { beams, columns, letters, roll, steps } from './figures-of-lines';
import { discs, fan, grooves, tiles } from './figures-of-rounds';
import type { NonEmpty } from './numbers';

/** In the order of draws: changing it changes all sleeves. */
export const figuresOfShapes: NonEmpty<Figure> = [roll, columns, beams, discs, grooves, steps, fan, tiles];

/** Includes large titles. */
export const figuresOfSleeves: NonEmpty<Figure> = [...figuresOfShapes, letters];

/** Shapes that fit a wide frame. */
export const figuresOfFrames: NonEmpty<Figure> = [roll, columns, beams, discs, steps, fan, tiles];

export { letters, roll };
