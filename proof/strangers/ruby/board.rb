# frozen_string_literal: true

# The physical device: relays, inputs, sensors and a serial line, reached over a link that takes its time.

class Board
  attr_reader :ref, :model, :sent
  attr_accessor :listener, :password

  def initialize(ref, model, relays, inputs, gauges, probes, password)
    @ref, @model, @password = ref, model, password
    @m = Mutex.new
    @cv = ConditionVariable.new
    @relays = Array.new(relays, false)
    @inputs = Array.new(inputs, false)
    @gauges = Array.new(gauges) { |i| 1.0 + i }
    @probes = probes.times.to_h { |i| ["t#{i + 1}", 20.0 + i] }
    @jog = Array.new(relays, 500)
    @baud = 9600
    @link = @power = true
    @sent = []
    @done = 0
    @pending = nil
    @pulse = Array.new(relays, 0)
  end

  def snap = { relays: @relays.dup, inputs: @inputs.dup, gauges: @gauges.dup, probes: @probes.dup }
  def full = @m.synchronize { snap.merge(jog: @jog.dup, baud: @baud, link: @link, power: @power, done: @done, sent: @sent.last(50).map { |b| b.unpack1('H*') }) }
  def link? = @link
  def shape = { relays: @relays.size, inputs: @inputs.size, gauges: @gauges.size, probes: @probes.size }

  def tell(kind, what) = (@link && @listener&.call(kind, what))

  # --- what the service does over the link
  def over(secs)
    raise LinkDown unless @link
    rest(secs)
    raise LinkDown unless @link
  end

  def read_all
    over(on?('slow-and-in-pieces') ? 0.9 : 0.12)
    @m.synchronize { snap }
  end

  def drive(list)
    over 0.07
    changed = nil
    shot = @m.synchronize do
      before = @relays.dup
      @done += 1
      list.first(on?('four-relays-at-most') ? 4 : 99).each do |n, how|
        next if on?('relay-eight-not-driven') && n == 7
        break if on?('same-state-ends-loop') && @relays[n] == (how != 'open')
        @relays[n] = how != 'open'
        next unless how == 'impulse'
        mine = (@pulse[n] += 1)
        ms = @jog[n]
        Thread.new do
          rest(ms / 1000.0)
          s = @m.synchronize { @pulse[n] == mine && @relays[n] ? (@relays[n] = false; snap) : nil }
          tell(:changed, [["K#{n + 1}"], s]) if s && !on?('jog-end-untold')
        end
      end
      changed = @relays.each_index.reject { |i| @relays[i] == before[i] }.map { |i| "K#{i + 1}" }
      changed = list.map { |n, _| "K#{n + 1}" } if on?('every-relay-command-told')
      snap
    end
    tell(:changed, [changed, shot]) unless changed.empty?
  end

  def set_jog(n, ms)
    over 0.05
    ms = ms / 1000 * 1000 if on?('jog-without-fraction')
    @m.synchronize { @done += 1; on?('jog-for-all-relays') ? @jog.fill(ms) : (@jog[n] = ms) }
  end

  def set_baud(b)
    over 0.05
    @m.synchronize { @done += 1; @baud = b }
  end

  def settings = @m.synchronize { { jog: @jog.dup, baud: @baud } }

  def transceive(bytes, wait)
    over 0.03
    box = { addr: bytes.getbyte(0), got: nil }
    @m.synchronize { @done += 1; @sent << bytes; @pending = box }
    delay, answer = script(bytes)
    Thread.new { rest(delay); incoming(answer) } if answer
    deadline = now + wait
    @m.synchronize do
      while box[:got].nil? && (left = deadline - now).positive?
        @cv.wait(@m, left / SPEED)
      end
      @pending = nil
    end
    raise LinkDown unless @link
    box[:got]
  end

  def script(bytes)
    head = bytes.byteslice(0, 1)
    rest = (bytes.byteslice(1..) || '').b
    case bytes.getbyte(0)
    when 0x7f then [0, nil]
    when 0x7e then [1.9, head + rest]
    when 0x66 then [0.03, bytes]
    when 0x55 then [0.45, head + rest]
    else [0.04, head + rest.reverse + [0, bytes.bytesize & 255].pack('C*')]
    end
  end

  def incoming(bytes)
    return unless @link
    free = @m.synchronize do
      if @pending && @pending[:got].nil? && @pending[:addr] == bytes.getbyte(0)
        @pending[:got] = bytes
        @cv.broadcast
        false
      else
        true
      end
    end
    tell(:rs485, bytes) if free || on?('solicited-response-told')
    tell(:late, bytes) if free
  end

  # --- what the bench does
  def input(n, on)
    s = @m.synchronize { @inputs[n] == on ? nil : (@inputs[n] = on; snap) }
    tell(:changed, [["X#{n + 1}"], s]) if s && !(on?('falling-edge-untold') && !on)
  end

  def gauge(n, v)
    @m.synchronize { @gauges[n] = v }
    tell(:changed, [["A#{n + 1}"], full]) if on?('analog-two-and-sensors-told') && n.positive?
  end
  def probe(k, v) = @m.synchronize { @probes[k] = v }

  def link(up)
    return if @link == up
    if up
      @link = true
      @m.synchronize { @baud = 9600 } if on?('baud-rate-lost-on-reconnect')
      tell(:link, [true, @m.synchronize { snap }])
    else
      tell(:link, [false, nil])
      @link = false
      @m.synchronize { @cv.broadcast }
    end
  end

  def power(up)
    return if @power == up
    @power = up
    tell(:power, up)
  end
end
