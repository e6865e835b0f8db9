/** Clamped to the 1930s to 2020s. */
export const decadeClass = (year: number | null | undefined): string | undefined =>
  year ? `d${Math.min(2020, Math.max(1930, Math.floor(year / 10) * 10))}` : undefined;
