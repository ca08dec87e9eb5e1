// Every exchange of a check in words; those that show what was found are marked.
import type { JSX } from 'preact';
import type { ExchangeModel } from '../../report/html/report-model.js';

export function ExchangeTable(props: {
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
