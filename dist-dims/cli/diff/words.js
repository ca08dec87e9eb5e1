const EXAMPLES = `
Examples:
  conform run --report json=today.json            a report to compare with
  conform diff yesterday.json today.json          what got worse, what got better, what is new or gone
  conform diff --json yesterday.json today.json   the same for programs

Exit codes: 0 nothing got worse, 1 something did, 2 a file is no report.`;
export function addDiffCommand(program, io, finish) {
    program
        .command('diff')
        .summary('compare the reports of two runs')
        .description('Tells what changed between two runs: checks and rules by verdict, and what takes much longer.')
        .argument('<before>', 'JSON report of the earlier run')
        .argument('<after>', 'JSON report of the later run')
        .option('--json', 'print the difference as JSON')
        .addHelpText('after', EXAMPLES)
        .action(async (before, after, options) => {
        const { compareReports } = await import('./run.js');
        finish(compareReports(before, after, options.json ?? false, io));
    });
}
