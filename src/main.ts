// Set before anything loads: otherwise Bun and libraries print internals of errors.
Bun.env.NODE_ENV ??= 'production';

const { run } = await import('./cli/run');

process.exit(await run(Bun.argv.slice(2)));

export {};
