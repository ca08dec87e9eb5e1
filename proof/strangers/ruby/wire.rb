# frozen_string_literal: true

# HTTP and WebSocket by hand, and the port of the test bench.

Request = Struct.new(:verb, :path, :query, :headers, :body, :conn) do
  def json
    bad!('a JSON object is needed') if body.nil? || body.empty?
    t = body.dup.force_encoding('UTF-8')
    bad!('not UTF-8') unless t.valid_encoding?
    v = begin
      JSON.parse(t, max_nesting: 60)
    rescue JSON::ParserError
      raise Refusal.new(400, '4000', 'not JSON')
    end
    v.is_a?(Hash) ? v : bad!('a JSON object is needed')
  end
end

class Conn
  attr_reader :sock, :grant, :mode
  attr_accessor :last_id, :held, :dead, :heard_at, :known
  REASONS = { 200 => 'OK', 400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found', 405 => 'Method Not Allowed', 409 => 'Conflict', 413 => 'Content Too Large', 422 => 'Unprocessable', 423 => 'Locked', 429 => 'Too Many Requests', 431 => 'Headers Too Large', 500 => 'Internal Server Error' }.freeze

  def initialize(sock, reactor, service, bench)
    @sock, @reactor, @service, @bench = sock, reactor, service, bench
    @buf = ''.b
    @mode = :http
    @wm = Mutex.new
  end

  def feed(bytes)
    @buf << bytes
    advance
  end

  def advance
    @mode == :http ? advance_http : advance_ws
  end

  def advance_http
    return if @held
    cut = @buf.index("\r\n\r\n")
    if cut.nil?
      return fail_http(431, '4310') if @buf.bytesize > 32_768
      return
    end
    head = @buf.byteslice(0, cut)
    lines = head.split("\r\n", -1)
    m = /\A([A-Z]+) (\S+) HTTP\/1\.[01]\z/.match(lines.shift.to_s)
    return fail_http(400, '4002') unless m
    headers = {}
    lines.each do |l|
      k, v = l.split(':', 2)
      return fail_http(400, '4002') if v.nil? || k.strip != k || k.empty?
      headers[k.downcase] = v.strip.force_encoding('UTF-8').scrub
    end
    start = cut + 4
    if headers['transfer-encoding'].to_s.downcase.include?('chunked')
      body, used = unchunk(start)
      return fail_http(400, '4002') if body == :bad
      return expect(headers) if body.nil?
    else
      len = headers['content-length'] || '0'
      return fail_http(400, '4002') unless len.match?(/\A\d{1,9}\z/)
      return fail_http(413, '4130') if len.to_i > 262_144
      return expect(headers) if @buf.bytesize < start + len.to_i
      body = @buf.byteslice(start, len.to_i)
      used = start + len.to_i
    end
    @buf = @buf.byteslice(used..) || ''.b
    @expected = false
    path, q = m[2].split('?', 2)
    query = (q || '').split('&').to_h { |x| k, v = x.split('=', 2); [k.to_s, (v || '').gsub('+', ' ').gsub(/%([0-9A-Fa-f]{2})/) { $1.hex.chr }] }
    @held = true
    @close = headers['connection'].to_s.downcase.include?('close') || on?('connection-close')
    req = Request.new(m[1], path, query, headers, body, self)
    @reactor.pool << -> { serve(req) }
  end

  def expect(headers)
    return unless headers['expect'].to_s.downcase == '100-continue' && !@expected
    @expected = true
    raw("HTTP/1.1 100 Continue\r\n\r\n")
  end

  def unchunk(at)
    out = ''.b
    loop do
      eol = @buf.index("\r\n", at)
      return [nil, 0] unless eol
      n = @buf.byteslice(at, eol - at)[/\A[0-9a-fA-F]{1,6}/] or return [:bad, 0]
      n = n.hex
      at = eol + 2
      return [:bad, 0] if out.bytesize + n > 262_144
      return [nil, 0] if @buf.bytesize < at + n + 2
      return [out, at + 2] if n.zero?
      out << @buf.byteslice(at, n)
      at += n + 2
    end
  end

  def fail_http(status, code)
    @close = true
    answer(status, code, {}, {})
  end

  def serve(req)
    return @bench.call(req, self) if @bench
    return upgrade(req) if req.path == '/svc/v1/ws' && req.verb == 'GET'
    done = false
    @service.http(req) { |status, code, data, extra| done = true; answer(status, code, data, extra) }
  rescue Refusal => e
    answer(e.status, e.code, e.data, { text: e.message })
  rescue StandardError => e
    warn e.full_message
    answer(500, 'INTERNAL_ERROR', {}, {}) unless done
  end

  def answer(status, code, data, extra)
    h = { 'code' => code, 'message' => code == 'SUCCESS' ? (extra[:message] || 'OK') : (on?('no-message') ? '' : extra[:text] || 'refused'), 'data' => data }
    h['requestId'] = SecureRandom.uuid if (code != 'SUCCESS' || on?('request-id-everywhere')) && !(on?('bad-json-without-request-id') && code == '4000')
    more = ''
    if status == 429
      head = data.delete('h') || data['retryAfterSeconds']
      more = "Retry-After: #{head}\r\n"
    end
    return plain(404, '<h1>Not found</h1>', 'text/html') if code == 'HTML'
    plain(status, JSON.generate(h), 'application/json; charset=utf-8', more)
  end

  def plain(status, text, type = 'application/json', more = '')
    text = text.b
    body = if on?('slow-and-in-pieces')
      more += "Transfer-Encoding: chunked\r\n"
      text.scan(/.{1,7}/mn).map { |x| "#{x.bytesize.to_s(16)}\r\n#{x}\r\n" }.join + "0\r\n\r\n"
    else
      more += "Content-Length: #{text.bytesize}\r\n"
      text
    end
    raw("HTTP/1.1 #{status} #{REASONS[status] || 'Other'}\r\nContent-Type: #{type}\r\n#{more}#{@close ? "Connection: close\r\n" : ''}\r\n".b + body)
    return shut if @close
    @held = false
    @reactor.poke(self)
  end

  def raw(bytes)
    @wm.synchronize { @sock.write(bytes) }
  rescue IOError, SystemCallError
    shut
  end

  def shut
    @dead = true
    @reactor.poke(self)
  end

  # --- WebSocket
  def upgrade(req)
    key = req.headers['sec-websocket-key']
    bad!('a WebSocket upgrade is needed') unless key && req.headers['upgrade'].to_s.downcase == 'websocket' && req.headers['sec-websocket-version'] == '13'
    @grant = @service.redeem(req.query['ticket'].to_s)
    @out = Queue.new
    raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: #{Base64.strict_encode64(Digest::SHA1.digest(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'))}\r\n\r\n")
    @mode = :ws
    Thread.new do
      while (f = @out.pop)
        raw(f)
        break if f.getbyte(0) == 0x88
      end
      shut
    end
    @known = @service.refs_of(@grant.client)
    @heard_at = now
    @service.hub.join(self)
    Thread.new { rest(20); close(1001) } if on?('websocket-of-20-s')
    Thread.new { until @dead do rest(1); push(JSON.generate({ 'type' => 'notice', 'subject' => 'session.tick', 'body' => [1, nil] })) end } if on?('unknown-topic')
    @held = false
    @reactor.poke(self)
  rescue Refusal => e
    answer(e.status, e.code, e.data, { text: e.message })
  end

  def frame(op, body, fin = true)
    b = body.b
    n = b.bytesize
    head = [op | (fin ? 0x80 : 0)].pack('C')
    head << (n < 126 ? [n].pack('C') : n < 65_536 ? [126, n].pack('Cn') : [127, n].pack('CQ>'))
    head + b
  end

  def push(text)
    if on?('slow-and-in-pieces') && text.bytesize > 30
      a, b = text.b[0, 25], text.b[25..]
      @out << (frame(1, a, false) + frame(9, 'hi') + frame(0, b))
    else
      @out << frame(1, text)
    end
  end

  def reply(id, code, message, data)
    h = { 'type' => 'reply', 'requestId' => id, 'code' => code, 'message' => message, 'data' => data }
    h['served'] = 'ruby' if on?('extra-fields')
    push(JSON.generate(h))
  end

  def close(code) = @out << frame(8, [code].pack('n'))

  def advance_ws
    loop do
      return if @buf.bytesize < 2
      b0, b1 = @buf.getbyte(0), @buf.getbyte(1)
      n = b1 & 127
      at = 2
      if n == 126
        return if @buf.bytesize < 4
        n = @buf.byteslice(2, 2).unpack1('n'); at = 4
      elsif n == 127
        return if @buf.bytesize < 10
        n = @buf.byteslice(2, 8).unpack1('Q>'); at = 10
      end
      return close(1009) if n > 131_072
      return close(1002) if (b1 & 128).zero? || (b0 & 0x70) != 0
      return if @buf.bytesize < at + 4 + n
      mask = @buf.byteslice(at, 4).bytes
      body = @buf.byteslice(at + 4, n).bytes.each_with_index.map { |x, i| x ^ mask[i & 3] }.pack('C*')
      @buf = @buf.byteslice((at + 4 + n)..) || ''.b
      case b0 & 15
      when 8 then return close(1000)
      when 9 then @out << frame(10, body)
      when 10 then nil
      when 0, 1
        @parts = ((b0 & 15) == 1 ? ''.b : @parts || (return close(1002))) + body
        return close(1009) if @parts.bytesize > 131_072
        next if (b0 & 128).zero?
        t = @parts.force_encoding('UTF-8')
        @parts = nil
        return close(1007) unless t.valid_encoding?
        @reactor.pool << -> { @service.message(self, t) }
      else return close(1003)
      end
    end
  end

  def gone
    @service.hub.leave(self) if @mode == :ws && @service
    @out&.push(nil)
    @sock.close
  rescue IOError
    nil
  end
end

class Reactor
  attr_reader :pool
  def initialize(size)
    @pool = Queue.new
    size.times do
      Thread.new do
        loop do
          @pool.pop.call
        rescue StandardError => e
          warn e.full_message
        end
      end
    end
    @r, @w = IO.pipe
    @poked = Queue.new
    @conns = {}
    @doors = {}
  end

  def poke(c)
    @poked << c
    @w.write_nonblock('.')
  rescue IO::WaitWritable
    nil
  end

  def door(port, service, bench = nil)
    s = TCPServer.new('127.0.0.1', port)
    s.listen(256)
    @doors[s] = [service, bench]
    s.addr[1]
  end

  def run
    loop do
      ready, = IO.select([@r, *@doors.keys, *@conns.keys])
      ready.each do |s|
        if s == @r
          @r.read_nonblock(4096)
          until @poked.empty?
            c = @poked.pop
            next unless @conns[c.sock]
            c.dead ? drop(c) : step(c) { c.advance }
          end
        elsif (d = @doors[s])
          begin
            k = s.accept_nonblock
            k.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
            @conns[k] = Conn.new(k, self, *d)
          rescue IO::WaitReadable, SystemCallError
            nil
          end
        elsif (c = @conns[s])
          step(c) { c.feed(s.read_nonblock(65_536)) }
        end
      end
    end
  end

  def step(c)
    yield
  rescue IO::WaitReadable
    nil
  rescue IOError, SystemCallError
    drop(c)
  end

  def drop(c)
    @conns.delete(c.sock)
    c.dead = true
    c.gone
  end
end

def bench(service)
  lambda do |req, conn|
    _, ref, what = req.path.split('/')
    if ref == 'client'
      service.client(what, JSON.parse(req.body))
      next conn.plain(200, '{}')
    end
    u = service.unit(ref) or next conn.plain(404, '{}')
    b = u.board
    v = req.verb == 'GET' ? {} : JSON.parse(req.body)
    case what
    when nil then nil
    when 'input' then b.input(v['n'] - 1, v['on'])
    when 'gauge' then b.gauge(v['n'] - 1, v['value'].to_f)
    when 'probe' then b.probe(v['name'], v['value'].to_f)
    when 'link' then b.link(v['up'])
    when 'power' then b.power(v['on'])
    when 'rs485' then b.incoming([v['hex']].pack('H*'))
    else next conn.plain(404, '{}')
    end
    f = b.full
    conn.plain(200, JSON.generate({ 'coils' => f[:relays].map { |x| x ? 1 : 0 }, 'inputs' => f[:inputs], 'gauges' => f[:gauges], 'probes' => f[:probes], 'jogMs' => f[:jog], 'baud' => f[:baud], 'link' => f[:link], 'power' => f[:power], 'done' => f[:done], 'sent' => f[:sent] }))
  rescue StandardError => e
    conn.plain(400, JSON.generate({ 'error' => e.message }))
  end
end
