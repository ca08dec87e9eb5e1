import type { Operation } from '../../../contract/schemas/command.js';
import type { CommandValue } from '../../../dialect/dialect.js';
import type { Decoration } from '../../decoration.js';
import type { CommandEntry, CommandRequest } from '../../service/command.js';
import type { CommandLedger, Known } from '../../service/command-ledger.js';
/** @param forgets whether a repeat of this command is taken for a new request. */
export declare function forgetful(ledger: CommandLedger, forgets: (command: CommandEntry['command'], request: CommandRequest) => boolean): CommandLedger['lookUp'];
/** @param filed the request as the ledger sees it. */
export declare function withFiledKeys(filed: (request: CommandRequest) => CommandRequest): Pick<Decoration, 'ports'>;
/** @param applies whether a request that equals the last one of its device gets the command of that one. */
export declare function withMergedRequests(applies: (known: Known, age: number) => boolean): Pick<Decoration, 'ports'>;
/** @param again whether the repeat of such a command is carried out, too, while it returns the first command. */
export declare function withRunningRepeats(again: (operation: Operation, command: CommandValue) => boolean): Pick<Decoration, 'service'>;
