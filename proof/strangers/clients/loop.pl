#!/usr/bin/env perl
# One thread, one select(2), one list of timers. Takes orders from standard input; only token and ticket go over HTTP, the
# rest over the WebSocket connection, whose frames are made by hand. Core modules only.
use strict;
use warnings;
use Digest::SHA qw(sha1_hex);
use HTTP::Tiny;
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use List::Util qw(min max);
use MIME::Base64;
use Time::HiRes qw(time sleep);

my %option = ('--breach' => '', '--habit' => '');
for (my $at = 0; $at < @ARGV; $at++) { $option{$ARGV[$at]} = $ARGV[$at + 1] if exists $option{$ARGV[$at]} }
my ($breach, $habit) = @option{'--breach', '--habit'};
my ($host, $port) = $ENV{CONFORM_URL} =~ m{//([^:/]+):(\d+)};
my @devices = split /,/, $ENV{CONFORM_DEVICE_IDS};
my %device = map { $_ => { id => $_, queue => [], busy => 0, may_read => 0, may_act => 0, follow => {}, sent => {} } } @devices;
my $json = JSON::PP->new->utf8;
my $http = HTTP::Tiny->new(timeout => 10, keep_alive => 0);
srand(time * 1000 ^ $$);

my ($socket, $buffer, $opened, $token, $failed, $number, $keys) = (undef, '', 0, undef, 0, 0, 0);
my %waiting;    # requestId -> what to do with the reply
my @timers;     # [when, what]
my $denied = 0;
my $stdin_open = 1;
my $orders = '';

sub after { my ($seconds, $what) = @_; push @timers, [time + $seconds, $what]; return $timers[-1] }
sub uniform { my ($low, $high) = @_; return $low + rand($high - $low) }
sub growing { my ($tries, $first, $most) = @_; return uniform(0, min($most, $first * 2**$tries)) + 0.2 * $first * 2**min($tries, 5) if $habit eq 'full-jitter'; return min($most, $first * 2**$tries) * uniform(0.85, 1.2) }
sub new_key { return $habit eq 'sentences' ? "Please switch, number " . ++$keys . " of $$ at " . time : sha1_hex(rand() . time . $$ . ++$keys) }

# --- token and ticket

sub post {
    my ($path, $body) = @_;
    my %headers = ('Content-Type' => 'application/json', Accept => 'application/json');
    $headers{Authorization} = "Bearer $token" if defined $token && $path ne '/auth/token';
    my $got = $http->post("$ENV{CONFORM_URL}/svc/v1$path", { headers => \%headers, content => $json->encode($body) });
    my $envelope = eval { $json->decode($got->{content}) } || {};
    my $status = $got->{status} == 599 ? 0 : $got->{status};
    return ($status, $envelope->{data} || {}, ($envelope->{data} || {})->{retryAfterSeconds} || 0);
}

sub reconnect_later {
    my ($least) = @_;
    my $pause = growing($failed++, 1, 60);
    $pause = 2 if $breach eq 'steady-rhythm';
    after(max($pause, $least), \&connect_once);
}

sub connect_once {
    if (!defined $token) {
        my ($status, $data, $wait) = post('/auth/token', { clientId => $ENV{CONFORM_CLIENT_ID}, clientSecret => $ENV{CONFORM_CLIENT_SECRET} });
        if ($status != 200) { return reconnect_later($status == 429 ? $wait + uniform(0.1, 1) : $status == 500 || $status == 0 ? 0 : 63) }
        $token = $data->{accessToken};
    }
    my ($status, $data, $wait) = post('/ws/ticket', {});
    if ($status != 200) {
        undef $token if $status == 401;
        return reconnect_later($status == 429 ? $wait + uniform(0.1, 1) : $status == 403 ? 63 : 0);
    }
    my $new = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port, Timeout => 8) or return reconnect_later(0);
    my $nonce = encode_base64(join('', map { chr int rand 256 } 1 .. 16), '');
    print $new "GET /svc/v1/ws?ticket=$data->{ticket} HTTP/1.1\r\nHost: $host:$port\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: $nonce\r\n\r\n";
    my $head = '';
    my $until = time + 10;
    while ($head !~ /\r\n\r\n/ && time < $until) {
        next if !IO::Select->new($new)->can_read(0.5);
        sysread($new, $head, 4096, length $head) or last;
    }
    if ($head !~ m{^HTTP/1.1 101}) { close $new; return reconnect_later(0) }
    ($socket, $opened) = ($new, time);
    $buffer = $head =~ s/^.*?\r\n\r\n//sr;
    beat($new);
    for my $each (values %device) { unshift @{ $each->{queue} }, { kind => 'read', tries => 0 } unless $breach eq 'no-look'; step($each) }
    receive() if length $buffer;
}

sub beat {
    my ($mine) = @_;
    return if !defined $socket || $socket != $mine;
    request('session.ping', {}, sub { });
    after($breach eq 'hundred-seconds' ? 100 : uniform(25, 31), sub { beat($mine) });
}

sub lost {
    close $socket if defined $socket;
    undef $socket;
    $buffer = '';
    $failed = 0 if time - $opened > 25;
    my @all = values %waiting;
    %waiting = ();
    $_->(undef) for @all;
    reconnect_later(0);
}

# --- frames

sub send_frame {
    my ($opcode, $payload) = @_;
    my $mask = join '', map { chr int rand 256 } 1 .. 4;
    my $length = length $payload;
    my $head = pack('C', 0x80 | $opcode) . ($length < 126 ? pack('C', 0x80 | $length) : pack('Cn', 0xFE, $length));
    my $masked = $payload ^ substr($mask x (int($length / 4) + 1), 0, $length);
    local $SIG{PIPE} = 'IGNORE';
    syswrite $socket, $head . $mask . $masked if defined $socket;
}

sub request {
    my ($topic, $data, $then) = @_;
    return $then->(undef) if !defined $socket;
    my $id = $breach eq 'id-per-device' ? ($data->{deviceId} || 'all') : 'l' . ++$number;
    my $open = 1;
    my $once = sub { return if !$open; $open = 0; $then->(@_) };
    $waiting{$id} = $once;
    after($habit eq 'patient' ? 60 : 15, sub { delete $waiting{$id} if $open; $once->(undef) });
    send_frame(1, $json->encode({ type => 'request', topic => $topic, requestId => $id, data => $data }));
}

sub receive {
    while (length $buffer >= 2) {
        my ($first, $second) = unpack 'CC', $buffer;
        my ($at, $length) = (2, $second & 127);
        if ($length == 126) { return if length $buffer < 4; ($at, $length) = (4, unpack 'n', substr $buffer, 2) }
        elsif ($length == 127) { return if length $buffer < 10; ($at, $length) = (10, unpack 'Q>', substr $buffer, 2) }
        return if length $buffer < $at + $length;
        my $payload = substr $buffer, $at, $length;
        $buffer = substr $buffer, $at + $length;
        my $opcode = $first & 15;
        if ($opcode == 8) { lost(); return }
        send_frame(10, $payload) if $opcode == 9;
        next if $opcode != 1;
        my $message = eval { $json->decode($payload) } or next;
        if (($message->{type} || '') eq 'reply') { my $then = delete $waiting{ $message->{requestId} }; $then->($message) if $then }
        else { heard($message) }
        return if !defined $socket;
    }
}

# --- events: a relay follows an input, by state

sub heard {
    my ($event) = @_;
    my $one = $device{ $event->{data}{deviceId} || '' } or return;
    enqueue($one, { kind => 'read', tries => 0 }) if $event->{topic} eq 'device.connection.online';
    return if $event->{topic} ne 'device.state.changed';
    my %active = map { $_->{index} => $_->{active} } @{ $event->{data}{peripherals}{digitalInputs} || [] };
    for my $input (keys %{ $one->{follow} }) {
        next if !exists $active{$input};
        my $relay = $one->{follow}{$input};
        my $action = $active{$input} ? 'on' : 'off';
        next if !grep { $_->{kind} eq 'digitalInput' && $_->{index} == $input } @{ $event->{data}{changes} || [] };
        next if $breach ne 'copies-too' && ($one->{sent}{$relay} || '') eq $action;
        $one->{sent}{$relay} = $action;
        enqueue($one, set_relays([{ index => $relay, action => $action }]));
    }
    enqueue($one, { kind => 'read', tries => 0 }) if $breach eq 'reads-when-told';
}

# --- work: one thing at a time with each device

sub set_relays { return { kind => 'act', tries => 0, key => new_key(), name => 'device.relay.set', params => { relays => $_[0] } } }

sub enqueue {
    my ($one, $work) = @_;
    return if $work->{kind} eq 'act' && $denied;
    return if $work->{kind} eq 'read' && grep { $_->{kind} eq 'read' && !$_->{running} } @{ $one->{queue} };
    my $last = $one->{queue}[-1];
    if ($work->{kind} eq 'act' && $work->{name} eq 'device.relay.set' && $last && $last->{kind} eq 'act' && $last->{name} eq 'device.relay.set' && !$last->{running} && ($last->{tries} == 0 || $breach eq 'edits-pending')) {
        my %merged = map { $_->{index} => $_->{action} } @{ $last->{params}{relays} }, @{ $work->{params}{relays} };
        $last->{params} = { relays => [ map { { index => $_ + 0, action => $merged{$_} } } sort keys %merged ] };
    }
    else { push @{ $one->{queue} }, $work }
    step($one);
}

sub step {
    my ($one) = @_;
    return if $one->{busy} || !@{ $one->{queue} } || !defined $socket;
    my $work = $one->{queue}[0];
    my $pause = ($work->{not_before} || 0) - time;
    $pause = max($pause, $one->{may_read} - time) if $work->{kind} eq 'read' && $breach ne 'reads-when-told';
    $pause = max($pause, $one->{may_act} - time) if $work->{kind} eq 'act';
    if ($pause > 0) {
        return if $one->{sleeping};
        $one->{sleeping} = 1;
        after($pause + 0.005, sub { $one->{sleeping} = 0; step($one) });
        return;
    }
    $one->{busy} = 1;
    $work->{running} = 1;
    my $then = sub { $one->{busy} = 0; $work->{running} = 0; answered($one, $work, @_); step($one) };
    if ($work->{kind} eq 'read') { request('device.state.get', { deviceId => $one->{id} }, $then) }
    elsif ($breach eq 'old-path-on-error' && $work->{erred}) { old_path($one, $work, $then) }
    else {
        request('device.operation.execute', { deviceId => $one->{id}, (defined $work->{key} ? (idempotencyKey => $work->{key}) : ()), operation => { name => $work->{name}, params => $work->{params} } }, $then);
    }
}

sub old_path {
    my ($one, $work, $then) = @_;
    for my $relay (@{ $work->{params}{relays} || [] }) {
        $http->post("$ENV{CONFORM_URL}/svc/v1/devices/$one->{id}/relays/$relay->{index}/commands", { headers => { Authorization => "Bearer $token", 'Content-Type' => 'application/json', 'Idempotency-Key' => new_key() }, content => $json->encode({ action => $relay->{action} }) });
    }
    $then->({ code => 'SUCCESS', data => {} });
}

sub answered {
    my ($one, $work, $reply) = @_;
    my $again = sub {
        my ($seconds) = @_;
        if (++$work->{tries} > 6) { shift @{ $one->{queue} }; return }
        $work->{not_before} = time + $seconds;
    };
    if (!defined $reply) {
        $work->{key} = undef if $breach eq 'loses-key' && $work->{kind} eq 'act';
        if ($habit eq 'lets-go') { shift @{ $one->{queue} }; return }
        return $again->(growing($work->{tries}, 0.8, 20));
    }
    my $code = $reply->{code};
    if ($code eq 'RATE_LIMITED') {
        my $wait = $reply->{data}{retryAfterSeconds};
        $wait = $habit eq 'waits-double' ? 2 * $wait : $breach eq 'half-the-wait' ? $wait / 2 - 0.1 : $wait + uniform(0.05, 0.8);
        return $again->($wait);
    }
    return $again->(0.12) if $code eq 'DEVICE_BUSY' && $breach eq 'busy-spin';
    if ($code eq 'DEVICE_BUSY' || $code eq 'INTERNAL_ERROR') {
        $work->{erred} = 1 if $code eq 'INTERNAL_ERROR';
        return $again->(growing($work->{tries}, 0.6, 25));
    }
    shift @{ $one->{queue} };
    $one->{may_read} = time + 3.1 if $work->{kind} eq 'read';
    $one->{may_act} = time + 1.3 if $work->{kind} eq 'act';
    if ($work->{kind} eq 'read') { $one->{sent}{ $_->{index} } //= $_->{on} ? 'on' : 'off' for @{ $reply->{data}{device}{peripherals}{relays} || [] } }
    if ($code eq 'AUTH_SCOPE_DENIED' && $work->{kind} eq 'act' && $breach ne 'forgets-denial') {
        $denied = 1;
        $_->{queue} = [ grep { $_->{kind} ne 'act' || $_->{running} } @{ $_->{queue} } ] for values %device;
    }
    undef $token if $code eq 'AUTH_INVALID';
    if ($breach eq 'same-key-after-timeout' && (($reply->{data}{command} || {})->{status} || '') eq 'TIMEOUT' && $work->{tries}++ < 3) { unshift @{ $one->{queue} }, $work }
}

# --- orders

sub obey {
    my ($order) = @_;
    exit 0 if $order->{do} eq 'stop';
    my $one = $device{ $order->{deviceId} || '' } or return;
    if ($order->{do} eq 'refresh') { enqueue($one, { kind => 'read', tries => 0 }) }
    elsif ($order->{do} eq 'setRelays') { $one->{sent}{ $_->{index} } = $_->{action} for @{ $order->{relays} }; enqueue($one, set_relays($order->{relays})) }
    elsif ($order->{do} eq 'listen') { $one->{follow}{ $order->{input} } = $order->{relay} }
    elsif ($order->{do} eq 'transceive') { enqueue($one, { kind => 'act', tries => 0, key => new_key(), name => 'device.rs485.transceive', params => { data => $order->{data}, timeoutMs => $order->{timeoutMs} } }) }
    elsif ($order->{do} eq 'setBaudRate') { enqueue($one, { kind => 'act', tries => 0, key => new_key(), name => 'device.rs485.baudRate.set', params => { baudRate => $order->{baudRate} } }) }
    elsif ($order->{do} eq 'setJogDuration') { enqueue($one, { kind => 'act', tries => 0, key => new_key(), name => 'device.relay.jogConfig.set', params => { index => $order->{index}, durationMs => $order->{durationMs} } }) }
}

after(uniform(0, 0.5), \&connect_once);
for (;;) {
    my $next = min(map { $_->[0] } @timers);
    my $select = IO::Select->new;
    $select->add(\*STDIN) if $stdin_open;
    $select->add($socket) if defined $socket;
    my $pause = defined $next ? max(0, $next - time) : 1;
    for my $handle ($select->count ? $select->can_read(min($pause, 1)) : (sleep(min($pause, 1)) x 0)) {
        if (defined $socket && $handle == $socket) {
            my $got = sysread $socket, $buffer, 65536, length $buffer;
            $got ? receive() : lost();
        }
        else {
            my $got = sysread STDIN, $orders, 65536, length $orders;
            $stdin_open = 0 if !$got;
            while ($orders =~ s/^(.*)\n//) { obey($json->decode($1)) }
        }
    }
    my $now = time;
    my @due = sort { $a->[0] <=> $b->[0] } grep { $_->[0] <= $now } @timers;
    @timers = grep { $_->[0] > $now } @timers;
    $_->[1]->() for @due;
}
