import appleTouch from './apple-touch-icon-180.png' with { type: 'file' };
import favicon from './favicon.svg' with { type: 'file' };
import medium from './icon-192.png' with { type: 'file' };
import large from './icon-512.png' with { type: 'file' };
import maskable from './icon-maskable-512.png' with { type: 'file' };

/** Paths in the executable, by file name. */
export const icons = {
  'favicon.svg': favicon,
  'apple-touch-icon-180.png': appleTouch,
  'icon-192.png': medium,
  'icon-512.png': large,
  'icon-maskable-512.png': maskable,
} as const;

export type IconName = keyof typeof icons;
