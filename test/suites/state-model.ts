// The interface's word on keys, lanes, quotas and budgets, as simple as can be: what a store has to agree with.

export const STATE_LIMITS = {
  /** In ms; likewise below. */
  retention: 20_000,
  refreshInterval: 3000,
  control: { limit: 4, window: 5000 },
  query: { limit: 3, window: 4000 },
};

type Class = 'control' | 'query';

export interface ModelCommand {
  readonly client: string;
  readonly device: string;
  readonly key: string;
  readonly action: string;
  status: 'pending' | 'succeeded' | 'failed' | 'timeout';
  endedAt: number;
}

interface Window {
  readonly endsAt: number;
  taken: number;
}

export class StateModel {
  readonly commands: ModelCommand[] = [];
  private readonly lanes = new Set<string>();
  private readonly windows = new Map<string, Window>();
  private readonly refreshed = new Map<string, number>();

  begin(client: string, device: string, key: string, action: string, now: number): ModelCommand | string {
    const known = this.commands.find(
      (each) => each.client === client && each.key === key && !this.isOver(each, now),
    );
    if (known) return known.device === device && known.action === action ? known : 'conflict';
    if (this.lanes.has(device)) return 'busy';
    const wait = this.waitFor(client, 'control', now);
    if (wait > 0) return `limited ${wait}`;
    this.take(client, 'control', now);
    this.lanes.add(device);
    const command: ModelCommand = { client, device, key, action, status: 'pending', endedAt: Infinity };
    this.commands.push(command);
    return command;
  }

  end(command: ModelCommand, status: 'succeeded' | 'failed', now: number): void {
    this.lanes.delete(command.device);
    command.status = status;
    command.endedAt = now;
  }

  refresh(device: string, now: number): string {
    if (this.lanes.has(device)) return 'busy';
    const last = this.refreshed.get(device);
    const wait = last === undefined ? 0 : last + STATE_LIMITS.refreshInterval - now;
    if (wait > 0) return `limited ${wait}`;
    this.refreshed.set(device, now);
    this.lanes.add(device);
    return 'begun';
  }

  endRefresh(device: string): void {
    this.lanes.delete(device);
  }

  spend(client: string, now: number): string {
    const wait = this.waitFor(client, 'query', now);
    if (wait > 0) return `limited ${wait}`;
    this.take(client, 'query', now);
    return 'spent';
  }

  giveBack(client: string, now: number): void {
    const window = this.windows.get(`${client} query`);
    if (window && window.endsAt > now && window.taken > 0) window.taken--;
  }

  /** What was in flight ends as TIMEOUT; everything else is as it was. */
  restart(now: number): void {
    this.lanes.clear();
    for (const command of this.commands) {
      if (command.status !== 'pending') continue;
      command.status = 'timeout';
      command.endedAt = now;
    }
  }

  isOver({ endedAt }: ModelCommand, now: number): boolean {
    return endedAt + STATE_LIMITS.retention <= now;
  }

  private waitFor(client: string, of: Class, now: number): number {
    const window = this.windows.get(`${client} ${of}`);
    if (!window || window.endsAt <= now) return 0;
    return window.taken < STATE_LIMITS[of].limit ? 0 : window.endsAt - now;
  }

  private take(client: string, of: Class, now: number): void {
    const window = this.windows.get(`${client} ${of}`);
    if (window && window.endsAt > now) window.taken++;
    else this.windows.set(`${client} ${of}`, { endsAt: now + STATE_LIMITS[of].window, taken: 1 });
  }
}
