import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run';
import { bundledPackages, type Component } from './sbom';

const fonts = 'src/website/client/fonts';

/**
 * License texts of all parts of the executable: of the package where it has one, else the text of the license itself.
 * @param bill the bill of materials
 */
export async function licenseTexts(bill: string): Promise<string> {
  const { components } = JSON.parse(bill) as { readonly components: readonly Component[] };
  const folders = await bundledPackages();
  const parts = components.map(async ({ name, version, licenses, ...component }) => {
    const id = licenses[0]?.license?.id ?? licenses[0]?.expression ?? '';
    const folder = folders.get(component['bom-ref']);
    return `${name} ${version} (${id})\n\n${(folder && textIn(folder)) || (await textOf(id))}\n`;
  });
  const ofFonts = readdirSync(join(root, fonts)).filter((file) => file.endsWith('.txt'));
  const all = [...(await Promise.all(parts)), ...ofFonts.map((file) => readFileSync(join(root, fonts, file), 'utf8'))];
  return `Leitmotif contains the following software and fonts.\n\n${all.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function textIn(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^(?:licen[sc]e|copying)/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

async function textOf(id: string): Promise<string> {
  const { licenseText } = (await import(`spdx-license-list/licenses/${id}.json`)) as { readonly licenseText: string };
  return licenseText.trim();
}
