// What the judge is told of an operation is what the wire could say of it.
import { expect, test } from 'vitest';
import { asWritten } from '../../../src/harness/target/driver/prepared.js';
import { changed, dialectOf } from '../../dialect/read-dialect.js';

test('A timeout that the dialect does not show was never sent', () => {
  const dialect = dialectOf(changed('transceiveParams', `{ data: '$data:hex' }`));
  const asked = { name: 'device.rs485.transceive', params: { data: '0102', timeout: 3000 } } as const;
  expect(asWritten(dialect, asked)).toEqual({ ...asked, params: { data: '0102' } });
  expect(dialect.without.has('transceive-timeout')).toBe(true);
  const telling = dialectOf(changed('transceiveParams', `{ data: '$data:hex', wait: '$timeout:tenths?' }`));
  expect(asWritten(telling, asked)).toEqual(asked);
  expect(telling.without.has('transceive-timeout')).toBe(false);
});
