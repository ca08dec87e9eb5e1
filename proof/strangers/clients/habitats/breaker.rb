#!/usr/bin/env ruby
# REST alone: polls each device with jitter, and sends every 6 s what has been wished in the meantime as one command for
# each device. A circuit breaker stands before everything: while it is open nothing is sent, and one request tries it.
require 'json'
require 'net/http'
require 'securerandom'

BREACH = (i = ARGV.index('--breach')) ? ARGV[i + 1] : ''
BASE = URI(ENV.fetch('CONFORM_URL'))
DEVICES = ENV.fetch('CONFORM_DEVICE_IDS').split(',').first(3)
Answer = Struct.new(:status, :code, :data, :wait)
def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

class Service
  def initialize
    @failures = 0
    @open_until = 0
    @quiet = Hash.new(0)
    @token = nil
    @renew = 0
  end

  def once(method, path, body: nil, key: nil, token: nil)
    request = Net::HTTPGenericRequest.new(method, !body.nil?, true, "/svc/v1#{path}")
    request['Accept'] = 'application/json'
    request['Authorization'] = "Bearer #{token}" if token
    request['Idempotency-Key'] = key if key && BREACH != 'no-keys'
    request['Origin'] = 'https://panel.example' if BREACH == 'web-view'
    if body
      request['Content-Type'] = 'application/json'
      request.body = JSON.generate(body)
    end
    http = Net::HTTP.new(BASE.host, BASE.port)
    http.open_timeout = http.read_timeout = 8
    http.max_retries = 0
    reply = http.start { |h| h.request(request) }
    raw = JSON.parse(reply.body)
    data = raw['data'] || {}
    Answer.new(reply.code.to_i, raw['code'], data, (reply['Retry-After'] || data['retryAfterSeconds'] || 1).to_f)
  rescue SystemCallError, IOError, Net::OpenTimeout, Net::ReadTimeout, Net::HTTPBadResponse, JSON::ParserError
    Answer.new(0, 'LOST', {}, 0)
  end

  # Sends when the breaker and the endpoint's announced wait let it through.
  def guarded(subject, *words, **options)
    sleep([@open_until - now, @quiet[subject] - now, 0].max)
    answer = once(*words, **options)
    case answer.status
    when 0, 500..599
      @failures += 1
      pause = BREACH == 'flat-breaker' ? 1 : [2**(@failures - 1), 32].min * 0.8
      @open_until = now + pause * (1 + rand * 0.25)
    when 429
      @quiet[subject] = now + (BREACH == 'header-in-ms' ? answer.wait / 1000 : answer.wait) + 0.2 + rand
    else
      @failures = 0
    end
    answer
  end

  def token
    until @token && now < @renew
      answer = guarded(:token, 'POST', '/auth/token',
                       body: { clientId: ENV.fetch('CONFORM_CLIENT_ID'), clientSecret: ENV.fetch('CONFORM_CLIENT_SECRET') })
      if answer.status == 200
        @token = answer.data['accessToken']
        @renew = now + answer.data['expiresIn'] * (BREACH == 'short-cache' ? 0.004 : 0.8)
      elsif [400, 401, 403, 404, 409, 422].include?(answer.status)
        abort 'credentials refused'
      end
    end
    @token
  end

  # Until there is an answer that means something; nil where it is given up.
  def call(subject, method, path, **options)
    renewed = false
    busy = 0.5
    10.times do
      used = token
      answer = guarded(subject, method, path, token: used, **options)
      if answer.status == 401 && !renewed
        renewed = true
        @token = nil if @token == used
      elsif answer.code == 'DEVICE_BUSY'
        sleep(busy * (0.9 + rand * 0.2))
        busy = [busy * 2, 20].min unless BREACH == 'busy-half-second'
      elsif ![0, 429, 500, 502, 503].include?(answer.status)
        return answer
      end
    end
    nil
  end
end

service = Service.new
devices = DEVICES.to_h { |d| [d, { granted: 0, poll: now + rand * 3, wishes: {}, denied: false, gone: false }] }
flush = now + 6
wish = now + 1
loop do
  sleep(0.1)
  if now > wish
    device = devices[DEVICES.sample]
    device[:wishes][1 + rand(3)] = %w[on off].sample
    wish = now + 0.8 + rand * 2
  end
  devices.each do |id, d|
    next if d[:gone] || now < [d[:poll], d[:granted] + (BREACH == 'two-seconds' ? 2 : 3.2)].max

    answer = service.call([:read, id], 'GET', "/devices/#{id}")
    d[:granted] = now
    d[:poll] = now + (BREACH == 'two-seconds' ? 2.1 : 5 + rand * 4)
    d[:gone] = true if answer && [403, 404].include?(answer.status)
  end
  next if now < flush

  flush = now + 6
  devices.each do |id, d|
    next if d[:wishes].empty? || d[:denied]

    relays = d[:wishes].sort.map { |index, action| { index: index, action: action } }
    d[:wishes] = {}
    key = BREACH == 'key-of-batch' ? "batch-#{flush.to_i}" : SecureRandom.uuid
    answer = service.call([:relays, id], 'POST', "/devices/#{id}/relays/commands", body: { relays: relays }, key: key)
    next unless answer

    d[:denied] = true if answer.status == 403 && BREACH != 'denied-tomorrow'
    command = answer.data['command']
    next unless command && BREACH == 'until-done'

    3.times do
      break unless command && command['status'] == 'TIMEOUT'

      sleep(1.5)
      command = service.call([:relays, id], 'POST', "/devices/#{id}/relays/commands", body: { relays: relays }, key: key)&.data&.dig('command')
    end
  end
end
