// Every rule with its verdict and the checks behind it, group by group.
import { unobservableReason, worst } from '../by-rule.js';
import { groupBy } from '../layout.js';
import { verdictWord } from '../verdict-words.js';
import { anchor, markup } from './markup.js';
import { chip } from './chip.js';
export function ruleMatrix(rules) {
    const groups = groupBy(rules, ({ rule }) => rule.id.split('.')[0] ?? '');
    return markup `<div class="overview">${[...groups].map(([group, members]) => overview(group, members))}</div>
    <table class="rules">
      <thead>
        <tr>
          <th>verdict</th>
          <th>rule</th>
          <th>what must hold</th>
          <th>checked by</th>
        </tr>
      </thead>
      ${[...groups.values()].map((members) => markup `<tbody>
            ${members.map(row)}
          </tbody>`)}
    </table>`;
}
/** One square for each rule: the whole catalogue at a glance. */
function overview(group, members) {
    const squares = members.map(({ rule, verdict }) => markup `<a
        class="square ${cssName(verdict)}"
        href="#${anchor('rule', rule.id)}"
        title="${rule.id}: ${verdict}"
      ></a>`);
    return markup `<span class="group"><span class="name">${group}</span>${squares}</span> `;
}
function row({ rule, verdict, checks }) {
    return markup `<tr id="${anchor('rule', rule.id)}">
    <td>${chip(verdict)}</td>
    <td><code>${rule.id}</code><br /><span class="quiet">${rule.basis}, ${rule.section}</span></td>
    <td>${rule.sentence}</td>
    <td>${checks.length === 0 ? (unobservableReason(rule.id, verdict) ?? '') : links(checks)}</td>
  </tr> `;
}
/** The cases of one scenario are one link each, but only the worst ones when there are many. */
const MOST_LINKS = 6;
function links(checks) {
    const bad = checks.filter(({ verdict }) => verdict !== 'pass');
    const shown = [...bad, ...checks.filter(({ verdict }) => verdict === 'pass')].slice(0, MOST_LINKS);
    const rest = checks.filter((each) => !shown.includes(each));
    const more = rest.length === 0 ? '' : ` and ${rest.length} more (${worst(rest.map(({ verdict }) => verdict))})`;
    return markup `${shown.map(({ check, verdict }) => markup `<a class="${cssName(verdict)}" href="#${anchor('check', check.id)}">${check.id}</a>${verdict === 'pass' ? '' : ` ${verdictWord(verdict)}`}<br />`)}${more}`;
}
const cssName = (verdict) => verdict.replace(' ', '-');
