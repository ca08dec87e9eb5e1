# frozen_string_literal: true

# Refusals, durations, quotas and API clients.

class Refusal < StandardError
  attr_reader :status, :code, :data
  def initialize(status, code, text, data = {})
    super(text)
    @status, @code, @data = status, code, data
  end
end
class LinkDown < StandardError; end

def limited(secs)
  secs += 2 if on?('generous-delay')
  Refusal.new(429, 'RATE_LIMITED', 'too soon', { 'retryAfterSeconds' => secs })
end
def busy! = raise(Refusal.new(409, 'DEVICE_BUSY', 'the unit is being spoken to'))
def bad!(text) = raise(Refusal.new(400, '4001', text))
def senseless!(text) = raise(Refusal.new(422, '4220', text))
def unknown! = raise(Refusal.new(404, '4040', 'no such thing here'))
def unreachable! = raise(Refusal.new(409, '4093', 'the unit is not connected'))

module Iso
  def self.ms(text)
    m = /\APT(?:(\d{1,3})M)?(?:(\d{1,5}(?:\.\d{1,3})?)S)?\z/.match(text.to_s)
    return nil if m.nil? || (m[1].nil? && m[2].nil?)
    ((m[1].to_i * 60 + m[2].to_f) * 1000).round
  end

  def self.text(ms)
    return 'PT0S' if ms.zero?
    min, rest = ms.divmod(60_000)
    sec = rest % 1000 == 0 ? (rest / 1000).to_s : format('%.3f', rest / 1000.0).sub(/0+\z/, '')
    "PT#{min.positive? ? "#{min}M" : ''}#{rest.positive? ? "#{sec}S" : ''}"
  end
end

class Quota
  SPAN = 10.0
  SIZES = { query: 300, operate: 80, ticket: 25, ws: 300 }.transform_values { |n| (n * OPTIONS['quota-scale'].to_f).ceil }
  def initialize = (@m = Mutex.new; @w = Hash.new { |h, k| h[k] = [] })
  def take(who, sort)
    @m.synchronize do
      w = @w[[who, sort]]
      t = now
      w.shift while w.any? && w.first <= t - SPAN
      if w.size >= SIZES[sort]
        w << t if on?('rejections-count')
        raise limited([(w[-SIZES[sort]] + SPAN - t).ceil, 1].max)
      end
      w << t
    end
  end
end

Client = Struct.new(:id, :secret, :tenant, :scopes, :disabled, :life, :only) do
  def sees?(unit) = unit.tenant == tenant && (only.nil? || only.include?(unit.ref))
end
Grant = Struct.new(:token, :client, :scopes, :until)
