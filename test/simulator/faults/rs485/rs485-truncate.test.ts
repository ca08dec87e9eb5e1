import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('only the beginning of an answer arrives', async () => {
  const { order, transceive } = stage();
  order({ fault: 'rs485-truncate', on: { device: 'plant-1' }, with: { keep: 2 } });
  expect((await transceive('plant-1', '01030405')).data.command.result).toEqual({ data: '0103' });
  expect((await transceive('plant-1', '0103')).data.command.result).toEqual({ data: '01' });
});
