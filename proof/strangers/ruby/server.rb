#!/usr/bin/env ruby
# frozen_string_literal: true

# A device control service: a reactor that frames HTTP and WebSocket, a bounded pool that decides, and one actor for each
# device whose state is a fold of its journal. Written from the interface alone.
require 'base64'
require 'digest'
require 'json'
require 'securerandom'
require 'set'
require 'socket'
require 'time'

OPTIONS = { 'port' => '0', 'control-port' => '0', 'seed' => '1', 'token-lifetime' => nil, 'quota-scale' => '1', 'defect' => nil, 'oddity' => nil }
words = ARGV.dup
if words == ['--version']
  puts RUBY_VERSION
  exit
end
until words.empty?
  name = words.shift.delete_prefix('--')
  abort("there is no option --#{name}") unless OPTIONS.key?(name) && !words.empty?
  OPTIONS[name] = words.shift
end
known = JSON.parse(File.read(File.join(__dir__, 'switches.json')))
{ 'defect' => 'defects', 'oddity' => 'oddities' }.each do |option, list|
  abort("there is no #{option} #{OPTIONS[option]}") if OPTIONS[option] && known[list].none? { |one| one['name'] == OPTIONS[option] }
end

SPEED = (ENV['HURRY'] || '1').to_f
ON = OPTIONS.values_at('defect', 'oddity').compact
def on?(name) = ON.include?(name)
def now = Process.clock_gettime(Process::CLOCK_MONOTONIC) * SPEED
def rest(seconds) = sleep(seconds / SPEED)

%w[terms board unit service wire].each { |part| require_relative part }

$stdout.sync = true
Thread.new { $stdin.read; exit!(0) } if ENV['HURRY']
service = Service.new
reactor = Reactor.new(16)
port = reactor.door(OPTIONS['port'].to_i, service)
control = reactor.door(OPTIONS['control-port'].to_i, nil, bench(service))
puts JSON.generate('url' => "http://127.0.0.1:#{port}", 'ws_url' => "ws://127.0.0.1:#{port}", 'control_url' => "http://127.0.0.1:#{control}")
trap('TERM') { exit!(0) }
trap('INT') { exit!(0) }
reactor.run
