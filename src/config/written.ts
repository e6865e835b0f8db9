// Settings as a file of them has them.

import type { Setting } from './setting';
import { keyOf, type Settings, settings } from './settings';

const hidden = '(hidden)';

/** A value in TOML, which is how the file has it. */
export function written<V>(setting: Pick<Setting<V>, 'show' | 'isSecret'>, value: V): string {
  if (setting.isSecret && value !== '') return hidden;
  // JSON's texts, numbers and lists are TOML's too, but for the character DEL, which no setting may have.
  return JSON.stringify(setting.show ? setting.show(value) : value);
}

const preamble = `# Settings of Leitmotif. Commented lines show the defaults; remove the # to change one.
# A flag of the command line and a variable of the environment win over this file.
# "leitmotif config print" says which settings hold, and where each came from.
`;

/** A file of all settings with what each is, commented out. */
export function commentedFile(): string {
  const entries = (Object.keys(settings) as (keyof Settings)[]).map(entryOf);
  return [preamble, ...entries].join('\n');
}

function entryOf<K extends keyof Settings>(name: K): string {
  const setting = settings[name] as Setting<Settings[K]>;
  const { description, choices, environment, expected } = setting;
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  const rule = choices ? `One of: ${choices.join(', ')}` : `Must be ${expected}`;
  return `# ${sentence}.\n# ${rule}. Environment: ${environment}\n#${keyOf(name)} = ${defaultOf(setting)}\n`;
}

/** What stands for a default that is none, and cannot be said: whoever takes the line in has to put something between the quotes. */
const none = (shown: string): string => `"" # by itself: ${shown}`;

function defaultOf<V>(setting: Setting<V>): string {
  const { fallback, fallbackShown, show, read } = setting;
  // The directory of whoever wrote the file would be another one for whoever runs the server.
  if (fallbackShown.startsWith('~')) return JSON.stringify(fallbackShown);
  const value = show ? show(fallback()) : fallback();
  return read(value) === undefined ? none(fallbackShown) : JSON.stringify(value);
}
