import type { Figure } from './figure';
import { beams, columns, letters, roll, steps } from './figures-of-lines';
import { discs, fan, grooves, tiles } from './figures-of-rounds';
import type { Choices } from './numbers';

/** For every title, in the order that a draw counts them: another order is another sleeve for everybody. */
export const figuresOfShapes: Choices<Figure> = [roll, columns, beams, discs, grooves, steps, fan, tiles];

/** For titles that may be set large as well. */
export const figuresOfSleeves: Choices<Figure> = [...figuresOfShapes, letters];

/** For screens, which are too low for the others. */
export const figuresOfFrames: Choices<Figure> = [roll, columns, beams, discs, steps, fan, tiles];

export { letters, roll };
