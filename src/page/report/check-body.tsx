// What is known of one check: why, what was found, when everything happened, every exchange, and how to do it again.
import { Fragment, h, type JSX } from 'preact';
import type { PictureElement } from '../../report/html/picture.js';
import type { CheckModel, ExchangeModel, FindingModel, ProgramModel } from '../../report/html/html.js';
import { CopyButton, Scroller } from '../shared/parts.js';
import type { BrowserClock } from '../shared/machine.js';
import { className, verdictLabel } from './summary.js';

export interface CheckBodyProps {
  readonly check: CheckModel;
  readonly machine: BrowserClock;
  readonly onRule: (id: string) => void;
}

export function CheckBody({ check, machine, onRule }: CheckBodyProps): JSX.Element {
  const { reason, about, names, findings, program, picture, exchanges, leftOut, repeat } = check;
  return (
    <div class="case-body">
      {reason !== undefined && <p class="reason">{reason}</p>}
      {about !== undefined && <p class="quiet">{about}</p>}
      {names !== undefined && <p class="quiet small">{names}</p>}
      <p class="quiet small">
        {check.place !== undefined && (
          <>
            <code>{check.place}</code> ·{' '}
          </>
        )}
        rules{' '}
        {check.rules.map((id) => (
          <button type="button" key={id} class="link" onClick={() => onRule(id)}>
            {id}
          </button>
        ))}
        {check.attempts > 1 && ` · tried ${check.attempts} times; the last one is shown`}
      </p>
      {findings.map((finding, at) => (
        <Finding key={at} finding={finding} name={`${check.id}, finding ${at + 1}`} onRule={onRule} />
      ))}
      {program && <Program program={program} />}
      {picture && <Picture name={check.id} drawn={picture} />}
      {exchanges && exchanges.length > 0 && (
        <ExchangeTable exchanges={exchanges} blamed={new Set(findings.flatMap((each) => each.exchanges))} />
      )}
      {leftOut !== undefined && <p class="quiet small">{leftOut} records of the trace are left out.</p>}
      {repeat !== '' && (
        <p class="repeat">
          <code>{repeat}</code>
          <CopyButton label="Copy" machine={machine} text={() => repeat} />
        </p>
      )}
    </div>
  );
}

function Finding(props: {
  readonly finding: FindingModel;
  /** No other finding of the report has it. */
  readonly name: string;
  readonly onRule: (id: string) => void;
}): JSX.Element {
  const {
    rule,
    verdict,
    where,
    expected,
    actual,
    exchanges,
    right,
    sure,
    wrong = [],
    witness,
  } = props.finding;
  return (
    <div class={`finding ${className(verdict)}`}>
      <p>
        <b class={`chip ${className(verdict)}`}>{verdictLabel(verdict)}</b>{' '}
        <button type="button" class="link" onClick={() => props.onRule(rule)}>
          {rule}
        </button>{' '}
        <span class="quiet">
          {where} · <code>conform explain {rule}</code>
        </span>
      </p>
      <dl>
        <dt>expected</dt>
        <dd>{expected}</dd>
        <dt>actual</dt>
        <dd>{actual}</dd>
        <Named label="right" texts={right === undefined ? [] : [right]} />
        <Named label="sure" texts={sure === undefined ? [] : [sure]} />
        <Named label="at" texts={wrong} />
        <Named label="witness" texts={witness ? [extentOf(witness)] : []} />
        {!witness && exchanges.length > 0 && (
          <>
            <dt>shown by</dt>
            <dd>exchange {exchanges.join(', ')}</dd>
          </>
        )}
      </dl>
      {witness?.picture && <Picture name={props.name} drawn={witness.picture} />}
    </div>
  );
}

function extentOf({ extent, silence }: NonNullable<FindingModel['witness']>): string {
  return silence === undefined ? extent : `${extent}; ${silence}`;
}

function Named(props: { readonly label: string; readonly texts: readonly string[] }): JSX.Element {
  return (
    <>
      {props.texts.map((text) => (
        <Fragment key={text}>
          <dt>{props.label}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </>
  );
}

/** The smallest program in words, and as the scenario that replays it. */
function Program({ program }: { readonly program: ProgramModel }): JSX.Element {
  const { index, operations, steps, yaml } = program;
  return (
    <div class="program">
      <p>
        Program {index}, shrunk to {operations} {operations === 1 ? 'operation' : 'operations'}:
      </p>
      <ol>
        {steps.map((step, at) => (
          <li key={at}>
            <code>{step}</code>
          </li>
        ))}
      </ol>
      <details>
        <summary>as a scenario</summary>
        <pre class="json">{yaml}</pre>
      </details>
    </div>
  );
}

// Every exchange of a check in words; those that show what was found are marked.

function ExchangeTable(props: {
  readonly exchanges: readonly ExchangeModel[];
  readonly blamed: ReadonlySet<number>;
}): JSX.Element {
  const { exchanges, blamed } = props;
  return (
    <details class="exchanges" open={exchanges.length <= 3}>
      <summary>
        {exchanges.length} {exchanges.length === 1 ? 'exchange' : 'exchanges'}
      </summary>
      <ol>
        {exchanges.map((exchange) => (
          <Exchange key={exchange.id} exchange={exchange} isBlamed={blamed.has(exchange.id)} />
        ))}
      </ol>
    </details>
  );
}

function Exchange({
  exchange,
  isBlamed,
}: {
  readonly exchange: ExchangeModel;
  readonly isBlamed: boolean;
}): JSX.Element {
  const { id, from, to, sender, request, sent, answer, received, mismatches, curl } = exchange;
  return (
    <li class={isBlamed ? 'blamed' : ''}>
      <p class="quiet small">
        <b>{id}</b> {from} to {to ?? '?'} ms · {sender}
        {isBlamed && <span class="mark fault">shows what was found</span>}
      </p>
      <p>
        <b>{request}</b> <code>{sent}</code>
      </p>
      <p>
        <b>{answer}</b> <code>{received}</code>
      </p>
      {mismatches.map((text) => (
        <p key={text} class="mismatch">
          {text}
        </p>
      ))}
      {curl !== undefined && <p class="curl quiet mono">{curl}</p>}
    </li>
  );
}

function Picture({ name, drawn }: { readonly name: string; readonly drawn: PictureElement }): JSX.Element {
  return <Scroller label={`Timeline of ${name}`}>{drawnElement(drawn)}</Scroller>;
}

/** Elements and not markup: a page that is watched takes none (its policy requires trusted types). */
function drawnElement({ tag, attributes, content }: PictureElement): JSX.Element {
  return h(tag, attributes, ...content.map((each) => (typeof each === 'string' ? each : drawnElement(each))));
}
