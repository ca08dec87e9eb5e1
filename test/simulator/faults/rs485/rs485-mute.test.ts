import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a transceive ends as TIMEOUT while the answers are lost, once only if so ordered', async () => {
  const { order, transceive, journal } = stage();
  order({ fault: 'rs485-mute', on: { device: 'plant-1' }, count: 1 });
  expect((await transceive('plant-1', 'ee01')).data.command.status).toBe('TIMEOUT');
  const second = await transceive('plant-1', 'ee01');
  expect(second.data.command).toMatchObject({ status: 'SUCCEEDED', result: { data: 'ee01' } });
  expect(journal.map(({ cause }) => cause)).toEqual(['RS485 answer to plant-1 (1st answer; once)']);
});
