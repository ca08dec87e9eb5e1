// How often Redis is asked for a request of each kind: counted by Redis itself, in what it shows of its work.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCRIPTS } from '../../../src/simulator/cluster/link.js';
import type { CommandRequest } from '../../../src/simulator/service/command-ledger.js';
import type { CommandBegun } from '../../../src/simulator/service/service-state.js';
import { type ClusterRig, clusterRig } from './cluster-rig.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();

/** What every instance does now and then, whatever it is asked; what has become of a device may be kept later, too. */
const BY_ITSELF = new Set(['life', 'generation', 'join', 'load', 'ack', 'beat', 'leave', 'tell']);
const NAMES = new Map(
  Object.entries(SCRIPTS).flatMap(([name, lua]) => [
    // As MONITOR spells it.
    [lua.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'), name],
    [createHash('sha1').update(lua).digest('hex'), name],
  ]),
);

describe.skipIf(!hasBoth)(
  'a request (skipped where redis-server or the package ioredis is not installed)',
  () => {
    let server: RedisServer;
    let rigs: ClusterRig[] = [];
    let seen: string[] = [];
    let watch: { disconnect(): void } | undefined;
    let mark: (text: string) => Promise<unknown>;
    let marked: (text: string) => Promise<void>;

    beforeAll(async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      server = await startRedisServer();
      for (let nth = 0; nth < 3; nth++) rigs.push(await clusterRig(ioredis, server.url));
      for (const { seat } of rigs) await seat.node.settled();
      for (const rig of rigs)
        for (const device of ['a', 'b', 'c'])
          if (rig.seat.node.isMine(device)) await rig.seat.keeper.prepare(device);
      const side = new ioredis.Redis(server.url);
      // The connection of which the monitor is made stays open beside it.
      const parent = new ioredis.Redis(server.url);
      const monitor = await parent.monitor();
      const waiting = new Map<string, () => void>();
      monitor.on('monitor', (_time: string, [command = '', first = '']: string[], source: string) => {
        const name = /^eval(sha)?$/i.test(command) && source !== 'lua' ? NAMES.get(first) : undefined;
        if (name !== undefined && !BY_ITSELF.has(name)) seen.push(name);
        if (command.toLowerCase() === 'echo') waiting.get(first)?.();
      });
      mark = (text) => side.echo(text);
      marked = (text) => new Promise((resolve) => waiting.set(text, resolve));
      watch = { disconnect: () => [side, parent, monitor].forEach((each) => each.disconnect()) };
    });
    afterAll(async () => {
      watch?.disconnect();
      for (const { seat } of rigs) await seat.close();
      rigs = [];
      await server.stop();
    });
    beforeEach(() => asked());

    /** The scripts that were called since it was asked last. */
    let marks = 0;
    const asked = async (): Promise<string[]> => {
      const text = `mark ${++marks}`;
      const come = marked(text);
      await mark(text);
      await come;
      const scripts = seen;
      seen = [];
      return scripts;
    };
    const rigOf = (isOwner: boolean): ClusterRig => {
      const found = rigs.find(({ seat }) => seat.node.isMine('a') === isOwner);
      if (!found) throw new Error('every device has one owner');
      return found;
    };
    let keys = 0;
    const request = (): CommandRequest => ({
      clientId: `client-${++keys}`,
      deviceId: 'a',
      operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
      idempotencyKey: `key-${keys}`,
    });
    const entryOf = (begun: CommandBegun): Extract<CommandBegun, { kind: 'repeat' | 'begun' }>['entry'] => {
      if (begun.kind !== 'repeat' && begun.kind !== 'begun') throw new Error(begun.kind);
      return begun.entry;
    };
    const carriedOut = async (through: ClusterRig, given: CommandRequest): Promise<string> => {
      const begun = await through.state.beginCommand(given, () => true);
      const { command, finished } = entryOf(begun);
      if (begun.kind === 'begun') begun.end({ status: 'succeeded' });
      else await rigOf(true).run(finished);
      await finished;
      return command.commandId;
    };

    it('of a command takes two calls, whether it comes to the instance of the device or to another one', async () => {
      await carriedOut(rigOf(true), request());
      expect(await asked()).toEqual(['begin', 'finish']);
      await carriedOut(rigOf(false), request());
      expect(await asked()).toEqual(['begin', 'finish']);
    });

    it('that repeats a command, or is refused, takes one', async () => {
      const first = request();
      await carriedOut(rigOf(true), first);
      await asked();
      await carriedOut(rigOf(false), first);
      expect(await asked()).toEqual(['begin']);
      const operation = {
        name: 'device.relay.set',
        params: { relays: [{ index: 1, action: 'off' }] },
      } as const;
      await rigOf(true).state.beginCommand(
        { ...first, operation: structuredClone(operation) as unknown as CommandRequest['operation'] },
        () => true,
      );
      expect(await asked()).toEqual(['begin']);
    });

    it('for a query that needs a quota takes one, also where it reads a command', async () => {
      const { state } = rigOf(false);
      const first = request();
      const commandId = await carriedOut(rigOf(true), first);
      await asked();
      await state.spend('one', 'query');
      expect(await asked()).toEqual(['spend']);
      const read = await state.readCommand(first.clientId, commandId, () => true);
      expect(read.kind).toBe('read');
      expect(await asked()).toEqual(['read']);
    });

    it('of a token or ticket takes one, and of a token that was met before none', async () => {
      const { state } = rigOf(false);
      await state.issueTicket('one');
      expect(await asked()).toEqual(['issueTicket']);
      await state.authenticate(undefined);
      expect(await asked()).toEqual([]);
      const issued = await state.issueToken({ clientId: 'one', clientSecret: 'secret' });
      expect(await asked()).toEqual(['issueToken']);
      if (!issued.ok) return;
      await state.authenticate(issued.value.accessToken);
      expect(await asked()).toEqual([]);
      await rigOf(true).state.authenticate(issued.value.accessToken);
      await rigOf(true).state.authenticate(issued.value.accessToken);
      expect(await asked()).toEqual(['look']);
    });

    it('for a refresh takes two, and two more where another instance has the device', async () => {
      const { state, seat } = rigOf(false);
      const begun = await state.beginRefresh({ clientId: 'one', deviceId: 'a', origin: undefined });
      if (begun.kind !== 'begun') throw new Error(begun.kind);
      await begun.end();
      expect(await asked()).toEqual(['refresh', 'free']);
      await rigOf(true).run(seat.node.ask(rigOf(true).seat.node.id, { kind: 'config', deviceId: 'a' }));
      expect(await asked()).toEqual(['send', 'send']);
    });

    it('to open a connection, and to change the fleet, takes one', async () => {
      const { state } = rigOf(false);
      const ticket = await state.issueTicket('two');
      if (!ticket.ok) throw new Error(ticket.refusal.code);
      await asked();
      expect((await state.openConnection(ticket.value.ticket, () => false)).kind).toBe('opened');
      expect(await asked()).toEqual(['open']);
      const what = { kind: 'password', deviceId: 'a', password: 'another' } as const;
      expect((await state.change('two', what, () => true)).kind).toBe('changed');
      expect(await asked()).toEqual(['change']);
      await rigOf(true).seat.node.scripts.fence();
      expect(await asked()).toEqual(['look']);
    });
  },
);
