# The devices as they stand in the field. Nothing here knows of the service.
package Plant;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

our %models = (
    'RX-8' => { out => 8, in => 4, adc => 2, env => [ 't1', 'rh' ] },
    'RX-4' => { out => 4, in => 4, adc => 2, env => ['t1'] },
    'RX-2' => { out => 2, in => 2, adc => 0, env => [] },
);
my %units;

sub place ( $sn, $model ) {
    my $m = $models{$model};
    $units{$sn} //= {
        sn   => $sn,
        out  => [ (0) x $m->{out} ],
        in   => [ (0) x $m->{in} ],
        adc  => [ map { 1_000_000 * $_ } 1 .. $m->{adc} ],
        env  => { map { $_ => $_ eq 'rh' ? 400 : 215 } @{ $m->{env} } },
        link => 1, mains => 1, pulses => {}, done => {},
    };
}

sub unit ($sn) { $units{$sn} }

sub all () { sort keys %units }

# What the unit has carried out, for a witness at the wire.
sub count ( $sn, $what ) { $units{$sn}{done}{$what}++ }

# Moves one relay. A pulse ends by itself, without the service.
sub move ( $sn, $index, $word, $seconds, $moved ) {
    my $u = $units{$sn};
    Loop::cancel( delete $u->{pulses}{$index} );
    $u->{out}[ $index - 1 ] = $word eq 'open' ? 0 : 1;
    return if $word ne 'pulse';
    $u->{pulses}{$index} = Loop::after(
        $seconds,
        sub {
            delete $u->{pulses}{$index};
            $u->{out}[ $index - 1 ] = 0;
            $moved->();
        }
    );
}

# The peripherals on the line: 11 sends back what it hears, 12 the same turned round, 13 NN what it heard after NN times
# 20 ms. Nobody else is there.
sub line ( $bytes, $call ) {
    my ( $address, $second ) = unpack 'CC', $bytes . "\0";
    return Loop::after( 0.03, sub { $call->($bytes) } ) if $address == 0x11;
    return Loop::after( 0.03, sub { $call->( substr( $bytes, 0, 1 ) . reverse substr $bytes, 1 ) } ) if $address == 0x12;
    return Loop::after( 0.02 * $second, sub { $call->($bytes) } ) if $address == 0x13;
}
1;
