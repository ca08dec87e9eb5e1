import { speed } from '../arguments.js';
const EXAMPLES = `
Examples:
  conform restore                       what runs have left switched, at all targets
  conform restore --target lab.yaml     what a run with this profile has left

A run that was killed leaves a restore file: relays, settings, stimuli and the managed device as they were found.
It is removed when all of that has been read back as it was. To do it twice does no harm.
Exit code 0: all is as it was; 2: another run is at work, or a file is damaged; 3: the target is not there;
4: something could not be put back.`;
export function addRestoreCommand(program, io, finish) {
    program
        .command('restore')
        .summary('put back what a killed run has left switched')
        .description('Puts back what runs have left switched that were killed, and says what it could not.')
        .option('--target <file|url>', 'only this target: a profile, or the address of a simulator')
        .option('--dialect <name|file>', 'as for the run')
        .option('--fleet <file>', 'as for the run')
        .option('--speed <n>', 'as for the run', speed)
        .option('--control <url>', 'the control plane of the simulator at --target, for stimuli to be undone')
        .option('--control-token <token>', 'its token; everybody on this machine can see it')
        .option('--control-token-file <file>', 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)')
        .option('--restore-dir <dir>', 'where the run kept what has to be put back')
        .addHelpText('after', EXAMPLES)
        .action(async (options) => {
        const { restore } = await import('./run.js');
        finish(await restore(options, io));
    });
}
