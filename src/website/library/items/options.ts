import type { Texts } from '../../i18n';

type Options = readonly (readonly [value: string, text: string])[];

// Closed lists, as selects have them.

export const conditionOptions = ({ words }: Texts): Options => Object.entries(words.conditions);
export const formatOptions = ({ words }: Texts): Options => Object.entries(words.formatTypes);
export const statusOptions = ({ words }: Texts): Options => Object.entries(words.statuses);
