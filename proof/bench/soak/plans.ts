// The fault plans, ordered over the control plane.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../fixtures/faults/', import.meta.url));

export interface Plan {
  readonly name: string;
  readonly text: string;
}

export async function allPlans(): Promise<Plan[]> {
  const names = (await readdir(FOLDER)).toSorted();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(FOLDER, name), 'utf8') })));
}

export interface FaultDesk {
  order(plan: Plan): Promise<void>;
  clear(): Promise<void>;
}

/** @param greeting of `conform serve`, which says where the control plane is */
export function createFaultDesk(greeting: string): FaultDesk {
  const [, url, token] = /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/.exec(greeting) ?? [];
  if (url === undefined || token === undefined) throw new Error('the simulator named no control plane');
  const call = async (method: string, path: string, body?: string): Promise<void> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/yaml' }),
    };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
  };
  return {
    order: ({ text }) => call('POST', '/faults/plan', text),
    clear: () => call('DELETE', '/faults'),
  };
}
