import { type DrawnSvg, drawn } from './drawn-svg';
import { numbers } from './numbers';
import { paletteOfAnyDecade } from './palettes';

/** A label's mark: a record with the label's own inks, of no decade. */
export function disc(label: { readonly id: string }): DrawnSvg {
  const next = numbers(`label ${label.id}`);
  const { paper, ink, first, second } = paletteOfAnyDecade(next);
  return drawn(
    '<svg class="mark" viewBox="0 0 64 64" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">' +
      '<circle cx="32" cy="32" r="31" fill="#19191d" stroke="#fff" stroke-opacity=".16"/>' +
      `<g fill="none" stroke="#fff" stroke-opacity=".13">${grooves}</g><circle cx="32" cy="32" r="15" fill="${paper}"/>` +
      `<path d="M17 32a15 15 0 0 1 30 0z" fill="${next(2) ? first : second}"/><circle cx="32" cy="32" r="2" fill="${ink}"/></svg>`,
  );
}

const grooves = '<circle cx="32" cy="32" r="28"/><circle cx="32" cy="32" r="24.5"/><circle cx="32" cy="32" r="21"/>';
