import { compileTexts } from '../../packaging/texts';

// Preloaded by bunfig.toml, so that a test file on its own sees changed texts too.
compileTexts();
