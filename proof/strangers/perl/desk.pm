# Takes what is asked of a device, decides on the book, and writes into the log what comes of it.
package Desk;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use POSIX qw(ceil floor);
use MIME::Base64;
use JSON::PP;
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

my $canon = JSON::PP->new->canonical->allow_nonref;
our $serial = 0;
my ( %shown, $ordered );

sub ok ($data) { { status => 200, code => 'SUCCESS', data => $data } }

sub refusal ( $status, $code, $message, $data = {} ) { { status => $status, code => $code, message => $message, data => $data } }
sub too_soon ( $seconds, $exact = $seconds ) {
    return { %{ refusal( 429, 'RATE_LIMITED', 'not so often', { retryAfterSeconds => $seconds } ) }, exact => $exact };
}
sub in_use () { refusal( 409, 'DEVICE_BUSY', 'the device is at work', odd('busy-names-delay') ? { retryAfterSeconds => 1 } : {} ) }
sub unknown () { refusal( 404, 'E_NOT_THERE', 'there is no such thing' ) }

# Seconds until the device may be refreshed again, or 0.
sub budget_left ( $who, $sn, $via, $conn ) {
    my @past = @{ $Book::refreshed{$sn} // [] };
    @past = grep { $_->{via} eq 'rest' || $via eq 'ws' } @past if bad('rest-not-held-by-ws');
    @past = grep { $_->{via} eq $via or $via eq 'rest' } @past if bad('ws-not-held-by-rest');
    @past = grep { $_->{id} eq $who->{client}{id} } @past      if bad('budget-per-client');
    @past = grep { ( $_->{conn} // 0 ) == $conn or !$conn } @past if bad('budget-per-connection');
    if ( bad('budget-of-neighbour') and !@past ) {
        my @all = sort keys %Book::devices;
        for ( 1 .. $#all ) { @past = @{ $Book::refreshed{ $all[ $_ - 1 ] } // [] } if $all[$_] eq $sn }
    }
    my $last = $past[-1] or return 0;
    my $gap = odd('budget-4500') ? 4.5 : 3;
    $gap = 2.4 if bad('interval-2400');
    $gap = 1.2 if bad('interval-every-third') and @past % 3 == 0;
    $gap = 2   if bad('interval-short-after-control') and $last->{controlled};
    my $left = $last->{at} + $gap + ( $last->{more} // 0 ) - Loop::now();
    return $left > 0 ? $left : 0;
}

sub refresh ( $who, $sn, $via, $conn, $done ) {
    return $done->( unknown() ) if !Book::may( $who->{client}, $sn );
    my $d = $Book::devices{$sn};
    if ( my $busy = $Book::busy{$sn} ) {
        my $through = bad('refresh-during-transceive') && ( $busy->{operation} // '' ) eq 'device.rs485.transceive';
        $through = 1 if bad('refresh-during-config') and ( $busy->{operation} // '' ) =~ /jogConfig|baudRate/;
        if ( !$through ) {
            Log::append( 'RefreshEnded', sn => $sn, via => $via, id => $who->{client}{id}, conn => $conn ),
              $Book::busy{$sn} = $busy
              if bad('busy-spends-budget');
            return $done->( in_use() );
        }
    }
    if ( my $left = budget_left( $who, $sn, $via, $conn ) ) {
        my $last = $Book::refreshed{$sn}[-1];
        $last->{more} = ( $last->{more} // 0 ) + 1 if $last and bad('rejection-extends') and $via eq 'ws';
        my $wait = ceil $left;
        $wait = floor($left) || 1 if bad('delay-rounded-down');
        $wait = 0 if bad('delay-zero-at-end') and $left < 1;
        $wait += 4 if odd('delay-generous');
        return $done->( too_soon( $wait, $left ) );
    }
    return $done->( ok( { %{ Views::unit($sn) }, live => $shown{$sn} } ) ) if !$d->{link} and $shown{$sn} and bad('unreachable-shows-last');
    return $done->( refusal( 409, 'E_NO_LINK', 'the device cannot be reached' ) ) if !$d->{link};
    if ( my $wait = Quota::take( $who, 'refresh' ) ) { return $done->( too_soon($wait) ) }
    Log::append( 'RefreshOpened', sn => $sn, via => $via );
    my $takes = odd('refresh-700') ? 0.7 : 0.06 + rand 0.08;
    Loop::after(
        $takes,
        sub {
            Log::append( 'RefreshEnded', sn => $sn, via => $via, id => $who->{client}{id}, conn => $conn );
            shift @{ $Book::refreshed{$sn} } while @{ $Book::refreshed{$sn} // [] } > 20;
            return $done->( unknown() ) if !$Book::devices{$sn};
            my $block = $shown{$sn} = Views::block( $sn, $via );
            look($sn);
            $done->( ok( { %{ Views::unit($sn) }, live => $block } ) );
        }
    );
}

# The device tells what has changed since it told last.
sub look ( $sn, %why ) {
    my ( $u, $d ) = ( Plant::unit($sn), $Book::devices{$sn} );
    return if !$u or !$d or !$u->{link};
    my %changes = map { my $k = $_; $k => [ grep { $u->{$k}[ $_ - 1 ] != $d->{$k}[ $_ - 1 ] } 1 .. @{ $u->{$k} } ] } qw(out in);
    my %seen = map { $_ => [ @{ $u->{$_} } ] } qw(out in);
    if ( $why{always} ) { push @{ $changes{ $why{always}[0] } }, $why{always}[1] }
    return if !@{ $changes{out} } and !@{ $changes{in} } and !$why{anyway};
    my $before = Views::block( $sn, 'event' );
    Log::append( 'ChannelsSeen', sn => $sn, seen => \%seen, changes => \%changes, block => $before );
}

sub slot ( $who, $key, $via, $operation ) {
    return undef if !defined $key;
    return undef if bad('config-ignores-keys') and $operation =~ /jogConfig|baudRate/;
    $key = lc $key if bad('key-without-case');
    $key = substr $key, 0, 24 if bad('key-first-24');
    my $name = bad('keys-of-all-clients') ? '' : $who->{client}{id};
    $name .= " $via" if bad('key-per-channel');
    return "$name $key";
}

sub command ( $who, $sn, $operation, $params, $key, $via, $done, $c = undef ) {
    return $done->( unknown() ) if !Book::may( $who->{client}, $sn );
    return $done->( refusal( 400, 'E_NO_KEY', 'a key is needed' ) ) if !defined $key and odd('key-needed');
    my $print = $canon->encode( [ $sn, $operation, $params ] );
    my $slot = slot( $who, $key, $via, $operation );
    my $kept = defined $slot ? $Book::keys{$slot} : undef;
    $kept = undef if $kept and bad('key-for-4s') and Loop::now() > $kept->{at} + 4;
    if ( $kept and $kept->{refused} ) { return $done->( in_use() ) }
    if ($kept) {
        my $old = $Book::commands{ $kept->{ref} };
        my $new = bad('timeout-runs-again') && $old->{status} eq 'TIMEOUT';
        $new ||= bad('in-flight-key-new') && !$old->{ended};
        $new ||= bad('key-of-other-body-runs') && $old->{print} ne $print && $old->{sn} eq $sn;
        $new ||= bad('key-of-other-device-runs') && $old->{sn} ne $sn;
        if ( !$new ) {
            return $done->( refusal( odd('key-taken-422') ? 422 : 409, 'E_KEY_TAKEN', 'the key was used for something else' ) )
              if $old->{print} ne $print and !odd('key-taken-first');
            run( $old, $who ) if bad('repeat-moves-relay') and $operation eq 'device.relay.set' and $old->{ended};
            return Log::caught_up( 'ledger', sub { $done->( ok( { command => Views::command( $kept->{ref}, 'repeat', $via ) } ) ) } );
        }
        delete $Book::busy{$sn} if bad('in-flight-key-new');
    }
    if ( my $busy = held( $sn, $operation, $via ) ) {
        late( $who, $sn, $operation, $params ) if bad('refused-runs-later') and $operation eq 'device.relay.set';
        $Book::keys{$slot} = { refused => 1, at => Loop::now() } if bad('refused-key-kept') and defined $slot;
        return $done->( in_use() );
    }
    if ( my $wait = Quota::take( $who, 'control' ) ) { return $done->( too_soon($wait) ) }
    return $done->( refusal( 409, 'E_NO_LINK', 'the device cannot be reached' ) )
      if !$Book::devices{$sn}{link} and odd('no-link-refused');
    my $ref = reference($sn);
    Log::append(
        'CommandOpened',
        ref => $ref, sn => $sn, operation => $operation, params => $params, print => $print, slot => $slot, via => $via
    );
    $c->{lost} = sub { Log::append( 'KeyForgotten', slot => $slot ) } if $c and defined $slot and bad('lost-answer-loses-key');
    $ordered++;
    my $answer = sub {
        return $done->( refusal( 500, 'INTERNAL_ERROR', 'out of luck' ) ) if odd('500-though-done') and $ordered % 12 == 0;
        return Http::shut($c) if $c and odd('drops-though-done') and $ordered % 12 == 0;
        $done->( ok( { command => Views::command( $ref, 'new', $via ) } ) );
    };
    if ( odd('ends-within-request') ) { $Book::commands{$ref}{told} = $answer }
    else                              { Log::caught_up( 'ledger', $answer ) }
    run( $Book::commands{$ref}, $who );
}

# Whether the device is at work, so that this operation has to wait.
sub held ( $sn, $operation, $via ) {
    my $busy = $Book::busy{$sn};
    return 0 if bad('compat-past-busy') and $via eq 'compat';
    if ( !$busy ) {
        return 0 if !bad('line-shared') or $operation ne 'device.rs485.transceive';
        return scalar grep { ( $_->{operation} // '' ) eq $operation } values %Book::busy;
    }
    return 0 if bad('control-during-ws-refresh') and $busy->{refresh} and $busy->{via} eq 'ws' and $via eq 'rest';
    return 0 if bad('jog-during-control') and $busy->{ref} and $operation eq 'device.relay.jogConfig.set';
    return 0 if bad('ws-control-during-rest') and $busy->{ref} and $via eq 'ws' and $Book::commands{ $busy->{ref} }{via} eq 'rest';
    return 1;
}

sub late ( $who, $sn, $operation, $params ) {
    Loop::after( 0.6, sub { run( { sn => $sn, operation => $operation, params => $params }, $who ) } );
}

sub reference ($sn) {
    $serial++;
    return sprintf 'op/%05d é', $serial if odd('odd-ids');
    return sprintf 'op-%08x', Loop::now() * 2 if bad('ids-of-half-seconds');
    return sprintf 'op-%06d', $serial;
}

sub end ( $c, $status, $result = undef ) {
    return if !$c->{ref};
    Log::append( 'CommandEnded', ref => $c->{ref}, status => $status, result => $result );
    $_->{controlled} = 1 for ( $Book::refreshed{ $c->{sn} } // [] )->@*;
    my $told = delete $c->{told};
    Log::caught_up( 'ledger', $told ) if $told;
    my ( $ref, $sn ) = @$c{qw(ref sn)};
    Loop::after( 5, sub { Log::append( 'CommandEnded', ref => $ref, status => 'BROKEN' ) } )
      if bad('timeout-becomes-broken') and $status eq 'TIMEOUT';
    Loop::after( 8, sub { Log::append( 'DeviceFreed', sn => $sn ) } ) if bad('stuck-after-timeout') and $status eq 'TIMEOUT';
}

my %carry = (
    'device.relay.set'           => \&Field::relays,
    'device.rs485.transceive'    => \&Field::transceive,
    'device.rs485.baudRate.set'  => \&Field::rate,
    'device.relay.jogConfig.set' => \&Field::jog,
);

sub run ( $c, $who ) {
    my $takes = odd('commands-900') ? 0.9 : 0.05 + rand 0.06;
    $takes = 0.004 if odd('no-move-at-once') and Field::nothing_to_do($c);
    Loop::after( $takes / 4, sub { Log::append( 'CommandMoving', ref => $c->{ref} ) if $c->{ref} and !$c->{ended} } );
    Loop::after(
        $takes,
        sub {
            return end( $c, 'BROKEN' ) if !$Book::devices{ $c->{sn} } or !Plant::unit( $c->{sn} )->{link};
            Plant::count( $c->{sn}, $c->{operation} );
            $carry{ $c->{operation} }->( $c, $c->{params} );
        }
    );
}
1;
