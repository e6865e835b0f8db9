// Bun and what runs on it show the inside of a failure unless this is a production process: said before anything loads.
Bun.env.NODE_ENV ??= 'production';

const { run } = await import('./cli/run');

process.exit(await run(Bun.argv.slice(2)));

export {};
