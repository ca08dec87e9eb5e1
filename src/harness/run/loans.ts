// Devices that checks lend while they wait: another check may use one until the wait is over, if it surely has ended by
// then, and refresh it only where the lender does not.
import type { Clock } from '../../kernel/clock.js';
import type { Leases } from '../target/leases.js';
import type { Lease, LeaseRequest } from '../target/lessor.js';
import { holdOf, leadOf } from './estimate.js';

/** Waits until whoever has borrowed one of the devices has given it back. */
export type TakeBack = () => Promise<void>;

export interface Lent {
  readonly device: string;
  /** The lender refreshes it itself: nobody else may spend its budget. */
  readonly refreshes: boolean;
}

export interface Loans {
  /** @param until when the devices are needed again, in ms of the clock. */
  lend(devices: readonly Lent[], until: number): TakeBack;
  /** A lent device for the request; undefined where none is lent for long enough. */
  offer(request: LeaseRequest): Lease | undefined;
  /** Somebody has a lent device; to be called again when it is given back. */
  begin(lease: Lease): () => void;
  /** How many lent devices are in use. */
  readonly inUse: number;
}

/** So much of the wait must be left when the borrower has ended, in ms: estimates are rough. */
const MARGIN = 400;

interface Loan extends Pick<Lent, 'refreshes'> {
  readonly until: number;
  use?: Promise<void>;
}

export function createLoans({ now }: Pick<Clock, 'now'>, { restedAt }: Pick<Leases, 'restedAt'>): Loans {
  const loans = new Map<string, Loan>();
  let inUse = 0;
  const isEnough = ({ until, use }: Loan, time: number): boolean =>
    use === undefined && now() + time + MARGIN <= until;
  return {
    lend: (devices, until) => {
      const own = devices.map(({ device, refreshes }): [string, Loan] => [device, { until, refreshes }]);
      for (const [device, loan] of own) loans.set(device, loan);
      return async () => {
        for (const [device] of own) loans.delete(device);
        await Promise.all(own.flatMap(([, { use }]) => use ?? []));
      };
    },
    offer: (request) => {
      const [[name, candidates] = ['', []], ...others] = Object.entries(request.devices);
      if (!request.borrows || others.length > 0) return undefined;
      const time = holdOf(request.waits);
      const lead = leadOf(request.waits, name);
      const device = candidates.find((each) => {
        const loan = loans.get(each);
        if (!loan || !isEnough(loan, time)) return false;
        return lead === undefined || (!loan.refreshes && restedAt(each) <= now() + lead);
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
