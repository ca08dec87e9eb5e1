// What a dialect has no place for is not sent, and is not recorded as sent either.
import { expect, it } from 'vitest';
import { asCarried } from '../../../src/harness/target/driver/as-carried.js';
import { changed, dialectOf, textOf } from '../../dialect/read-dialect.js';

const LASTING = { name: 'device.rs485.transceive', params: { data: '01', timeout: 4000 } } as const;

it('is the timeout of a transceive, where the dialect shows none', () => {
  const without = dialectOf(changed('transceiveParams', "{ data: '$data:hex' }"));
  expect(asCarried(without, LASTING)).toEqual({ name: LASTING.name, params: { data: '01' } });
  expect(asCarried(dialectOf(textOf('default')), LASTING)).toBe(LASTING);
});
