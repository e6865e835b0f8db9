import { Site } from '../test/support/site';
import { closeBrowser, withPage } from '../test/support/site-browser';

await using site = await Site.start({ isDemo: true });
const jobs = JSON.parse(process.argv[2] ?? '[]') as {
  name: string;
  path: string;
  width: number;
  height?: number;
  click?: string;
  theme?: 'dark';
  language?: string;
  full?: boolean;
}[];
for (const { name, path, width, height = 844, click, theme, language, full } of jobs)
  await withPage(site, { as: site.demoUser, width, ...(theme && { theme }), ...(language && { language }) }, async (page) => {
    await page.setViewportSize({ width, height });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    if (click) {
      await page.locator(click).first().click();
      await page.waitForTimeout(300);
    }
    await page.screenshot({ path: `/tmp/pics/${name}.png`, fullPage: !!full });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    console.log(name, wide);
  }).catch((error) => console.log(name, String(error).slice(0, 300)));
await closeBrowser();
