import { formatDuration } from '../../kernel/duration.js';
import { answerLine, exchangesOf, receivedPart, requestLine, senderOf, sentPart } from '../exchanges.js';
import { gist } from '../gist.js';
import { curlLine, repeatCommand } from '../shell.js';
import { chip } from './chip.js';
import { anchor, markup, NOTHING } from './markup.js';
import { swimlanes } from './swimlanes.js';
const BODY_LENGTH = 600;
/** Open when there is something to see; a check that passed can be opened by hand. */
export function caseSection(check, seed, context) {
    const open = check.verdict === 'pass' || check.verdict === 'skipped' ? '' : ' open';
    const time = check.verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt);
    const place = check.place ? `${check.place.file}:${check.place.line}` : undefined;
    return markup `<details class="case" id="${anchor('check', check.id)}"${{ markup: open }}>
    <summary>
      ${chip(check.verdict)} <code>${check.id}</code> ${check.title} <span class="quiet">${time}</span>
    </summary>
    ${check.reason === undefined ? NOTHING : markup `<p class="reason">${check.reason}</p>`}
    ${check.about === undefined ? NOTHING : markup `<p class="about">${check.about}</p>`}
    <p class="quiet">
      ${place === undefined ? NOTHING : markup `<code>${place}</code> · `}rules
      ${ruleLinks(check)}${attempts(check)}
    </p>
    ${worstFirst(check).map(findingBlock)} ${programBlock(check)} ${swimlanes(check)}
    ${exchangeTable(check, context)}
    <p class="quiet">Repeat: <code>${repeatCommand([check], seed, context)}</code></p>
  </details> `;
}
const ORDER = ['fail', 'warn', 'waived', 'inconclusive'];
function worstFirst({ findings }) {
    return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind));
}
function ruleLinks(check) {
    return check.rules.map((id, at) => {
        return markup `${at === 0 ? '' : ', '}<a href="#${anchor('rule', id)}"><code>${id}</code></a>`;
    });
}
function attempts({ attempts: count }) {
    return count > 1 ? ` · tried ${count} times; the last one is shown` : '';
}
function findingBlock({ rule, verdict, where, expected, actual, exchanges }) {
    const seen = exchanges.length === 0 ? '' : `exchange ${exchanges.join(', ')}`;
    return markup `<div class="finding ${verdict}">
    ${chip(verdict)} <a href="#${anchor('rule', rule)}"><code>${rule}</code></a>
    <span class="quiet">${where}</span>
    <dl>
      <div>
        <dt>expected</dt>
        <dd>${expected}</dd>
      </div>
      <div>
        <dt>actual</dt>
        <dd>${actual}</dd>
      </div>
      ${seen === ''
        ? NOTHING
        : markup `<div>
              <dt>shown by</dt>
              <dd>${seen}</dd>
            </div>`}
    </dl>
  </div> `;
}
/** The smallest program in words, and as the scenario that replays it. */
function programBlock({ program }) {
    if (!program)
        return NOTHING;
    const { index, operations, steps, yaml } = program;
    const size = operations === 1 ? '1 operation' : `${operations} operations`;
    return markup `<div class="program">
    <p>Program ${index}, shrunk to ${size}:</p>
    <ol>
      ${steps.map((step) => markup `<li><code>${step.trim()}</code></li> `)}
    </ol>
    <details class="exchanges">
      <summary>as a scenario</summary>
      <pre>${yaml}</pre>
    </details>
  </div> `;
}
function exchangeTable(check, context) {
    const exchanges = exchangesOf(check);
    if (exchanges.length === 0)
        return NOTHING;
    const rows = exchanges.map((exchange) => {
        const curl = curlLine(exchange.request, context);
        const mismatches = exchange.end?.kind === 'reply' ? (exchange.end.mismatches ?? []) : [];
        return markup `<tr>
      <td>${exchange.id}</td>
      <td>${exchange.from}<br />${exchange.to}</td>
      <td>${senderOf(exchange)}</td>
      <td>
        <b>${requestLine(exchange)}</b> <code>${gist(sentPart(exchange), BODY_LENGTH)}</code><br />
        <b>${answerLine(exchange)}</b>
        <code>${gist(receivedPart(exchange), BODY_LENGTH)}</code>
        ${mismatches.map((text) => markup `<br /><span class="mismatch">${text}</span>`)}
        ${curl === undefined ? NOTHING : markup `<br /><code class="quiet curl">${curl}</code>`}
      </td>
    </tr> `;
    });
    return markup `<details class="exchanges">
    <summary>${exchanges.length} exchanges</summary>
    <table>
      <thead>
        <tr>
          <th>no.</th>
          <th>ms</th>
          <th>sent by</th>
          <th>request and answer</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}
