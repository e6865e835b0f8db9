/** Percent of the width, so that text is never stretched. */
export const percent = (value: number, digits = 2): string => `${value.toFixed(digits)}%`;
