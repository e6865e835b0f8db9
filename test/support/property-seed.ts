import fc from 'fast-check';

// Preloaded by bunfig.toml.

/** Starts the random values of all property tests of this process. `PROPERTY_SEED` repeats those of another run. */
const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));
fc.configureGlobal({ seed });
console.log(`Property tests run with PROPERTY_SEED=${seed}.`);
