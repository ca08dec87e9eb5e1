// Puts the entries of one life at their places. Those that are there from the beginning are put there once; others come
// and go while requests are served. Where there is none, what is called at a place is what is there without any.
import { withMembers } from '../../kernel/with-members.js';
import type { DeviceDirectory, Service } from '../service/service.js';
import type { ServicePorts } from '../service/ports.js';
import type { Edge, EdgeContext, Entry, Places } from './edge.js';

/** What is called at a place at this moment. */
export interface Place<F> {
  readonly now: F;
}

export type Edges = ReturnType<typeof createEdges>;

/** @param entries the first is innermost. */
export function createEdges(entries: readonly Edge[], life: EdgeContext) {
  const renewals: ((active: readonly Edge[]) => void)[] = [];
  return {
    place: <P extends keyof Places>(name: P, inner: Places[P]): Place<Places[P]> => {
      const lasting = surround(name, inner, entries.toReversed());
      const place = { now: lasting };
      renewals.push((active) => (place.now = surround(name, lasting, active)));
      return place;
    },
    calls: (service: Service): Service =>
      entries.reduce((inner, { calls }) => changed(inner, calls?.(inner, life)), service),
    ports: (ports: ServicePorts): ServicePorts =>
      entries.reduce((inner, { ports: change }) => changedPorts(inner, change, life), ports),
    devices: (devices: DeviceDirectory): DeviceDirectory =>
      entries.reduce((inner, { devices: change }) => changed(inner, change?.(inner, life)), devices),
    /** These stand around the others from now on, the first outermost, in place of those that were put there before. */
    put: (active: readonly Edge[]): void => {
      for (const renew of renewals) renew(active);
    },
  };
}

/** @param entries the first is outermost. */
function surround<T, P extends keyof T>(name: P, inner: T[P], entries: readonly Entry<T>[]): T[P] {
  return entries.reduceRight((next, entry) => {
    const around = entry[name] as ((...given: unknown[]) => unknown) | undefined;
    return around ? (((...given: unknown[]) => around(...given, next)) as T[P]) : next;
  }, inner);
}

/** The same for all places of one kind. */
export function surrounded<T extends object>(inner: T, entries: readonly Entry<T>[]): T {
  const names = Object.keys(inner) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, surround(name, inner[name], entries)])) as T;
}

function changedPorts(inner: ServicePorts, change: Edge['ports'], life: EdgeContext): ServicePorts {
  const changes = Object.entries(change?.(inner, life) ?? {}).map(([name, methods]) => {
    return [name, changed(inner[name as keyof ServicePorts] as object, methods)] as const;
  });
  return { ...inner, ...Object.fromEntries(changes) };
}

function changed<T extends object>(inner: T, changes: Partial<T> | undefined): T {
  return changes ? (withMembers(inner, changes) as T) : inner;
}
