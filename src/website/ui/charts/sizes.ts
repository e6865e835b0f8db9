/** Sizes are in per cent of a drawing's width, so that it takes any width and its letters are never stretched. */
export const percent = (value: number, digits = 2): string => `${value.toFixed(digits)}%`;
