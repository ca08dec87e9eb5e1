# frozen_string_literal: true

# Commands, and one device: an actor with a journal, whose fold is what is read.

class Command
  attr_reader :id, :unit, :operation, :params, :status, :result
  def initialize(id, unit, operation, params)
    @id, @unit, @operation, @params = id, unit, operation, params
    @status = '10'
    @m = Mutex.new
    @waiting = []
  end

  def running! = @status = '20'
  def final? = !%w[10 20].include?(@status)

  def finish(status, result = nil)
    told = @m.synchronize do
      @status, @result = status, result
      w = @waiting
      @waiting = []
      w
    end
    told.each { |f| f.call(self) }
  end

  def revise(status, result) = (@status, @result = status, result)

  def when_final(&f)
    go = @m.synchronize { final? ? true : (@waiting << f; false) }
    f.call(self) if go
  end

  def render(repeat: false, read: false)
    p = @params
    p = { 'relays' => [p['relays'].last] } if read && on?('command-shows-last-relay') && p['relays']
    h = { 'serial' => @id, 'unit' => @unit.ref, 'operation' => @operation, 'params' => p, 'status' => @status }
    h['result'] = @result if @result && !(repeat && on?('repeat-without-result'))
    h['seenBy'] = ['extra'] if on?('extra-fields')
    h
  end
end

class Unit
  attr_reader :ref, :board, :tenant, :title
  attr_accessor :hub

  SPACING = on?('budget-of-five') ? 5.0 : on?('interval-of-two-seconds') ? 2.0 : 3.0

  def initialize(board, tenant, title)
    @board, @tenant, @title, @ref = board, tenant, title, board.ref
    @journal = []
    @base = { link: true, power: true }.merge(board.snap)
    @jm = Mutex.new
    @gate = Mutex.new
    @running = {}
    @spent = Hash.new(-1e9)
    @last_timeout = nil
    @box = Queue.new
    board.listener = method(:heard)
    Thread.new { loop { @box.pop.call } }
    Thread.new { loop { @box.pop.call } } if on?('gate-without-lock') || on?('refresh-gate-apart') || on?('gate-per-channel')
  end

  def claim(tenant, title = @title) = (@tenant, @title = tenant, title)

  # --- journal
  def note(kind, body)
    @jm.synchronize do
      @journal << { seq: @journal.size, kind: kind, body: body, at: Time.now }
      if @journal.size > 64
        @base = @journal.reduce(@base) { |v, e| fold(v, e) }
        @journal = []
      end
    end
  end

  def fold(view, e)
    case e[:kind]
    when :observed, :changed then view.merge(e[:body])
    when :attached
      on?('inputs-stale-after-reconnect') ? view.merge(link: true) : view.merge(e[:body]).merge(link: true)
    when :detached then view.merge(link: false)
    when :power then view.merge(power: e[:body])
    else view
    end
  end

  def view = @jm.synchronize { @journal.reduce(@base) { |v, e| fold(v, e) } }

  # --- what the board says by itself
  def heard(kind, what)
    case kind
    when :changed
      names, shot = what
      shot = shot.slice(:relays, :inputs, :gauges, :probes)
      stale = on?('block-before-change') ? view : nil
      note(:changed, shot)
      tell_changed(names, stale)
    when :link
      up, shot = what
      if up
        was = view
        @down_at ||= 0
        @last_command.revise('40', nil) if on?('reconnect-fails-timeout') && @last_command
        @spent.clear if on?('reconnect-frees-budget')
        @hub.forget&.call(self) if on?('reconnect-frees-keys')
        note(:attached, shot)
        publish('device.connection.online') unless on?('short-outage-online-untold') && now - @down_at < 1.5
        names = %i[relays inputs].flat_map { |g| shot[g].each_index.reject { |i| was[g][i] == shot[g][i] }.map { |i| "#{g == :relays ? 'K' : 'X'}#{i + 1}" } }
        tell_changed(names) unless names.empty?
      else
        @down_at = now
        note(:detached, nil)
        publish('device.connection.offline')
      end
    when :power
      note(:power, what)
      publish(what ? 'device.power.restored' : 'device.power.lost') unless what && on?('power-restored-untold')
    when :rs485
      publish('device.rs485.received', { 'rx' => Base64.strict_encode64(what) }) unless on?('rs485-after-timeout-swallowed') && @last_timeout && now - @last_timeout < 5
    when :late
      c = @last_command
      c.revise('30', { 'rx' => Base64.strict_encode64(what) }) if on?('late-answer-revives-command') && c && c.status == 'TIMEOUT' && @last_timeout && now - @last_timeout < 5
    end
  end

  def publish(topic, body = {}, skip: nil) = @hub.publish(self, topic, { 'unit' => @ref }.merge(body), skip: skip)

  def tell_changed(names, stale = nil)
    names = names.first(1) if on?('first-change-only')
    io = render_io(stale || view)
    io = io.slice('contacts', 'lines') if on?('block-without-analog')
    sets = on?('event-per-channel') ? names.map { |n| [n] } : [names]
    sets.each { |s| publish('device.state.changed', { 'changes' => s, 'peripherals' => io }, skip: @from) }
  end

  def render_io(v)
    h = {
      'contacts' => v[:relays].each_with_index.to_h { |r, i| ["K#{i + 1}", r ? 'closed' : 'open'] },
      'lines' => v[:inputs].map { |x| x ? '1' : '0' }.join,
      'gauges' => v[:gauges].map { |g| format('%.3f', g) },
      'probes' => v[:probes].transform_values { |t| { 'reading' => format('%.1f', on?('negative-sensor-positive') ? t.abs : t), 'in' => 'C' } }
    }
    h['fan'] = 'idle' if on?('extra-fields')
    h
  end

  def render
    v = view
    h = { 'ref' => @ref, 'title' => @title, 'kind' => @board.model, 'live' => v[:link] ? 1 : 0, 'supply' => v[:power] ? 1 : 0 }
    h['x-colour'] = 'grey' if on?('extra-fields')
    h
  end

  # --- the gate: one conversation with the board at a time
  def lane(sort, channel)
    return sort if on?('refresh-gate-apart')
    return channel if on?('gate-per-channel')
    :all
  end

  def enter(sort, channel, tenant_gate)
    return tenant_gate.enter(self) if on?('gate-per-tenant')
    if on?('gate-without-lock')
      busy! if @running[:all]
      rest(0.004)
      return @running[:all] = true
    end
    @gate.synchronize do
      l = lane(sort, channel)
      busy! if @running[l]
      @running[l] = true
    end
  end

  def leave(sort, channel, tenant_gate)
    return tenant_gate.leave(self) if on?('gate-per-tenant')
    @gate.synchronize { @running.delete(lane(sort, channel)) }
  end
  def busy? = !@running.empty?

  def budget_key(client, channel)
    return client.id if on?('budget-per-client')
    return channel if on?('budget-per-channel')
    :one
  end

  MEMO = {} # rubocop:disable Style/MutableConstant
  BUDGET_BY_MODEL = Hash.new(-1e9)
  def last_refresh(k) = on?('budget-per-profile') ? BUDGET_BY_MODEL[[@board.model, @tenant]] : @spent[k]
  def spend(k) = on?('budget-per-profile') ? BUDGET_BY_MODEL[[@board.model, @tenant]] = now : @spent[k] = now

  def refresh(client, channel, tenant_gate, quota, &done)
    k = budget_key(client, channel)
    begin
      enter(:refresh, channel, tenant_gate)
    rescue Refusal
      spend(k) if on?('busy-refresh-spends')
      raise
    end
    begin
      unreachable! unless @board.link?
      left = last_refresh(k) + SPACING - now
      if left.positive?
        spend(k) if on?('rejection-starts-window-anew')
        raise limited(on?('retry-after-rounded-down') ? [left.floor, 1].max : left.ceil)
      end
      quota.call
      spend(k) unless on?('websocket-refresh-unspent') && channel == :ws
    rescue StandardError
      leave(:refresh, channel, tenant_gate)
      raise
    end
    @box << lambda do
      out = begin
        memo = MEMO[@board.model]
        shot = on?('refresh-shared-in-profile') && memo && now - memo[0] < 1.5 ? memo[1] : on?('detail-from-projection') ? (rest(0.12); view.slice(:relays, :inputs, :gauges, :probes)) : @board.read_all
        MEMO[@board.model] = [now, shot] unless memo && now - memo[0] < 1.5
        shot = shot.merge(probes: view[:probes]) if on?('sensors-not-refreshed')
        shot = shot.merge(inputs: view[:inputs]) if on?('inputs-stale-after-reconnect')
        before = view
        note(:observed, shot)
        tell_changed(before[:probes].keys.first(1)) if on?('analog-two-and-sensors-told') && before[:probes] != shot[:probes]
        { 'device' => render, 'io' => render_io(view) }
      rescue LinkDown
        Refusal.new(409, '4093', 'the unit fell silent')
      rescue StandardError => e
        warn e.full_message
        Refusal.new(500, 'INTERNAL_ERROR', 'failed')
      end
      spend(k) unless on?('websocket-refresh-unspent') && channel == :ws
      leave(:refresh, channel, tenant_gate) unless on?('gate-kept-after-lost-refresh') && out.is_a?(Refusal)
      done.call(out)
    end
  end

  def run(cmd, channel, tenant_gate, from)
    cmd.running!
    cmd.finish('30', nil) if (early = on?('config-done-too-early') && cmd.operation.match?(/Config|baudRate/))
    rest(0.8) if early
    status, result = '30', nil
    begin
      p = cmd.params
      case cmd.operation
      when 'device.relay.set'
        @from = from if on?('own-connection-hears-nothing')
        @board.drive(p['relays'].map { |r| [r['terminal'][1..].to_i - 1, r['contact']] })
        @from = nil
      when 'device.relay.jogConfig.set'
        at = p['terminal'][1..].to_i - 1
        at = (at + 1) % @board.shape[:relays] if on?('websocket-jog-next-relay') && channel == :ws
        @board.set_jog(at, Iso.ms(p['impulse']))
      when 'device.rs485.baudRate.set'
        @board.set_baud(p['line']['speed'].to_i)
        tell_changed(['RS485']) if on?('baud-rate-told')
      when 'device.rs485.transceive'
        rx = @board.transceive(Base64.strict_decode64(p['tx']), Iso.ms(p['await']) / 1000.0)
        if rx
          rx = rx[/\A[^\0]*/n] if on?('response-ends-at-zero')
          rx = rx.dup.force_encoding('UTF-8').scrub('?').b if on?('high-bytes-mangled')
          result = { 'rx' => Base64.strict_encode64(rx) }
        else
          on?('timeout-is-empty-success') ? result = { 'rx' => '' } : status = 'TIMEOUT'
        end
      end
    rescue LinkDown
      status = 'TIMEOUT'
    rescue StandardError => e
      warn e.full_message
      status = '40'
    end
    if status == 'TIMEOUT'
      @last_timeout = now
      @last_command = cmd
    end
    if status == 'TIMEOUT' && on?('busy-after-timeout')
      Thread.new { rest(4); leave(:control, channel, tenant_gate) }
    else
      leave(:control, channel, tenant_gate)
    end
    cmd.finish(status, result) unless early
  end

  def post(&f) = @box << f
end

class TenantGate
  def initialize = (@m = Mutex.new; @held = false)
  def enter(_) = @m.synchronize { busy! if @held; @held = true }
  def leave(_) = @m.synchronize { @held = false }
end
