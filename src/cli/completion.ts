import { type RootCommand, ShellCompDirective } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from '@commander-js/extra-typings';

/** Adds `completion SHELL`, which prints a script. That asks the hidden command `complete` what may stand at the cursor. */
export function addCompletion(root: Command): void {
  completeFileNames(tab(root as never, { completionCommandName: 'completion' }));
  root.commands
    .find((command) => command.name() === 'completion')
    ?.summary('print a script by which a shell completes commands and options')
    .description(installation)
    .hook('postAction', (_, { args: [shell] }) => {
      // The script of the library has bash complete nothing where it knows nothing.
      if (shell === 'bash') console.log('complete -o default -F __leitmotif_complete leitmotif');
    });
}

const installation = `Print a script by which a shell completes commands and options.

  bash  leitmotif completion bash > ~/.local/share/bash-completion/completions/leitmotif
        (needs the package bash-completion)
  zsh   leitmotif completion zsh > ~/.zfunc/_leitmotif
        (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  fish  leitmotif completion fish > ~/.config/fish/completions/leitmotif.fish`;

/** The library tells a shell never to complete the names of files. Where it knows nothing else, they are what is asked for. */
function completeFileNames(completions: RootCommand): void {
  const { ShellCompDirectiveDefault, ShellCompDirectiveNoFileComp } = ShellCompDirective;
  Object.defineProperty(completions, 'directive', {
    get: () => (completions.completions.length === 0 ? ShellCompDirectiveDefault : ShellCompDirectiveNoFileComp),
    set: () => {},
  });
}
