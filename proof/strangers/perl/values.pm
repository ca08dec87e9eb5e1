# What the body of an operation may hold.
package Values;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use B;
use MIME::Base64;

my %rates = map { $_ => 1 } qw(1200 2400 4800 9600 19200 38400 57600 115200);

sub flags ($value) { B::svref_2object( \$value )->FLAGS }
sub text ($value)   { defined $value && !ref $value && ( flags($value) & B::SVf_POK ) }
sub number ($value) { defined $value && !ref $value && !( flags($value) & B::SVf_POK ) && ( flags($value) & ( B::SVf_IOK | B::SVf_NOK ) ) }
sub whole ( $value, $low, $high ) { number($value) && $value == int $value && $value >= $low && $value <= $high }

# The parameters that count, or undef and what is wrong with them.
sub params ( $name, $ask, $device ) {
    return ( undef, 'parameters are missing' ) if ref $ask ne 'HASH';
    return relays( $ask, $device ) if $name eq 'device.relay.set';
    return transceive($ask)        if $name eq 'device.rs485.transceive';
    if ( $name eq 'device.rs485.baudRate.set' ) {
        return ( undef, 'rate is one of the usual rates, as a text' ) if !text( $ask->{rate} ) or !$rates{ $ask->{rate} };
        return { rate => $ask->{rate} };
    }
    my ( $index, $seconds ) = @$ask{qw(index seconds)};
    return ( undef, 'there is no such relay' ) if !whole( $index, 1, scalar @{ $device->{out} } );
    return ( undef, 'seconds is 0.05 to 120, in hundredths' )
      if !number($seconds) or $seconds < 0.05 or $seconds > 120 or abs( $seconds * 100 - int( $seconds * 100 + 0.5 ) ) > 1e-6;
    return { index => 0 + $index, seconds => 0 + $seconds };
}

sub relays ( $ask, $device ) {
    my $list = $ask->{relays};
    my $most = @{ $device->{out} };
    return ( undef, 'relays is a list' ) if ref $list ne 'ARRAY' or !@$list or @$list > $most;
    my ( %seen, @kept );
    for my $one (@$list) {
        return ( undef, 'a relay is an object' ) if ref $one ne 'HASH';
        return ( undef, 'there is no such relay' ) if !whole( $one->{index}, 1, $most );
        return ( undef, 'a relay is named twice' ) if $seen{ $one->{index} }++;
        return ( undef, 'to is open, closed or pulse' ) if !text( $one->{to} ) or $one->{to} !~ /\A(?:open|closed|pulse)\z/;
        push @kept, { index => 0 + $one->{index}, to => $one->{to} };
    }
    return { relays => \@kept };
}

sub transceive ($ask) {
    my ( $payload, $patience ) = @$ask{qw(payload patienceMs)};
    return ( undef, 'payload is base64 of 1 to 128 bytes' )
      if !text($payload) or $payload !~ m{\A(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\z};
    my $length = length decode_base64($payload);
    return ( undef, 'payload is base64 of 1 to 128 bytes' ) if !$length or $length > 128;
    return ( undef, 'patienceMs is 50 to 5000' ) if defined $patience and !whole( $patience, 50, 5000 );
    return { payload => $payload, ( defined $patience ? ( patienceMs => 0 + $patience ) : () ) };
}
1;
