// Settings in TOML.

import { fallbackText, type Setting } from './setting';
import { fileKeyOf, type Settings, settings, variableOf } from './settings';

/** Instead of a secret. */
export const hidden = '(hidden)';

export function settingText<V>(setting: Pick<Setting<V>, 'show' | 'isSecret'>, value: V): string {
  if (setting.isSecret && value !== '') return hidden;
  // JSON strings, numbers and lists are valid TOML, except for DEL, which settings exclude.
  return JSON.stringify(setting.show ? setting.show(value) : value);
}

const preamble = `# Settings of Leitmotif. Commented lines show the defaults; remove the # to change one.
# Flags and environment variables override this file.
# "leitmotif config print" says which settings hold, and where each came from.
`;

/** A file of all settings with descriptions, commented out. */
export function commentedFile(): string {
  const entries = (Object.keys(settings) as (keyof Settings)[]).map(entryOf);
  return [preamble, ...entries].join('\n');
}

function entryOf<K extends keyof Settings>(name: K): string {
  const setting = settings[name] as Setting<Settings[K]>;
  const { description, choices, expected } = setting;
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  const rule = choices ? `One of: ${choices.join(', ')}` : `Must be ${expected}`;
  return `# ${sentence}.\n# ${rule}. Environment: ${variableOf(name)}\n#${fileKeyOf(name)} = ${defaultOf(setting)}\n`;
}

/** A computed default: whoever uncomments the line has to enter a value. */
const none = (fallback: string): string => `"" # by itself: ${fallback}`;

function defaultOf<V>(setting: Setting<V>): string {
  const { fallback, show, read } = setting;
  const text = fallbackText(setting);
  // The home directory of the file's author may differ from that of the server.
  if (text.startsWith('~')) return JSON.stringify(text);
  const value = show ? show(fallback()) : fallback();
  return read(value) === undefined ? none(text) : JSON.stringify(value);
}
