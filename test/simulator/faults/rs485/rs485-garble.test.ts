import { expect, test } from 'vitest';
import { fromHex } from '../../../../src/kernel/hex.js';
import { stage } from '../staged.js';

test('exactly as many bytes of an answer are changed as were ordered', async () => {
  const { order, transceive } = stage();
  order({ fault: 'rs485-garble', on: { device: 'plant-1' }, with: { bytes: 2 } });
  const sent = '00112233445566778899';
  for (let nth = 0; nth < 5; nth++) {
    const { result } = (await transceive('plant-1', sent)).data.command;
    const [before, after] = [fromHex(sent)!, fromHex(result.data)!];
    expect(after).toHaveLength(before.length);
    expect([...after].filter((byte, at) => byte !== before[at])).toHaveLength(2);
  }
});

test('all bytes of a short answer are changed at most', async () => {
  const { order, transceive } = stage();
  order({ fault: 'rs485-garble', on: { device: 'plant-1' }, with: { bytes: 9 } });
  const { result } = (await transceive('plant-1', 'aa')).data.command;
  expect(result.data).toHaveLength(2);
  expect(result.data).not.toBe('aa');
});
