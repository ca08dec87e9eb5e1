// Texts that do something where they are shown as they are.
const ESC = '\u001b';

export const POISON: readonly string[] = [
  `${ESC}[31mred${ESC}[0m`,
  `${ESC}]0;title\u0007`,
  `${ESC}]8;;http://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`,
  '\u009b31mC1',
  '\u009d0;title\u009c',
  'over\rwritten',
  'back\b\b\b\bspace',
  'null\0byte',
  '\u007fdelete',
  'right\u202eot tfel',
  '\u2066isolated\u2069',
  '\u200fmark\u200e\u061c',
  'zero\u200bwidth\ufeff\u2060',
  'line\u2028separator\u2029paragraph\u0085next',
  '\ud800 half',
  '\ufffe\uffff',
  '\u{e0041}\u{e0042} tags',
  '\n::error file=x,line=1::pwned',
  '\r\n::set-env name=PATH::/tmp',
  ' ::add-mask::x',
  'word ::stop-commands::x word word word word word word word word word word word word word word word word word',
  '\u3000::warning::x',
  '##[error]pwned',
  '##vso[task.complete result=Failed;]',
  "##teamcity[buildStop comment='x']",
  '`code` ``` ~~~',
  '| a | b |\n|---|---|',
  '[link](http://evil.example) ![image](http://evil.example/x.png) <http://evil.example> @everyone #1',
  '<script>alert(1)</script><img src=x onerror=alert(1)><b>',
  '</details></svg></style></title>',
  '"\'>]]>--><!-- <![CDATA[ <?x ?>',
  '&lt;b&gt; &#x1b;[31m &amp;',
  'x'.repeat(5000),
];

/** The next one at each call. */
export function createPoison(): () => string {
  let at = 0;
  return () => POISON[at++ % POISON.length] ?? '';
}
