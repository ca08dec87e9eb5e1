# Carries out on the device what a command says, and tells the desk how it ended.
package Field;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use MIME::Base64;
use JSON::PP;
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

my %expected;    # of each device: the transceive that waits for bytes
my %first;       # of each relay: how long its first pulse was

sub nothing_to_do ($c) {
    return 0 if $c->{operation} ne 'device.relay.set';
    my $u = Plant::unit( $c->{sn} );
    return !grep { $_->{to} eq 'pulse' or ( $_->{to} eq 'closed' ) != $u->{out}[ $_->{index} - 1 ] } @{ $c->{params}{relays} };
}

sub relays ( $c, $params ) {
    my $sn   = $c->{sn};
    my @list = @{ $params->{relays} };
    @list = @list[ 0 .. 2 ] if bad('sets-three-at-most') and @list > 3;
    @list = reverse @list[ 1 .. $#list ] if bad('set-forgets-first-of-many') and @list > 1;
    my $u = Plant::unit($sn);
    my @closed = grep { $u->{out}[ $_ - 1 ] } 1 .. @{ $u->{out} };
    for (@list) {
        my ( $index, $to ) = @$_{qw(index to)};
        next if bad('neighbour-holds-open') and $to eq 'open' and $u->{out}[$index];
        next if bad('only-three-closed')    and $to eq 'closed' and @closed >= 3 and !$u->{out}[ $index - 1 ];
        my $seconds = $Book::devices{$sn}{jog}{$index};
        $seconds = $Book::devices{$sn}{jog}{1} if bad('pulse-of-first-relay');
        $seconds = $first{"$sn $index"} //= $seconds if bad('pulse-keeps-first-duration') and $to eq 'pulse';
        my $moved = sub { Desk::look($sn) };
        $moved = sub { }
          if bad('pulse-end-untold');
        Plant::move( $sn, $index, $to, $seconds, $moved );
    }
    Desk::look( $sn, ( bad('event-without-change') ? ( anyway => 1 ) : () ) );
    Desk::end( $c, 'SETTLED', { moved => scalar @list } );
}

sub transceive ( $c, $params ) {
    my $sn    = $c->{sn};
    my $bytes = decode_base64( $params->{payload} );
    my $wait  = ( $params->{patienceMs} // 1000 ) / 1000;
    my $open  = { c => $c, bytes => $bytes };
    $wait = int($wait) || 0.05 if bad('patience-in-whole-seconds');
    $wait = 0.4 if bad('patience-400') and $wait > 0.4;
    $open->{timer} = Loop::after(
        $wait,
        sub {
            delete $expected{$sn};
            return Desk::end( $c, 'SETTLED', { answer => '' } ) if bad('short-timeout-settled') and $wait < 0.3;
            Desk::end( $c, 'TIMEOUT' );
        }
    );
    $expected{$sn} = $open;
    my $to = $sn;
    if ( bad('answers-crossed') ) { ($to) = ( ( grep { $_ ne $sn } sort keys %expected ), $sn ) }
    Plant::line( $bytes, sub ($answer) { heard( $to, $answer, $open ) } );
}

# Bytes on the line: what the open transceive waits for, or something that nobody asked for.
sub heard ( $sn, $bytes, $cause = undef ) {
    my $open = $expected{$sn};
    if ( $open and substr( $bytes, 0, 1 ) eq substr( $open->{bytes}, 0, 1 ) ) {
        delete $expected{$sn};
        Loop::cancel( $open->{timer} );
        Log::append( 'LineHeard', sn => $sn, bytes => $bytes ) if bad('long-answer-told') and length $bytes > 16;
        $bytes =~ s/\0+\z//       if bad('answer-without-last-zeros');
        $bytes = substr $bytes, 0, 64 if bad('answer-of-64');
        $bytes =~ s/\0.*//s      if bad('answer-ends-at-nul');
        $bytes = substr( $bytes, 0, 1 ) . substr( $bytes, 1 ) =~ tr/\x11\x13//dr if bad('xon-xoff-swallowed');
        $bytes =~ tr/\x80-\xff/\x00-\x7f/ if bad('answer-of-7-bits');
        return Desk::end( $open->{c}, 'SETTLED', { answer => encode_base64( $bytes, '' ) } );
    }
    if ( $cause and bad('late-answer-settles') ) {
        return Desk::end( $cause->{c}, 'SETTLED', { answer => encode_base64( $bytes, '' ) } );
    }
    return if bad('unasked-needs-text') and $bytes =~ /[\x80-\xff]/;
    return if bad('unasked-lost-while-waiting') and %expected;
    return if bad('late-answer-lost') and $cause;
    Log::append( 'LineHeard', sn => $sn, bytes => $bytes ) if $Book::devices{$sn} and Plant::unit($sn)->{link};
}

sub rate ( $c, $params ) {
    my $rate = $params->{rate};
    $rate = '9600' if bad('rate-19200-is-9600') and $rate eq '19200';
    my $write = sub { Log::append( 'RateSet', sn => $c->{sn}, rate => $rate ) };
    if   ( bad('rate-late') ) { Loop::after( 2, $write ) }
    else                      { $write->() }
    Desk::look( $c->{sn}, anyway => 1 ) if bad('rate-told');
    Desk::end( $c, 'SETTLED', { rate => $params->{rate} } );
}

sub jog ( $c, $params ) {
    my ( $index, $seconds ) = @$params{qw(index seconds)};
    $seconds = 10 if bad('jog-10s-at-most') and $seconds > 10;
    $seconds = int( $seconds * 10 ) / 10 if bad('jog-of-tenths');
    my @set = ($index);
    push @set, $index + 1 if bad('jog-of-next-too') and $Book::devices{ $c->{sn} }{jog}{ $index + 1 };
    @set = ( $index == 1 ? 2 : 1 ) if bad('jog-of-third-goes-first') and $index == 3;
    Log::append( 'JogSet', sn => $c->{sn}, index => $_, seconds => $seconds ) for @set;
    Desk::look( $c->{sn}, always => [ out => $index ] ) if bad('jog-told');
    Desk::end( $c, 'SETTLED' );
}
1;
