# The WebSocket half: the handshake, the frames, the requests, and the events.
package Channel;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Digest::SHA 'sha1';
use MIME::Base64;
use JSON::PP;
use POSIX 'strftime';
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

use constant { MOST_MESSAGE => 65_536, MOST_OPEN => 16 };
my $json = JSON::PP->new->utf8->canonical->allow_nonref;
my $small = JSON::PP->new->canonical->allow_nonref->max_depth(64);
my ( %open, @recent );
my $serial = 0;
my ( %asker, %flaps, %cycled );
my $messages = 0;

sub upgrade ( $c, $r ) {
    my $no = sub ( $status, $code, $data = {} ) { Rest::reply( $c, Desk::refusal( $status, $code, 'no connection', $data ) ) };
    my ($ticket) = $r->{query} =~ /(?:\A|&)ticket=([^&]*)/;
    my $held = $Book::tickets{ $ticket // '' };
    $held = undef if $held and $held->{until} <= Loop::now();
    if ( !$held and bad('token-for-ticket') ) {
        my ($who) = Gate::who( $r, 'ws', 'GET' );
        $held = { who => $who } if $who;
    }
    return $no->( 401, 'E_TICKET' ) if !$held;
    my $key = $r->{headers}{'sec-websocket-key'};
    return $no->( 400, 'E_UPGRADE' ) if !$key or lc( $r->{headers}{upgrade} // '' ) ne 'websocket';
    my $mine = grep { $_->{who}{client}{id} eq $held->{who}{client}{id} } values %open;
    return Rest::reply( $c, Desk::too_soon(5) ) if $mine >= ( odd('two-connections') ? 2 : MOST_OPEN );
    my $spend = sub { Log::append( 'TicketSpent', ticket => $ticket ) };
    if    ( bad('ticket-for-200ms') )                { Loop::after( 0.2, $spend ) }
    elsif ( bad('ticket-spent-on-close') )           { $c->{spend} = $spend }
    else                                             { $spend->() }
    my $accept = encode_base64( sha1( $key . '258EAFA5-E914-47DA-95CA-C5AB0DC85B11' ), '' );
    Http::send_bytes( $c,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: $accept\r\n\r\n" );
    my $ch = { c => $c, who => $held->{who}, id => ++$serial, buffer => $c->{in}, parts => undef, flying => [], opened => Loop::now() };
    $open{ $ch->{id} } = $ch;
    $c->{gone} = sub { delete $open{ $ch->{id} }; $c->{spend}->() if $c->{spend} };
    $c->{sink} = sub ($bytes) { $ch->{buffer} .= $bytes; frames($ch) };
    say_event( $ch, 'session.opened', { greeting => 'hello' } ) if odd('greets');
    if ( bad('events-replayed') ) {
        Loop::after( 0.05, sub { publish( $ch, @$_[ 1 .. 3 ] ) for grep { $_->[0] > Loop::now() - 8 } @recent } );
    }
    every( $ch, 2,  sub { say_event( $ch, 'device.weather', { sky => 'grey' } ) } ) if odd('more-topics');
    every( $ch, 1,  sub { frame( $ch, 9, 'are you there' ) } )                      if odd('server-pings');
    every( $ch, 15, sub { close_with( $ch, 1001 ) } )                               if odd('closes-each-15s');
    frames($ch);
}

sub every ( $ch, $seconds, $call ) {
    Loop::after( $seconds, sub { return if !$open{ $ch->{id} }; $call->(); every( $ch, $seconds, $call ) } );
}

sub frame ( $ch, $kind, $bytes, $last = 1 ) {
    my $n = length $bytes;
    my $head = pack 'C', ( $last ? 0x80 : 0 ) | $kind;
    $head .= $n < 126 ? pack( 'C', $n ) : $n < 65_536 ? pack( 'Cn', 126, $n ) : pack( 'CQ>', 127, $n );
    Http::send_bytes( $ch->{c}, $head . $bytes );
}

sub message ( $ch, $value ) {
    my $bytes = $json->encode($value);
    return frame( $ch, 1, $bytes ) if !odd('pieces');
    my @parts = $bytes =~ /(.{1,60})/gs;
    for my $i ( 0 .. $#parts ) {
        frame( $ch, $i ? 0 : 1, $parts[$i], $i == $#parts );
        frame( $ch, 9, 'x' ) if $i == 0;
    }
}

sub close_with ( $ch, $code ) {
    frame( $ch, 8, pack 'n', $code );
    delete $open{ $ch->{id} };
    Http::ending( $ch->{c} );
}

sub frames ($ch) {
    while ( $open{ $ch->{id} } and length $ch->{buffer} >= 2 ) {
        my ( $first, $second ) = unpack 'CC', $ch->{buffer};
        my ( $n, $at ) = ( $second & 127, 2 );
        if    ( $n == 126 ) { return if length $ch->{buffer} < 4;  ( $n, $at ) = ( unpack( 'x2n', $ch->{buffer} ),  4 ) }
        elsif ( $n == 127 ) { return if length $ch->{buffer} < 10; ( $n, $at ) = ( unpack( 'x2Q>', $ch->{buffer} ), 10 ) }
        return close_with( $ch, 1009 ) if $n > MOST_MESSAGE;
        return close_with( $ch, 1002 ) if !( $second & 128 ) or $first & 0x70;
        return if length $ch->{buffer} < $at + 4 + $n;
        my $mask = substr $ch->{buffer}, $at, 4;
        my $bytes = substr( $ch->{buffer}, $at + 4, $n ) ^ substr( $mask x ( $n / 4 + 1 ), 0, $n );
        substr( $ch->{buffer}, 0, $at + 4 + $n ) = '';
        got( $ch, $first & 15, $first & 128, $bytes );
    }
}

sub got ( $ch, $kind, $last, $bytes ) {
    return frame( $ch, 10, $bytes ) if $kind == 9;
    return if $kind == 10;
    if ( $kind == 8 ) { frame( $ch, 8, substr $bytes, 0, 2 ); delete $open{ $ch->{id} }; return Http::ending( $ch->{c} ) }
    return close_with( $ch, 1002 ) if $kind > 2 or ( $kind == 0 ) != defined $ch->{parts};
    $ch->{kind} = $kind if $kind;
    $ch->{parts} = ( $ch->{parts} // '' ) . $bytes;
    return close_with( $ch, 1009 ) if length $ch->{parts} > MOST_MESSAGE;
    return if !$last;
    my $whole = $ch->{parts};
    $ch->{parts} = undef;
    return close_with( $ch, 1003 ) if $ch->{kind} == 2;
    request( $ch, $whole );
}

sub request ( $ch, $bytes ) {
    my $ask = utf8::decode($bytes) ? eval { $small->decode($bytes) } : undef;
    my $id = ref $ask eq 'HASH' ? $ask->{requestId} : undef;
    if ( !Values::text($id) or ref( $ask->{data} // {} ) ne 'HASH' or !Values::text( $ask->{call} ) ) {
        return if bad('bad-frame-unanswered');
        if ( bad('bad-frame-closes-all') ) { close_with( $_, 1008 ) for values %open; return }
        return close_with( $ch, 1007 ) if odd('bad-frame-closes');
        return reply( $ch, Values::text($id) ? $id : '', Desk::refusal( 400, 'E_FRAME', 'that is no request' ) );
    }
    my $who = $ch->{who};
    return if bad('deaf-at-first') and Loop::now() < $ch->{opened} + 0.1;
    $asker{"$who->{client}{id} $id"} = $ch;
    $messages++;
    return reply( $ch, $id, Desk::too_soon(1) ) if odd('ws-429-now-and-then') and $messages % 20 == 0;
    return reply( $ch, $id, Desk::refusal( 500, 'INTERNAL_ERROR', 'out of luck' ) ) if odd('ws-500-now-and-then') and $messages % 23 == 0;
    if ( my $wait = Quota::take( $who, 'message' ) ) {
        my $refused = Desk::too_soon($wait);
        $refused->{data} = {} if bad('message-429-bare');
        return reply( $ch, $id, $refused );
    }
    push @{ $ch->{flying} }, $id;
    my $done = sub ($outcome) {
        Quota::give_back( $who, 'message' ) if $outcome->{code} eq 'RATE_LIMITED';
        my $told = $id;
        $told = $ch->{flying}[0] if bad('reply-in-order-of-asking');
        @{ $ch->{flying} } = grep { $_ ne $told } @{ $ch->{flying} };
        my $pause = odd('replies-shuffled') ? rand 0.4 : odd('reply-after-events') ? 0.3 : 0;
        return reply( $asker{"$who->{client}{id} $id"}, $told, $outcome ) if bad('same-id-on-two-connections');
        return reply( $ch, $told, $outcome ) if !$pause;
        Loop::after( $pause, sub { reply( $ch, $told, $outcome ) } );
    };
    return $done->( Gate::stopped() ) if $who->{client}{stopped};
    my $data = $ask->{data} // {};
    if ( $ask->{call} eq 'session.ping' ) {
        return if bad('ping-lost-at-work') and @{ $ch->{flying} } > 1;
        return $done->( Desk::ok( { at => stamp() } ) );
    }
    my $sn = $data->{sn};
    if ( $ask->{call} eq 'device.state.get' ) {
        my $refused = Gate::scope( $who, 'device:read', 'device.state.get' );
        return $done->($refused) if $refused;
        return $done->( Desk::refusal( 422, 'E_VALUE', 'sn is a text' ) ) if !Values::text($sn);
        return Desk::refresh( $who, $sn, 'ws', $ch->{id}, $done );
    }
    return $done->( Desk::refusal( 404, 'E_TOPIC', 'there is no such call' ) ) if $ask->{call} ne 'device.operation.execute';
    my $operation = $data->{operation};
    my $name = ref $operation eq 'HASH' ? $operation->{name} : undef;
    my %needs = (
        'device.relay.set' => 'device:control', 'device.rs485.transceive' => 'device:control',
        'device.rs485.baudRate.set' => 'device:config', 'device.relay.jogConfig.set' => 'device:config',
    );
    return $done->( Desk::refusal( 422, 'E_VALUE', 'operation.name is unknown' ) ) if !Values::text($name) or !$needs{$name};
    my $refused = Gate::scope( $who, $needs{$name}, $name );
    return $done->($refused) if $refused;
    return $done->( Desk::refusal( 422, 'E_VALUE', 'sn is a text' ) ) if !Values::text($sn);
    my $key = $data->{idempotencyKey};
    return $done->( Desk::refusal( 422, 'E_VALUE', 'idempotencyKey is a text' ) )
      if defined $key and ( !Values::text($key) or $key eq '' or length $key > 200 );
    my $inner = $done;
    if ( bad('no-command-of-jog-on-ws') and $name =~ /jog/ ) {
        $done = sub ($outcome) { delete $outcome->{data}{command}; $inner->($outcome) };
    }
    Rest::submit( { sn => $sn, headers => { 'idempotency-key' => $key } }, $who, $name, $operation->{params}, 'ws', $done );
}

sub reply ( $ch, $id, $outcome ) {
    return if !$open{ $ch->{id} };
    my $good = $outcome->{code} eq 'SUCCESS';
    my $text = $good ? 'OK' : odd('german') ? 'Das ging leider nicht.' : $outcome->{message};
    my %out = ( type => 'reply', requestId => $id, code => $outcome->{code}, message => $text, data => $outcome->{data} // {} );
    $out{type} = 'error' if bad('reply-type-error') and !$good;
    delete $out{message} if bad('ws-refusal-without-message') and !$good;
    delete $out{data}    if bad('ping-without-data') and $out{data}{at};
    $out{requestId} = lc $id if bad('reply-id-lower-case');
    $out{message} = 'done' if bad('message-of-ping') and $out{data}{at};
    $out{requestId} = 0 + $id if bad('reply-id-number') and $id =~ /\A[1-9]\d{0,8}\z/;
    $out{requestId} = substr $id, 0, 32 if bad('reply-id-of-32');
    if ( $out{code} eq 'RATE_LIMITED' ) {
        $out{requestId} = '' if bad('ws-429-without-id');
        $out{data} = { retryAfter => $out{data}{retryAfterSeconds} } if bad('ws-429-other-name');
        $ch->{limited}++;
    }
    $out{served} = stamp() if odd('more-fields');
    message( $ch, \%out );
    close_with( $ch, 1008 ) if bad('third-429-closes') and ( $ch->{limited} // 0 ) >= 3;
}

sub stamp () {
    my $t = Loop::wall();
    return sprintf '%s.%03d+02:00', strftime( '%Y-%m-%dT%H:%M:%S', gmtime $t + 7200 ), ( $t - int $t ) * 1000 if odd('stamps-in-local-time');
    sprintf '%s.%03dZ', strftime( '%Y-%m-%dT%H:%M:%S', gmtime $t ), ( $t - int $t ) * 1000;
}

sub say_event ( $ch, $topic, $data ) {
    message( $ch, { type => 'notice', event => $topic, at => stamp(), data => $data } );
    message( $ch, { type => 'notice', event => $topic, at => stamp(), data => $data } ) if odd('events-twice');
}

# Follows the log and tells those who may hear it.
my %topics = (
    LinkSeen     => sub ($e) { ( 'device.connection.' . ( $e->{up} ? 'online' : 'offline' ), {} ) },
    MainsSeen    => sub ($e) { ( 'device.power.' . ( $e->{up} ? 'restored' : 'lost' ), {} ) },
    LineHeard    => sub ($e) { ( 'device.rs485.received', { payload => encode_base64( bad('unasked-cut-at-32') ? substr $e->{bytes}, 0, 32 : $e->{bytes}, '' ) } ) },
    ChannelsSeen => sub ($e) { ( 'device.state.changed', { changes => changes($e), peripherals => $e->{block} } ) },
);

sub changes ($e) {
    my %changes = map { $_ => [ @{ $e->{changes}{$_} } ] } qw(out in);
    if ( bad('changes-one-only') ) {
        for (qw(out in)) { splice @{ $changes{$_} }, 1 if @{ $changes{$_} } > 1 }
    }
    if ( bad('changes-name-whole-group') ) {
        for (qw(out in)) { $changes{$_} = [ 1 .. @{ $e->{seen}{$_} } ] if @{ $changes{$_} } }
    }
    if ( bad('changes-of-inputs-from-0') ) { $_-- for @{ $changes{in} } }
    if ( bad('changes-as-numbers-of-out') and @{ $changes{in} } ) { $changes{out} = delete $changes{in}; $changes{in} = [] }
    return [ map { my $kind = $_; map { "$kind/$_" } @{ $changes{$kind} } } qw(out in) ];
}

sub follow () { Log::view( 'herald', odd('events-late') ? 0.9 : 0.01, sub ($e) { herald($e) } ) }

sub herald ($e) {
    my $make = $topics{ $e->{type} } or return;
    my $sn = $e->{sn};
    return if lost($e);
    my ( $topic, $data ) = $make->($e);
    $data = { sn => $sn, %$data };
    push @recent, [ Loop::now(), $sn, $topic, $data ];
    shift @recent if @recent > 50;
    publish( $_, $sn, $topic, $data ) for sort { $a->{id} <=> $b->{id} } values %open;
}

# Defects that keep one event back.
sub lost ($e) {
    my ( $type, $up ) = @$e{qw(type up)};
    state ( %down, $gone );
    if ( $type eq 'LinkSeen' ) {
        my $quick = $up && ( $down{ $e->{sn} } // -99 ) > Loop::now() - 1.5;
        my $second = !$up && grep { !$_->{link} and $_->{sn} ne $e->{sn} and $_->{seq} > 1 } values %Book::devices;
        $down{ $e->{sn} } = Loop::now() if !$up;
        my $flaps = $flaps{ $e->{sn} } //= [];
        @$flaps = ( ( grep { $_ > Loop::now() - 10 } @$flaps ), Loop::now() );
        return 1 if bad('flapping-untold') and @$flaps > 2;
        return 1 if bad('quick-online-untold')     and $quick;
        return 1 if bad('offline-of-one-at-a-time') and $second;
    }
    if ( $type eq 'MainsSeen' and $up ) { $cycled{ $e->{sn} } = 1; return 1 if bad('restored-once') and $gone++ }
    return 0 if $type ne 'ChannelsSeen';
    my ( $out, $in ) = @{ $e->{changes} }{qw(out in)};
    return 1 if bad('relays-from-5-untold') and @$out and !@$in and !grep { $_ < 5 } @$out;
    return 1 if bad('falling-input-untold') and @$in and !@$out and !grep { $e->{seen}{in}[ $_ - 1 ] } @$in;
    return 1 if bad('inputs-deaf-after-mains') and @$in and !@$out and $cycled{ $e->{sn} };
    return 1 if bad('several-inputs-untold') and @$in > 1;
    return 0;
}

sub publish ( $ch, $sn, $topic, $data ) {
    my $client = $ch->{who}{client};
    my $may = Book::may( $client, $sn ) || bad('power-told-to-all') && $topic =~ /power/;
    $may ||= bad('events-of-site') && $Book::devices{$sn} && $Book::devices{$sn}{site} eq $client->{site};
    return if !$may;
    return if bad('events-start-after-1s') and Loop::now() < $ch->{opened} + 1;
    if ( bad('newest-connection-only') ) {
        my ($newest) = sort { $b <=> $a } map { $_->{id} } grep { $_->{who}{client}{id} eq $client->{id} } values %open;
        return if $newest and $newest != $ch->{id};
    }
    return if bad('power-needs-control') and $topic =~ /power/ and !grep { $_ eq 'device:control' } @{ $ch->{who}{scopes} };
    if ( odd('event-for-each-change') and $topic eq 'device.state.changed' ) {
        say_event( $ch, $topic, { %$data, changes => [$_] } ) for @{ $data->{changes} };
        return;
    }
    say_event( $ch, $topic, $data );
}
1;
