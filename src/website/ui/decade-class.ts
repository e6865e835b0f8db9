/** The class that gives an element the colour of a year's decade; years before 1930 and after 2029 have that of the nearest. */
export const decadeClass = (year: number | null | undefined): string | undefined =>
  year ? `d${Math.min(2020, Math.max(1930, Math.floor(year / 10) * 10))}` : undefined;
