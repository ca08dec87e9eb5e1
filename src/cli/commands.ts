// Every command, a row for each: its words, its arguments, its examples, and what it loads to do its work.
import { commandRow, type CommandRow } from './command.js';
import {
  COMPLETE,
  SHELLS,
  FILE_NAMES,
  INIT_NAMES,
  type InitName,
  LIST_NAMES,
  type ListName,
  SPEC_NAMES,
  type SpecName,
} from './names.js';
import { SIMULATOR_COMMANDS } from './simulator-commands.js';

export const COMMANDS: readonly CommandRow[] = [
  commandRow('serve', {
    group: 'first',
    summary: 'run the simulator',
    description:
      'Runs the simulated service with a fleet of simulated devices until it is stopped with Ctrl-C.',
    examples: `
  serve                                     the demo fleet on http://127.0.0.1:7070
  serve --open                              with its page in the browser
  serve --port 0                            on any free port
  serve --fleet my-fleet.yaml --verbose     a fleet of your own, with each request logged
  serve --dialect scrambled                 all names that the interface leaves open are different
  serve --speed 10                          a minute of the service in six seconds
  serve --tls                               HTTPS and WSS, with a certificate made on the spot
  serve --defect budget-missing             a service with a known bug, to see a run fail
  serve --variant asynchronous-commands     a service that is different, and keeps the interface
  serve --faults bad-day.yaml               things go wrong as the plan says
  serve --faults bad-day.yaml --dry-run     only tell what the plan will do
  serve --state ./state                     what was acknowledged survives a crash
  serve --cluster redis://127.0.0.1:6379    one instance of several, behind a balancer`,
    run: async ({ options, io }) => (await import('./serve/run.js')).serve(options, io),
  }),
  commandRow('run', {
    group: 'first',
    summary: 'check a server, or a simulator of its own',
    description:
      'Checks a server and says for each rule of the interface whether it holds. Without a target, it makes a ' +
      'simulator of its own, and checks that in virtual time.',
    args: [
      {
        form: '[what...]',
        help: 'ids of scenarios, globs over them, files or folders (default: everything)',
        names: 'what',
      },
    ],
    examples: `
  run                                    everything, on a simulator of its own
  run 'refresh/*' busy/control-control   one area and one scenario
  run --rule 'idempotency.*'             all that checks these rules
  run 'properties/*' --time 5m           random programs, and nothing else
  run my-scenarios/                      scenarios of your own: files or folders
  run --target http://127.0.0.1:7070     a simulator started with conform serve
  run --target lab.yaml --no-actuate     a server that a profile describes; no relay is switched
  run --target lab.yaml --read-only      nothing is changed at all
  run --report junit=junit.xml --report html=report.html
  run my-scenarios/ --watch              again at each change, while they are written
  run --baseline known.json              only new failures fail the run
  run --defect budget-missing            a simulator that is wrong on purpose: see a run fail
  run --dry-run                          what would hold for this run, and where each setting comes from`,
    notes: `Settings stand in conform.config.yaml in the working folder, or above it up to the root of the repository.
Ctrl-C ends a run in good order: relays are put back, reports are written. A second one
only puts relays back, a third ends it at once. conform restore puts back what a killed run has left.`,
    run: async ({ words, options, io }) => {
      if (options.dryRun) return (await import('./config/settle.js')).showSettings(words, options, io);
      if (options.watch) return (await import('./run/watch.js')).watchRun(words, options, io);
      return (await import('./run/run.js')).runCommand(words, options, io);
    },
  }),
  commandRow('audit', {
    group: 'first',
    summary: 'judge an API client, in any language',
    description:
      'Starts an API client against simulators on which one thing or another goes wrong, and says for each rule ' +
      'that binds clients whether it holds, from the traffic alone.',
    args: [{ form: '[command...]', help: 'the client and its arguments, after --' }],
    examples: `
  audit -- python3 my_client.py          starts it once for each day, all days side by side
  audit --env API_BASE={url} -- ./client  the address under the client's own name
  audit -- node client.js --url {url}    or in its command line
  audit --day outage --day calm -- ./client
  audit --rule 'client.key-*' -- ./client  only the days on which these rules can be broken
  audit --instances 3 -- ./client        three processes of one API client
  audit --listen 7070 --for 10m          clients that you start yourself
  audit --proxy lab.yaml -- ./client     before the service of a target profile, one day after the other
  audit --config audit.yaml              all that in a file: conform init audit`,
    notes: `Each process gets CONFORM_URL, CONFORM_WS_URL, CONFORM_HOST, CONFORM_PORT, CONFORM_CLIENT_ID, CONFORM_CLIENT_SECRET,
CONFORM_DEVICE_ID, CONFORM_DEVICE_IDS, CONFORM_INSTANCE, CONFORM_DAY, CONFORM_SEED and CONFORM_SPEED; {url}, {wsUrl},
{host}, {port}, {clientId}, {clientSecret}, {deviceId}, {deviceIds}, {instance}, {day}, {seed} and {speed} are replaced
in its command and in --env. Its input gets one JSON object a line, orders that it may ignore. What it writes is shown when
something is wrong. docs/audit.md has the days, the orders, and how verdicts come about.

Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 usage, 3 no day saw any traffic, 4 nothing broken, but a
day or a rule of --require could not be judged.`,
    run: async ({ words, options, io }) => (await import('./audit/run.js')).audit(words, options, io),
  }),
  commandRow('init', {
    group: 'first',
    summary: 'write a file to fill in: a target profile, an audit, the settings of a run',
    description:
      'Writes a target profile, the file of an audit, or the settings of a run, with every key in it, each with a comment.',
    args: [{ form: '[what]', help: 'what to write', choices: INIT_NAMES, preset: 'target' }],
    examples: `
  init                    writes target.yaml
  init --out lab.yaml     under a name of your choice; an existing file is left alone
  init --out - | less     only shows it
  init audit              writes audit.yaml, for conform audit --config audit.yaml
  init config             writes conform.config.yaml, the settings of conform run`,
    notes: 'Then fill it in, put the secrets into the environment, and: conform run --target target.yaml',
    run: async ({ words, options: { out }, io }) => {
      const what = words[0] as InitName;
      return (await import('./init/run.js')).writeExample(what, out ?? FILE_NAMES[what], io);
    },
  }),
  commandRow('probe', {
    group: 'first',
    summary: 'say what is in the way of a run, what of a profile the server proves, or draft one',
    description:
      'Looks at all that a verdict stands on: Node, ports, folders, settings, profile and dialect; name, connection, ' +
      'certificate and clock of the server; and of each line of dialect and profile that can be read otherwise how ' +
      'sure it is. Of a server without a profile it drafts one, with a dialect.',
    args: [{ form: '[url]', help: 'the address of a server that has no profile yet; it is only read' }],
    examples: `
  probe                                                      this machine, and the target of conform.config.yaml
  probe https://10.0.0.7 --client-id my-client --out acme/   drafts a dialect and a profile
  probe --har traffic.har --out acme/                        the same from recorded traffic, without a server
  probe --target lab.yaml                                    proves their lines; reads only
  probe --target lab.yaml --actuate                          also does what the profile allows, and puts it back
  probe --target lab.yaml --check                            is all of it still so?`,
    notes: `It ends at the first thing in the way, and shows no secret: the page can be pasted into an issue.
The secret of --client-id comes from the variable CONFORM_DRAFTED_SECRET, or from a file. A draft allows no relay.
What is proven is kept beside the profile, in lab.proof.json; a later run takes it to be right.
Exit code 0: nothing is in the way, and nothing contradicts dialect and profile; 2: something here has to be mended, or
a line is wrong; 3: the target is not there; 4: several lines explain what does not agree.`,
    run: async ({ words: [url], options, io }) => (await import('./probe/run.js')).probe(url, options, io),
  }),
  ...SIMULATOR_COMMANDS,
  commandRow('restore', {
    group: 'server',
    summary: 'put back what a killed run has left switched',
    description: 'Puts back what runs have left switched that were killed, and says what it could not.',
    examples: `
  restore                       what runs have left switched, at all targets
  restore --target lab.yaml     what a run with this profile has left`,
    notes: `A run that was killed leaves a restore file: relays, settings, stimuli and the managed device as they were found.
It is removed when all of that has been read back as it was. To do it twice does no harm.
Exit code 0: all is as it was; 2: another run is at work, or a file is damaged; 3: the target is not there;
4: something could not be put back.`,
    run: async ({ options, io }) => (await import('./restore/run.js')).restore(options, io),
  }),
  commandRow('diff', {
    group: 'server',
    summary: 'compare the reports of two runs',
    description:
      'Tells what changed between two runs: checks and rules by verdict, and what takes much longer.',
    args: [
      { form: '<before>', help: 'JSON report of the earlier run' },
      { form: '<after>', help: 'JSON report of the later run' },
    ],
    examples: `
  run --report json=today.json            a report to compare with
  diff yesterday.json today.json          what got worse, what got better, what is new or gone
  diff --json yesterday.json today.json   the same for programs`,
    notes: 'Exit codes: 0 nothing got worse, 1 something did, 2 a file is no report.',
    run: async ({ words: [before = '', after = ''], options: { json = false }, io }) =>
      (await import('./diff/run.js')).compareReports(before, after, json, io),
  }),
  commandRow('self-test', {
    group: 'server',
    summary: 'try the suite itself, on what is wrong and on what is merely different',
    description:
      'Runs the suite against simulators with each known defect, and against simulators that are different but ' +
      'right, in virtual time. Prints which check caught which defect, and what was called wrong without reason.',
    examples: `
  self-test                              every defect, every variant, pairs of variants
  self-test --only 'budget-*'            some of them; conform list defects has their names
  self-test --only small-quotas+early-events
  self-test --seed 7 --pairs 200         other pairs, and more of them
  self-test --shard 2/8                  an eighth of all of it
  self-test --report markdown=matrix.md --report json=matrix.json`,
    notes:
      'With exit code 0 each defect was caught by a check that cites its rule, and nothing that is right failed.',
    run: async ({ options, io }) => (await import('./self-test/run.js')).selfTest(options, io),
  }),
  commandRow('judge', {
    group: 'audit',
    summary: 'judge stored traces',
    description:
      'Judges stored traces by the rules that hold whatever was done, as each run does with its own.',
    args: [
      {
        form: '<traces...>',
        help: 'files of traces: NDJSON, one record a line, or HAR; for clients journals, too',
      },
    ],
    examples: `
  judge trace.ndjson                      the laws that hold in every trace, rule by rule
  judge --strict trace.ndjson             a breach of an implied rule fails, too
  judge --report json=- trace.ndjson      every finding, for programs
  judge --as client journal.ndjson        the clients in a journal of serve --journal
  judge --as client --calm calm.har bad.har   traffic of a browser or a proxy; calm.har is the control`,
    notes: `Exit codes: 0 nothing broken, 1 a stated rule is broken, 2 no trace that could be judged, 4 undecided, since
records of the trace were lost.`,
    run: async ({ words, options, io }) =>
      options.as === 'client'
        ? (await import('./judge/client.js')).judgeClients(words, options, io)
        : (await import('./judge/run.js')).judgeStored(words, options, io),
  }),
  commandRow('list', {
    group: 'all',
    summary: 'list the rules and what covers each, scenarios, faults and all else that has a name',
    description:
      'Lists the rules of the interface with the scenarios that check each, or whatever else a command takes by name, ' +
      'with its parameters and a command line to copy.',
    args: [{ form: '[what]', help: 'what to list', choices: LIST_NAMES, preset: 'rules' }],
    examples: `
  list                     every rule, and the scenarios that check it
  list scenarios           every scenario, by area
  list variants            ways for a server to be different and right
  list dimensions          along which dimensions each rule is tried
  list faults              what can go wrong on request, with all parameters
  list defects             bugs that a simulator can be given
  list rules --json        the same for a program`,
    run: async ({ words, options: { json = false }, io }) =>
      (await import('./list/run.js')).printList(words[0] as ListName, json, io),
  }),
  commandRow('validate', {
    group: 'all',
    summary: 'check YAML files without running anything',
    description:
      'Checks files of scenarios, fleets, dialects, target profiles, variants, fault plans, days, audits and settings ' +
      'of runs without running anything.',
    args: [{ form: '<files...>', help: 'files, or folders of them' }],
    examples: `
  validate my-scenarios/                   every scenario below a folder
  validate fleet.yaml lab.yaml             what a file is, its keys tell
  validate --as dialect vendor.yaml        unless it is said
  validate --fleet my.yaml bad-day.yaml    a fault plan, with the names of your fleet`,
    notes: 'With nothing wrong the exit code is 0, else 2.',
    run: async ({ words, options, io }) =>
      (await import('./validate/run.js')).validateFiles(words, io, options),
  }),
  commandRow('spec', {
    group: 'all',
    summary: 'print the interface as OpenAPI or AsyncAPI, or the JSON Schema of a kind of file',
    description:
      'Prints a document for other tools: the interface with the names of a dialect, the control plane of the ' +
      'simulator, or the JSON Schema of a kind of file that conform reads or writes.',
    args: [{ form: '<kind>', help: 'kind of document', choices: SPEC_NAMES }],
    examples: `
  spec openapi > openapi.json               the REST endpoints, OpenAPI 3.1
  spec asyncapi > asyncapi.yaml             the WebSocket channel, AsyncAPI 3.0
  spec openapi --dialect vendor.yaml        in the names of another server
  spec openapi --out openapi.yaml           as YAML, by the end of the name
  spec control > control.json               the control plane of a simulator, OpenAPI 3.1
  spec scenario > scenario.schema.json      JSON Schema of scenarios, for editors
  spec report > report.schema.json          of the JSON report, for programs that read it`,
    notes: `A running simulator serves its own OpenAPI at /openapi.json. An editor with a YAML language server completes,
explains and checks a file that begins with
  # yaml-language-server: $schema=./scenario.schema.json
The package has all schemas in its folder schemas, and what conform writes begins with such a line: docs/editors.md`,
    run: async ({ words, options, io }) =>
      (await import('./spec/run.js')).printSpec(words[0] as SpecName, options, io),
  }),
  commandRow('explain', {
    group: 'server',
    summary: 'say of a rule what it wants, how it is checked, and what breaks it',
    description:
      'Says of a rule of the interface what it wants, what checks it and how, what it leaves free, and what servers ' +
      'that break it do, with a right and a wrong exchange from a simulator.',
    args: [{ form: '[rules...]', help: 'ids of rules', names: 'rules' }],
    examples: `
  explain refresh.min-interval              one rule, with a right and a wrong exchange
  explain --out docs/rules                  pages of all rules, one for each group`,
    run: async ({ words, options, io }) => (await import('./explain/run.js')).explain(words, options, io),
  }),
  commandRow('completion', {
    group: 'all',
    summary: 'print a script that lets a shell complete command lines',
    description: 'Prints the script that lets a shell complete the command lines of conform.',
    args: [{ form: '<shell>', help: 'which shell', choices: SHELLS }],
    examples: `
  completion fish > ~/.config/fish/completions/conform.fish
  completion bash                        in ~/.bashrc: source <(conform completion bash)
  completion zsh                         in ~/.zshrc, after compinit: source <(conform completion zsh)`,
    notes: `Commands, options and names are completed: scenarios, rules, defects, faults, dialects, and the devices of the
simulator that runs. conform has to be on the path.`,
    run: async ({ words: [shell = ''], io }) => (await import('./completion/run.js')).printScript(shell, io),
  }),
  commandRow(COMPLETE, {
    summary: 'called by the scripts of completion',
    hidden: true,
    args: [{ form: '[words...]' }],
    run: async ({ words, options, io, command: called }) =>
      (await import('./completion/run.js')).printCandidates(
        called.parent ?? called,
        { ...options, words },
        io,
      ),
  }),
  commandRow('mcp', {
    group: 'all',
    summary: 'serve tools for agents (Model Context Protocol) over stdin and stdout',
    description:
      'Serves tools for agents over standard input and output, by the Model Context Protocol: rules, runs, findings, ' +
      'simulators, faults, journals. It ends when its input ends.',
    examples: `
  mcp                                       simulators only
  mcp --target lab.yaml                     the server of the profile, too; nothing is changed there
  mcp --target lab.yaml --allow-changes     checks may switch what the profile lists, and put it back`,
    notes: `An agent is told to start it with a file such as
  { "mcpServers": { "conform": { "command": "npx", "args": ["relaybench", "mcp"] } } }`,
    run: async ({ options, io }) => (await import('./mcp/run.js')).serveTools(options, io),
  }),
];
