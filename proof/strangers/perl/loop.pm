# The clock, the timers and the sockets: one thread waits for all of them.
package Loop;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use IO::Select;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my $hurry = $ENV{HURRY} || 1;
my $began = clock_gettime(CLOCK_MONOTONIC);
my $wall  = time;
my ( $in, $out ) = ( IO::Select->new, IO::Select->new );
my ( %readers, %writers, @timers );

sub now() { ( clock_gettime(CLOCK_MONOTONIC) - $began ) * $hurry }
sub wall() { $wall + now() }

sub after ( $seconds, $call ) {
    my $timer = { at => now() + $seconds, call => $call };
    my ( $low, $high ) = ( 0, scalar @timers );
    while ( $low < $high ) {
        my $middle = ( $low + $high ) >> 1;
        if   ( $timers[$middle]{at} <= $timer->{at} ) { $low  = $middle + 1 }
        else                                          { $high = $middle }
    }
    splice @timers, $low, 0, $timer;
    return $timer;
}

sub cancel ($timer) { $timer->{call} = undef if $timer }

sub reads ( $socket, $call ) { $in->add($socket); $readers{ fileno $socket } = $call }

sub writes ( $socket, $call ) {
    if   ($call) { $out->add($socket);    $writers{ fileno $socket } = $call }
    else         { $out->remove($socket); delete $writers{ fileno $socket } }
}

sub forget ($socket) {
    $in->remove($socket);
    $out->remove($socket);
    delete $readers{ fileno $socket };
    delete $writers{ fileno $socket };
}

sub run () {
    while (1) {
        while ( @timers and $timers[0]{at} <= now() ) {
            my $call = shift(@timers)->{call};
            $call->() if $call;
        }
        my $pause = @timers ? ( $timers[0]{at} - now() ) / $hurry : 1;
        my ( $r, $w ) = IO::Select->select( $in, $out, undef, $pause > 0 ? $pause : 0 );
        for ( @{ $r // [] } ) { my $call = $readers{ fileno($_) // -1 }; $call->() if $call }
        for ( @{ $w // [] } ) { my $call = $writers{ fileno($_) // -1 }; $call->() if $call }
    }
}
1;
