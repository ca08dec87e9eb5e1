export function withControlOptions(command) {
    return command
        .option('--control <url>', 'control plane, as conform serve prints it (CONFORM_CONTROL)')
        .option('--token <token>', 'its token; everybody on this machine can see it (CONFORM_CONTROL_TOKEN)')
        .option('--token-file <file>', 'file with the token in it (CONFORM_CONTROL_TOKEN_FILE)')
        .option('--json', 'print JSON');
}
