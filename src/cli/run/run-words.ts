// The rows of the options of `conform run` as words of a command line; `conform config` takes them as well.
import { type Command, Option } from 'commander';
import { RUN_FORMATS, SHORT_FORMATS } from '../../report/format-names.js';
import { collect, duration, integerIn, numberIn, shard } from '../arguments.js';
import { flagOf } from '../flag-of.js';
import { withReportOptions } from '../report-options.js';
import { type OptionRow, RUN_OPTIONS } from './run-options.js';

export function withRunOptions(command: Command): Command {
  command.argument('[what...]', 'ids of scenarios, globs over them, files or folders (default: everything)');
  for (const [name, row] of Object.entries<OptionRow>(RUN_OPTIONS)) command.addOption(optionOf(name, row));
  return withReportOptions(command, RUN_FORMATS, SHORT_FORMATS)
    .option('--config <file>', 'the file of settings (default: conform.config.yaml here or above)')
    .option('--no-config', 'take no settings from a file');
}

function optionOf(name: string, row: OptionRow): Option {
  const { takes, value = takes === 'duration' ? takes : 'n', help, least = 0, most = Infinity } = row;
  if (takes === 'yes') return new Option(flagOf(name), help);
  if (takes === 'no') return new Option(flagOf(`no-${name}`), help);
  const option = new Option(`${flagOf(name)} <${value}>`, help);
  switch (takes) {
    case 'texts':
      return option.argParser(collect);
    case 'integer':
      return option.argParser(integerIn(least, most));
    case 'number':
      return option.argParser(numberIn(least, most));
    case 'duration':
      return option.argParser(duration);
    case 'share':
      return option.argParser(shard);
    default:
      return option;
  }
}
