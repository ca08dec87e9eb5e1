// What a person reads whose dialect is wrong: every mistake, where it is, and what to write instead.
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { changed, problemsOf, problemText, textOf } from './read-dialect.js';

function reportOn(text: string): string {
  const result = parseDialect(text, 'vendor.yaml');
  return result.ok ? 'nothing' : result.problems.map(problemText).join('\n');
}

/** The file with `from` replaced, which has to be in it. */
function mutated(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

describe('the problems of a dialect', () => {
  it('are all reported at once, in the order of the file, and point at the place', () => {
    const text = [
      ['indexBase: 1', 'indexBase: 2'],
      ['succeeded: [SUCCEEDED]', 'succeeded: [SUCCEEDED, RUNNING]'],
      ['NOT_FOUND, status: 404', 'NOT_FOUND, status: 429'],
      ['on: $relay.on', 'on: $relay.no'],
      ["'$online(online|offline)?'", "'$online(online)?'"],
      ['  devices: [$device]', '  items: [$device]'],
      ['    peripherals: $peripherals', '    io: {}'],
      ['passwordChange:', 'passwortChange:'],
      ['status: $status', 'status: "$status:text"'],
      ["data: '$data:hex', timeoutMs", "data: '$data:hax', timeoutMs"],
      [
        'baudRate: $baudRate }\n\n# device.relay.jog',
        'baud: $baudRate, rate: $baudRate }\n\n# device.relay.jog',
      ],
      ['requestId: $requestId', 'requestId: id-$requestId'],
    ].reduce((before, [from, to]) => mutated(before, from!, to!), textOf('default'));
    expect(reportOn(text)).toMatchInlineSnapshot(`
      "vendor.yaml:9:12  indexBase is "2"; expected "0", "1"
          Did you mean "0"?
      vendor.yaml:17:26  commandStatus.succeeded.1: the word RUNNING means pending already
      vendor.yaml:27:41  errorCodes.NOT_FOUND.status: the interface gives 429 to RATE_LIMITED alone
      vendor.yaml:40:39  the sample of $relay has no $relay.no
          Did you mean $relay.on?
      vendor.yaml:49:15  $online needs 2 words, and has 1
          The words stand for true, false, in this order.
      vendor.yaml:54:3  the interface fixes the name devices, and deviceList has none
          Write devices: [ $device ]
      vendor.yaml:59:3  the shape deviceDetail does not show $peripherals
          Every value has it.
      vendor.yaml:91:1  there is no shape or setting passwortChange
          Did you mean passwordChange?
      vendor.yaml:102:11  the interface fixes what status of command holds, and this is something else
          Write status: $status
      vendor.yaml:102:11  :text does not fit $status, which is a command status
          It is written as it is.
      vendor.yaml:115:27  :hax does not fit $data, which is a run of bytes
          Did you mean :hex?
      vendor.yaml:119:42  $baudRate is shown twice
          It is shown in line 119 already.
      vendor.yaml:131:55  a lone $ in "id-$requestId"
          Placeholders look like $name, $name?, $name:hex, "$name(yes|no)", and \${name} within text. A dollar sign is $$."
    `);
  });

  it('are reported for YAML that cannot be read', () => {
    expect(reportOn('name: x\ndevice: { id: $deviceId\n')).toMatchInlineSnapshot(
      `"vendor.yaml:3:1  not valid YAML: Flow map in block collection must be sufficiently indented and end with a }"`,
    );
    expect(reportOn(changed('device', '{ id: $deviceId, id: $name? }'))).toMatchInlineSnapshot(
      `"vendor.yaml:45:26  not valid YAML: Map keys must be unique"`,
    );
  });

  it.each(['', '- a', 'device', '42'])('are reported for a file that holds %j and no shapes', (text) => {
    expect(reportOn(text)).toBe('vendor.yaml:1:1  a dialect names shapes, and this names nothing');
  });

  it('are reported for each missing shape, with a sample to start from', () => {
    const text = mutated(textOf('default'), 'ticket: {', 'name2: {');
    expect(reportOn(mutated(text, 'jogBody: {', 'x: {'))).toMatchInlineSnapshot(`
      "vendor.yaml:6:1  the shape jogBody is missing
          For example jogBody: { duration: $duration }
      vendor.yaml:6:1  the shape ticket is missing
          For example ticket: { ticket: $ticket, expiresIn: $expiresIn? }
      vendor.yaml:123:1  there is no shape or setting x
      vendor.yaml:128:1  there is no shape or setting name2"
    `);
  });

  it('are reported for a sample that holds itself', () => {
    expect(reportOn(changed('device', '&all { id: $deviceId, more: *all }'))).toMatch(/^vendor.yaml:/);
  });

  it('are reported for a sample that nests without measure', () => {
    const deep = `${'{ a: '.repeat(40)}$name${' }'.repeat(40)}`;
    expect(problemsOf('device', `{ id: $deviceId, deep: ${deep} }`)).toEqual([
      'samples nest 32 levels at most',
    ]);
  });
});
