# frozen_string_literal: true

# What is asked: permissions, devices, operations, tickets, frames; and the hub of events.

class Service
  attr_reader :hub
  TOKENS = %w[device:read device:control device:config device:manage].freeze

  def initialize
    @hub = Hub.new
    fleet
    @tm = Mutex.new
    @grants = {}
    @tickets = {}
    @quota = Quota.new
    @cm = Mutex.new
    @commands = {}
    @keys = {}
    @serial = 41_000
    @hub.clients = @clients
    @gates = Hash.new { |h, k| h[k] = TenantGate.new }
    @n = 0
    @hub.forget = ->(u) { @cm.synchronize { @keys.delete_if { |_, v| v[1]&.unit == u } } }
    @list_cache = {}
    @config_cache = {}
  end

  def fleet
    b = lambda { |*a| Board.new(*a) }
    @units = {}
    [[b['KX-11', 'octo', 8, 4, 2, 2, 'pw-11'], 'north', 'Boiler room'],
     [b['KX-12', 'octo', 8, 4, 2, 2, 'pw-12'], 'north', 'Pump house'],
     [b['KX-13', 'mono', 1, 2, 1, 1, 'pw-13'], 'north', 'Gate'],
     [b['KX-14', 'quad', 4, 4, 2, 1, 'pw-14'], 'north', 'Greenhouse'],
     [b['KX-21', 'octo', 8, 4, 2, 2, 'pw-21'], 'south', 'Cold store'],
     [b['KX-22', 'quad', 4, 4, 2, 1, 'pw-22'], 'south', 'Ramp'],
     [b['KX-31', 'quad', 4, 4, 2, 1, 'pw-31'], nil, 'Boxed']].each do |board, tenant, title|
      u = Unit.new(board, tenant, title)
      u.hub = @hub
      @units[u.ref] = u
    end
    all = %w[device:control device:config device:manage]
    @clients = [
      Client.new('north-all', 'secret-of-north-all', 'north', all, false, 3600),
      Client.new('north-two', 'secret-of-north-two', 'north', all, false, 3600),
      Client.new('north-read', 'secret-of-north-read', 'north', %w[device:read], false, 3600),
      Client.new('north-control', 'secret-of-north-control', 'north', %w[device:control], false, 3600),
      Client.new('north-config', 'secret-of-north-config', 'north', %w[device:config], false, 3600),
      Client.new('north-manage', 'secret-of-north-manage', 'north', %w[device:manage], false, 3600),
      Client.new('north-part', 'secret-of-north-part', 'north', %w[device:control], false, 3600, ['KX-13']),
      Client.new('north-brief', 'secret-of-north-brief', 'north', %w[device:read], false, 4),
      Client.new('north-off', 'secret-of-north-off', 'north', all, true, 3600),
      Client.new('south-all', 'secret-of-south-all', 'south', all, false, 3600),
      Client.new('south-read', 'secret-of-south-read', 'south', %w[device:read], false, 3600)
    ].to_h { |c| [c.id, c] }
  end

  def unit(ref) = @units[ref]

  def client(id, what)
    c = @clients.fetch(id)
    c.disabled = what['disabled'] if what.key?('disabled')
    @tm.synchronize { @grants.each_value { |g| g.until = now if g.client == c } } if what['expire']
  end

  def refs_of(client) = @units.values.select { |u| u.tenant && client.sees?(u) }.map(&:ref)

  # --- permissions
  def allowed?(scopes, need)
    return true if scopes.include?(need)
    return true if need == 'device:config' && on?('manage-includes-config') && scopes.include?('device:manage')
    need == 'device:read' && !scopes.empty?
  end

  def permit(scopes, need, named = need)
    return if allowed?(scopes, need)
    raise Refusal.new(403, 'AUTH_SCOPE_DENIED', 'not granted', { 'requiredScope' => named })
  end

  def token(body)
    id, secret = body.values_at('clientId', 'clientSecret')
    bad!('clientId and clientSecret are text') unless id.is_a?(String) && secret.is_a?(String)
    c = @clients[id]
    good = c && (on?('secret-by-its-start') ? c.secret.start_with?(secret) : c.secret == secret)
    raise Refusal.new(401, 'AUTH_INVALID', 'no') unless good
    if c.disabled
      raise(on?('disabled-is-invalid') ? Refusal.new(401, 'AUTH_INVALID', 'no') : Refusal.new(403, 'APP_DISABLED', 'switched off'))
    end
    life = OPTIONS['token-lifetime']&.to_i || c.life
    g = Grant.new(SecureRandom.hex(20), c, c.scopes, now + life)
    @tm.synchronize { @grants[on?('token-by-its-start') ? g.token[0, 32] : g.token] = g }
    { 'accessToken' => g.token, 'tokenType' => 'Bearer', 'expiresIn' => life, 'clientId' => on?('client-id-is-tenant') ? c.tenant : c.id, 'scopes' => c.scopes }
  end

  def grant(req, lax: false)
    m = /\ABearer +(\S+)\z/i.match(req.headers['authorization'].to_s)
    raise Refusal.new(401, 'AUTH_INVALID', 'no token') unless m
    g = @tm.synchronize { @grants[on?('token-by-its-start') ? m[1][0, 32] : m[1]] }
    raise Refusal.new(401, 'AUTH_INVALID', 'unknown token') unless g
    raise Refusal.new(403, 'APP_DISABLED', 'switched off') if g.client.disabled
    grace = on?('expired-token-lives-on') ? 60 : 0
    raise Refusal.new(401, 'AUTH_INVALID', 'expired token') if now >= g.until + grace && !(lax && on?('expired-token-gets-ticket'))
    g
  end

  def find(client, ref, strict: true)
    u = @units[ref]
    unknown! if u.nil?
    return u if u.tenant && client.sees?(u)
    return u if !strict && on?('foreign-device-removable') && u.tenant
    return u if on?('removed-still-readable') && u.tenant.nil? && u.title != 'Boxed'
    unknown!
  end

  # --- the front door
  def http(req, &reply)
    @n += 1
    raise Refusal.new(500, 'INTERNAL_ERROR', 'hiccup') if on?('now-and-then-500') && (@n % 40).zero?
    raise limited(1) if on?('now-and-then-429') && (@n % 25).zero?
    segs = req.path.split('/', -1)
    unless segs[0, 3] == ['', 'svc', 'v1']
      return http_unversioned(req, segs, &reply) if on?('any-prefix')
      unknown!
    end
    segs = segs.drop(3).map { |s| unescape(s) }
    verb = req.verb
    ok = ->(data) { reply.call(200, 'SUCCESS', data, {}) }
    case segs
    in ['auth', 'token'] then only(verb, 'POST') { ok[token(req.json)] }
    in ['devices']
      if verb == 'POST'
        g = guard(req, 'device:manage', :operate)
        ok[add(g, req.json)]
      else
        only(verb, 'GET') { g = guard(req, 'device:read', :query); ok[list(g, req)] }
      end
    in ['device-profiles']
      only(verb, 'GET') do
        guard(req, 'device:read', :query) unless on?('profiles-without-token') && req.headers['authorization'].nil?
        ok[{ 'catalogue' => @units.values.map { |u| [u.board.model, u.board.shape] }.uniq.map { |m, s| { 'kind' => m, 'has' => { 'contacts' => s[:relays], 'lines' => s[:inputs], 'gauges' => s[:gauges], 'probes' => s[:probes], 'rs485' => true } } } }]
      end
    in ['commands', id]
      only(verb, 'GET') do
        g = guard(req, 'device:read', :query)
        permit([], 'device:read') if on?('config-reads-no-commands') && g.scopes == ['device:config']
        c = id.match?(/\A\d{1,9}\z/) && @cm.synchronize { @commands[id.to_i] }
        if on?('unknown-command-is-success') && !c
          ok[{ 'command' => nil }]
        else
          unknown! unless c
          find(g.client, c.unit.ref) unless on?('foreign-commands-readable') || (on?('commands-by-tenant') && c.unit.tenant == g.client.tenant)
          ok[{ 'command' => c.render(read: true) }]
        end
      end
    in ['ws', 'ticket']
      only(verb, 'POST') do
        g = grant(req, lax: true)
        begin
          @quota.take(on?('quota-per-token') ? g.token : g.client.id, :ticket)
        rescue Refusal => e
          raise e unless on?('ticket-retry-in-milliseconds')
          raise Refusal.new(429, 'RATE_LIMITED', 'x', { 'retryAfterSeconds' => e.data['retryAfterSeconds'] * 1000, 'h' => e.data['retryAfterSeconds'] })
        end
        t = SecureRandom.urlsafe_base64(18)
        @tm.synchronize { @tickets[t] = [g, now + 20] }
        ok[{ 'admission' => { 'value' => t, 'validFor' => 'PT20S' } }]
      end
    in ['devices', ref, *rest] then device(req, verb, ref, rest, ok, reply)
    else
      raise Refusal.new(404, 'HTML', 'x') if on?('unknown-path-is-html')
      unknown!
    end
  end

  def http_unversioned(req, segs, &reply)
    i = segs.index('v1')
    unknown! unless i
    http(Request.new(req.verb, "/svc/#{segs.drop(i).join('/')}", req.query, req.headers, req.body), &reply)
  end

  def unescape(s)
    bad!('a bad escape') if s.gsub(/%[0-9A-Fa-f]{2}/, '').include?('%')
    t = s.gsub(/%([0-9A-Fa-f]{2})/) { $1.hex.chr }.dup.force_encoding('UTF-8')
    t.valid_encoding? ? t : bad!('not UTF-8')
  end

  def only(verb, want)
    raise Refusal.new(405, '4050', 'not by this method') unless verb == want
    yield
  end

  def guard(req, need, sort)
    g = grant(req)
    permit(g.scopes, need)
    @quota.take(on?('quota-per-token') ? g.token : g.client.id, sort) if sort
    g
  end

  def device(req, verb, ref, rest, ok, reply)
    case [verb, *rest]
    in ['GET']
      g = grant(req)
      permit(g.scopes, 'device:read')
      u = find(g.client, ref)
      u.refresh(g.client, :rest, @gates[u.tenant], -> { @quota.take(on?('quota-per-token') ? g.token : g.client.id, :operate) }) do |out|
        out.is_a?(Refusal) ? reply.call(out.status, out.code, out.data, {}) : ok[out]
      end
    in ['GET', 'config']
      g = guard(req, 'device:read', :query)
      u = find(g.client, ref)
      unreachable! unless u.board.link?
      s = on?('config-cached') && (c = @config_cache[ref]) && now - c[0] < 4 ? c[1] : u.board.settings
      @config_cache[ref] = [now, s] unless on?('config-cached') && @config_cache[ref] && now - @config_cache[ref][0] < 4
      ok[{ 'settings' => { 'impulse' => s[:jog].each_with_index.to_h { |ms, i| ["K#{i + 1}", Iso.text(ms)] }, 'line' => { 'speed' => s[:baud].to_s } } }]
    in ['POST', 'relays', 'commands']
      operate_http(req, ref, 'device.relay.set', 'device:control', reply) { |b| { 'relays' => b['relays'] } }
    in ['POST', 'relays', index, 'commands']
      unknown! if on?('no-compatibility')
      operate_http(req, ref, 'device.relay.set', 'device:control', reply) { |b| { 'relays' => [{ 'terminal' => terminal(index), 'contact' => on?('compatibility-closes-only') && b['contact'] == 'open' ? 'closed' : b['contact'] }] } }
    in ['POST', 'rs485', 'transceive']
      operate_http(req, ref, 'device.rs485.transceive', 'device:control', reply) { |b| b.slice('tx', 'await') }
    in ['PUT', 'rs485', 'baud-rate']
      operate_http(req, ref, 'device.rs485.baudRate.set', 'device:config', reply) { |b| { 'line' => b['line'] } }
    in ['PUT', 'relays', index, 'jog-config']
      operate_http(req, ref, 'device.relay.jogConfig.set', 'device:config', reply) { |b| { 'terminal' => terminal(index), 'impulse' => b['impulse'] } }
    in ['DELETE']
      g = guard(req, 'device:manage', :operate)
      u = find(g.client, ref, strict: false)
      busy! if u.busy?
      u.claim(nil)
      @list_cache.clear
      ok[{ 'removed' => ref }]
    in ['PUT', 'password']
      g = guard(req, 'device:manage', :operate)
      u = find(g.client, ref)
      b = req.json
      old, new = b.values_at('current', 'next')
      bad!('current and next are text') unless old.is_a?(String) && new.is_a?(String)
      senseless!('4 to 40 characters') unless new.size.between?(4, 40)
      raise Refusal.new(422, '4227', 'not the current password') unless u.board.password == old
      u.board.password = new unless on?('password-not-stored')
      reply.call(200, 'SUCCESS', on?('password-data-is-list') ? [] : {}, {})
    else unknown!
    end
  end

  def terminal(index) = index.match?(/\A\d+\z/) ? "K#{index}" : index

  # --- devices
  def list(g, req)
    q = req.query
    take = (q['take'] || '2')
    bad!('take is 1 to 50') unless take.match?(/\A\d{1,2}\z/) && take.to_i.between?(1, 50)
    take = take.to_i
    mine = @units.values.select { |u| u.tenant && g.client.sees?(u) }.sort_by(&:ref)
    if on?('list-cached-over-add')
      c = @list_cache[g.client.id]
      c && now - c[0] < 6 ? mine = c[1] : @list_cache[g.client.id] = [now, mine]
    end
    mine.reverse! if on?('list-reversed')
    if q['from']
      at = begin
        Base64.urlsafe_decode64(q['from'])
      rescue ArgumentError
        bad!('an unknown cursor')
      end
      mine = @units.values.select(&:tenant).sort_by(&:ref) if on?('later-pages-unfiltered')
      i = mine.index { |u| u.ref == at }
      bad!('an unknown cursor') unless i
      mine = mine.drop(i)
    end
    page = mine.first(take)
    nxt = mine[on?('page-skips-one') && take > 1 && mine.size > take + 1 ? take + 1 : take]
    h = { 'devices' => page.map(&:render), 'more' => { 'from' => nxt ? Base64.urlsafe_encode64(nxt.ref) : nil } }
    h
  end

  def add(g, body)
    r = body['registration']
    bad!('registration is an object') unless r.is_a?(Hash)
    ref, pass, title = r.values_at('ref', 'pass', 'title')
    bad!('ref and pass are text') unless ref.is_a?(String) && pass.is_a?(String)
    u = @units[ref] or unknown!
    raise Refusal.new(409, '4097', 'it is taken') if u.tenant
    raise Refusal.new(422, '4227', 'not its password') unless u.board.password == pass
    u.claim(g.client.tenant, title.is_a?(String) ? title : u.ref)
    { 'device' => u.render }
  end

  # --- operations
  def canonical(unit, op, a)
    shape = unit.board.shape
    terminal = lambda do |t|
      bad!('a terminal is text') unless t.is_a?(String)
      m = /\AK([1-9]\d?)\z/.match(t) or senseless!('no such terminal')
      m[1].to_i <= shape[:relays] or senseless!('no such terminal')
      t
    end
    case op
    when 'device.relay.set'
      rs = a['relays']
      bad!('relays is an array') unless rs.is_a?(Array)
      raise NoMethodError, 'nil' if on?('null-relay-is-500') && rs.any?(&:nil?)
      senseless!('1 to 8 relays') unless rs.size.between?(1, 8)
      out = rs.map do |r|
        bad!('a relay is an object') unless r.is_a?(Hash)
        senseless!('open, closed or impulse') unless %w[open closed impulse].include?(r['contact'])
        { 'terminal' => terminal[r['terminal']], 'contact' => r['contact'] }
      end
      senseless!('a relay twice') unless out.map { |r| r['terminal'] }.uniq.size == out.size
      { 'relays' => out }
    when 'device.rs485.transceive'
      bad!('tx is base64 text') unless a['tx'].is_a?(String)
      bytes = begin
        Base64.strict_decode64(a['tx'])
      rescue ArgumentError
        senseless!('tx is not base64')
      end
      senseless!('1 to 256 bytes') unless bytes.bytesize.between?(1, 256)
      w = a.key?('await') ? Iso.ms(a['await']) : 1000
      senseless!('await is PT0.05S to PT3S') unless w && w.between?(50, 3000)
      { 'tx' => a['tx'], 'await' => Iso.text(w) }
    when 'device.rs485.baudRate.set'
      l = a['line']
      bad!('line is an object') unless l.is_a?(Hash) && l['speed'].is_a?(String)
      senseless!('not a speed') unless %w[1200 2400 4800 9600 19200 38400 57600 115200].include?(l['speed'])
      { 'line' => { 'speed' => l['speed'] } }
    when 'device.relay.jogConfig.set'
      bad!('impulse is a duration') unless a['impulse'].is_a?(String)
      ms = Iso.ms(a['impulse'])
      senseless!('PT0.05S to PT60S') unless ms && ms.between?(50, 60_000)
      { 'terminal' => terminal[a['terminal']], 'impulse' => Iso.text(ms) }
    else senseless!('no such operation')
    end
  end

  NEEDS = { 'device.relay.set' => 'device:control', 'device.rs485.transceive' => 'device:control', 'device.rs485.baudRate.set' => 'device:config', 'device.relay.jogConfig.set' => 'device:config' }.freeze

  def operate_http(req, ref, op, need, reply)
    g = grant(req)
    permit(g.scopes, need)
    u = find(g.client, ref)
    args = yield req.json
    key = req.headers['idempotency-key']
    operate(g, u, op, args, key, :rest, nil) do |c, repeat|
      @cm.synchronize { @keys.delete([g.client.id, key]) } if on?('lost-reply-frees-key') && req.conn&.dead
      reply.call(200, 'SUCCESS', { 'command' => c.render(repeat: repeat) }, repeat && on?('repeat-has-other-message') ? { message: 'Repeated' } : {})
    end
  rescue Refusal => e
    raise Refusal.new(423, 'DEVICE_BUSY', 'x') if on?('busy-config-is-423') && e.code == 'DEVICE_BUSY' && need == 'device:config'
    raise e
  end

  def operate(g, u, op, args, key, channel, from, &answer)
    params = canonical(u, op, args)
    if key.nil? || key.to_s.empty?
      raise Refusal.new(400, '4007', 'a key is needed') unless on?('key-optional')
      key = "auto-#{SecureRandom.hex(8)}"
    end
    bad!('a key is text of at most 200') unless key.is_a?(String) && key.size <= 200
    who = on?('keys-of-all-clients') ? 'all' : g.client.id
    slot = on?('keys-per-channel') ? [who, key, channel] : [who, key]
    slot = [who, key.downcase[0, 24]] if on?('keys-by-24-characters')
    slot << from.object_id if on?('keys-per-connection')
    slot << g.token if on?('keys-per-token')
    print = Digest::SHA256.hexdigest(JSON.generate([u.ref, op, params]))
    print = Digest::SHA256.hexdigest(JSON.generate([u.ref, op])) if on?('body-not-compared')
    at_once = on?('all-commands-later') || (!on?('all-commands-at-once') && NEEDS[op] == 'device:config')
    fresh = nil
    cmd = @cm.synchronize do
      old = @keys[slot]
      old = nil if old && on?('keys-forgotten-after-4-s') && old[2] && now - old[2] > 4
      old = nil if old && on?('timeout-frees-key') && old[1]&.status == 'TIMEOUT'
      if old && on?('other-body-runs') && old[0] != print
        old = nil
      end
      if old
        raise Refusal.new(422, '4221', 'that key belongs to another request') if old[0] != print
        raise old[3] if old[3]
        next old[1] unless on?('key-counts-when-ended') && !old[1].final?
      end
      @quota.take(on?('quota-per-token') ? g.token : g.client.id, :operate)
      begin
        u.enter(:control, channel, @gates[u.tenant])
      rescue Refusal => e
        @keys[slot] = [print, nil, now, e] if on?('busy-remembered')
        if on?('busy-is-queued')
          Thread.new { 40.times { break unless u.busy?; rest(0.05) }; u.post { u.run(Command.new(0, u, op, params), channel, TenantGate.new, nil) } }
        end
        raise
      end
      unless u.board.link?
        u.leave(:control, channel, @gates[u.tenant])
        unreachable!
      end
      @serial += on?('random-command-ids') ? 0 : 1 + rand(3)
      id = @serial
      id = rand(1_000_000..99_999_999) if on?('random-command-ids')
      fresh = Command.new(id, u, op, params)
      @commands.delete(@commands.keys.first) if on?('twelve-commands-kept') && @commands.size >= 12
      @commands[id] = fresh unless on?('baud-command-unreadable') && op == 'device.rs485.baudRate.set'
      @keys[slot] = [print, fresh, now, nil]
      fresh
    end
    if fresh
      answer.call(fresh, false) if at_once
      gate = @gates[u.tenant]
      u.post { u.run(fresh, channel, gate, from) }
      fresh.when_final { |c| answer.call(c, false) } unless at_once
    elsif at_once
      answer.call(cmd, true)
    else
      cmd.when_final { |c| answer.call(c, true) }
    end
  end

  # --- WebSocket
  def redeem(ticket)
    g, till = if on?('ticket-race')
      x = @tm.synchronize { @tickets[ticket] }
      rest(0.005)
      @tm.synchronize { @tickets.delete(ticket) }
      x
    else
      @tm.synchronize { @tickets.delete(ticket) }
    end
    raise Refusal.new(401, '4011', 'no valid ticket') unless g && now < till
    g
  end

  def message(conn, text)
    f = begin
      JSON.parse(text, max_nesting: 60)
    rescue JSON::ParserError
      nil
    end
    unless f.is_a?(Hash)
      @hub.everyone.each { |c| c.close(1002) if c != conn && c.grant.client.id == conn.grant.client.id } if on?('bad-frame-closes-others')
      return conn.reply(nil, '4001', 'not a message', {})
    end
    id = f['requestId']
    return conn.reply(nil, '4001', 'requestId is text', {}) unless id.is_a?(String)
    conn.last_id = id
    conn.heard_at = now
    id = id[0, 24] if on?('request-id-cut')
    begin
      topic(conn, f, id)
    rescue Refusal => e
      data = e.data
      data = {} if on?('websocket-429-without-delay') && e.code == 'RATE_LIMITED'
      conn.reply(id, e.code, e.message, data)
      conn.close(1008) if on?('websocket-429-closes') && e.code == 'RATE_LIMITED'
    rescue StandardError => e
      warn e.full_message
      conn.reply(id, 'INTERNAL_ERROR', 'failed', {})
    end
  end

  def topic(conn, f, id)
    g = conn.grant
    raise Refusal.new(403, 'APP_DISABLED', 'switched off') if g.client.disabled
    @n += 1
    raise Refusal.new(500, 'INTERNAL_ERROR', 'hiccup') if on?('now-and-then-500') && (@n % 40).zero?
    data = f.fetch('data', {})
    bad!('data is an object') unless data.is_a?(Hash)
    say = ->(d, m = 'OK') { conn.reply(on?('reply-with-last-id') ? conn.last_id : id, 'SUCCESS', m, d) }
    case f['subject']
    when 'session.ping'
      @quota.take(g.client.id, :ws)
      say[{ 'pong' => Time.now.utc.iso8601(3) }]
    when 'device.state.get'
      permit(g.scopes, 'device:read')
      bad!('unit is text') unless data['unit'].is_a?(String)
      u = find(g.client, data['unit'])
      u.refresh(g.client, :ws, @gates[u.tenant], -> { @quota.take(g.client.id, :operate) }) do |out|
        out.is_a?(Refusal) ? conn.reply(id, out.code, out.message, out.data) : say[out]
      end
    when 'device.operation.execute'
      o = data['operation']
      bad!('operation is an object') unless o.is_a?(Hash) && o['name'].is_a?(String)
      need = NEEDS[o['name']] or senseless!('no such operation')
      if on?('control-sets-baud-over-websocket') && o['name'] == 'device.rs485.baudRate.set'
        permit(g.scopes, g.scopes.include?('device:control') ? 'device:control' : 'device:config')
      else
        permit(g.scopes, need, on?('wrong-scope-named-over-websocket') ? 'device:control' : need)
      end
      bad!('unit is text') unless data['unit'].is_a?(String)
      u = find(g.client, data['unit'])
      args = o.fetch('args', {})
      bad!('args is an object') unless args.is_a?(Hash)
      operate(g, u, o['name'], args, data['idempotencyKey'], :ws, conn) { |c, repeat| say[{ 'command' => c.render(repeat: repeat) }] }
    else bad!('no such subject')
    end
  end
end

class Hub
  attr_accessor :forget, :clients
  def initialize = (@m = Mutex.new; @conns = []; @missed = Hash.new { |h, k| h[k] = [] })
  def everyone = @m.synchronize { @conns.dup }

  def join(c)
    late = @m.synchronize { @conns << c; @missed.delete(c.grant.client.id) || [] }
    late.each { |e| c.push(e) } if on?('missed-events-replayed')
  end

  def leave(c) = @m.synchronize { on?('close-leaves-for-all') ? @conns.delete_if { |x| x.grant.client.id == c.grant.client.id } : @conns.delete(c) }

  def publish(unit, topic, body, skip: nil)
    e = JSON.generate({ 'type' => 'notice', 'subject' => topic, 'at' => Time.now.utc.iso8601(3), 'body' => body })
    if on?('missed-events-replayed')
      @m.synchronize { @clients.each { |id, c| (@missed[id] << e).shift(0) if c.sees?(unit) && unit.tenant && @conns.none? { |x| x.grant.client.id == id } } }
    end
    go = lambda do
      seen = Set.new
      everyone.each do |c|
        next if c == skip
        next unless (unit.tenant && c.grant.client.sees?(unit)) || (on?('events-by-tenant') && c.grant.client.tenant == unit.tenant) || (on?('rs485-told-to-all-tenants') && topic == 'device.rs485.received')
        next if on?('one-connection-per-client-hears') && !seen.add?(c.grant.client.id)
        next if on?('readers-hear-nothing') && c.grant.scopes == ['device:read']
        next if on?('quiet-connection-forgotten') && c.heard_at && now - c.heard_at > 8
        next if on?('new-devices-untold') && !c.known.include?(unit.ref)
        c.push(e)
        c.push(e) if on?('events-twice')
      end
    end
    on?('events-late') ? Thread.new { rest(0.4); go.call } : go.call
  end
end
