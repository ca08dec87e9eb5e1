// Devices that checks lend while they wait: another check may use one until the wait is over, if it surely has ended by
// then and does not refresh it.
import type { Clock } from '../../kernel/clock.js';
import type { Lease, LeaseRequest } from '../target/lessor.js';
import { holdOf } from './estimate.js';

/** Waits until whoever has borrowed one of the devices has given it back. */
export type TakeBack = () => Promise<void>;

export interface Loans {
  /** @param until when the devices are needed again, in ms of the clock. */
  lend(devices: readonly string[], until: number): TakeBack;
  /** A lent device for the request; undefined where none is lent for long enough. */
  offer(request: LeaseRequest): Lease | undefined;
  /** Somebody has a lent device; to be called again when it is given back. */
  begin(lease: Lease): () => void;
  /** How many lent devices are in use. */
  readonly inUse: number;
}

/** So much of the wait must be left when the borrower has ended, in ms: estimates are rough. */
const MARGIN = 400;

interface Loan {
  readonly until: number;
  use?: Promise<void>;
}

export function createLoans({ now }: Pick<Clock, 'now'>): Loans {
  const loans = new Map<string, Loan>();
  let inUse = 0;
  const isEnough = ({ until, use }: Loan, time: number): boolean =>
    use === undefined && now() + time + MARGIN <= until;
  return {
    lend: (devices, until) => {
      const own = devices.map((device) => [device, { until } satisfies Loan] as const);
      for (const [device, loan] of own) loans.set(device, loan);
      return async () => {
        for (const [device] of own) loans.delete(device);
        await Promise.all(own.map(([, loan]: readonly [string, Loan]) => loan.use));
      };
    },
    offer: (request) => {
      const [[name, candidates] = ['', []], ...others] = Object.entries(request.devices);
      if (!request.borrows || others.length > 0) return undefined;
      const time = holdOf(request.waits);
      const device = candidates.find((each) => {
        const loan = loans.get(each);
        return loan && isEnough(loan, time);
      });
      return device === undefined ? undefined : { [name]: device };
    },
    begin: (lease) => {
      inUse++;
      const used = Object.values(lease).flatMap((device) => loans.get(device) ?? []);
      let over = (): void => undefined;
      const use = new Promise<void>((resolve) => (over = resolve));
      for (const loan of used) loan.use = use;
      return () => {
        inUse--;
        for (const loan of used) delete loan.use;
        over();
      };
    },
    get inUse() {
      return inUse;
    },
  };
}
