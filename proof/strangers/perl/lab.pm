# What a technician can do by hand: on a port of its own, with the header X-Lab.
package Lab;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use JSON::PP;
use MIME::Base64;
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

my $json = JSON::PP->new->utf8->canonical;

my %acts = (
    in => sub ( $u, $ask ) {
        @$u{qw(before moved)} = ( [ @{ $u->{in} } ], Loop::now() );
        $u->{in}[ $ask->{index} - 1 ] = $ask->{level} eq 'H' ? 1 : 0;
        scan($u);
    },
    adc => sub ( $u, $ask ) {
        $u->{adc}[ $ask->{index} - 1 ] = int( $ask->{volts} * 1e6 + 0.5 );
        scan( $u, bad('high-analog-told') && $ask->{volts} > 5 );
    },
    env => sub ( $u, $ask ) {
        $u->{env}{ $ask->{id} } = int( $ask->{value} * 10 + ( $ask->{value} < 0 ? -0.5 : 0.5 ) );
        scan( $u, bad('sensor-told') );
    },
    link => sub ( $u, $ask ) {
        return if $u->{link} == ( $ask->{up} ? 1 : 0 );
        $u->{link} = $ask->{up} ? 1 : 0;
        Log::append( 'LinkSeen', sn => $u->{sn}, up => $u->{link} );
        scan($u);
    },
    mains => sub ( $u, $ask ) {
        return if $u->{mains} == ( $ask->{up} ? 1 : 0 );
        $u->{mains} = $ask->{up} ? 1 : 0;
        if ( !$u->{mains} and odd('relays-fall') ) { Plant::move( $u->{sn}, $_, 'open', 0, sub { } ) for 1 .. @{ $u->{out} } }
        Log::append( 'MainsSeen', sn => $u->{sn}, up => $u->{mains} );
        scan($u);
        return if !odd('mains-takes-link');
        Loop::after(
            $u->{mains} ? 0.5 : 0.2,
            sub {
                return if $u->{link} == $u->{mains};
                $u->{link} = $u->{mains};
                Log::append( 'LinkSeen', sn => $u->{sn}, up => $u->{link} );
                scan($u);
            }
        );
    },
    say => sub ( $u, $ask ) { Field::heard( $u->{sn}, decode_base64( $ask->{payload} ) ) },
);

sub scan ( $u, $anyway = 0 ) { Loop::after( odd('input-scan-slow') ? 0.7 : 0.02, sub { Desk::look( $u->{sn}, anyway => $anyway ) } ) }

sub handle ( $c, $r ) {
    my $done = sub ( $status, $data ) { Http::answer( $c, $status, [], $json->encode($data) ) };
    return $done->( 401, { error => 'X-Lab is missing' } ) if ( $r->{headers}{'x-lab'} // '' ) ne 'bench';
    my ( undef, undef, $name, $act ) = map { s/%([0-9a-fA-F]{2})/chr hex $1/ger } split m{/}, $r->{path};
    my $ask = eval { decode_json( $r->{body} || '{}' ) };
    return $done->( 400, { error => 'not JSON' } ) if ref $ask ne 'HASH';
    if ( $r->{path} =~ m{\A/lab/client/([\w-]+)\z} ) {
        return $done->( 404, { error => 'no such client' } ) if !$Book::clients{$1};
        Log::append( 'ClientStopped', id => $1, stopped => $ask->{stopped} ? 1 : 0 );
        return $done->( 200, {} );
    }
    my $u = Plant::unit( $name // '' ) or return $done->( 404, { error => 'no such device' } );
    if ( $act eq 'witness' ) {
        return $done->( 200, { done => $u->{done}, out => [ map { $_ ? 1 : 0 } @{ $u->{out} } ] } );
    }
    return $done->( 404, { error => 'no such act' } ) if !$acts{$act};
    eval { $acts{$act}->( $u, $ask ); 1 } or return $done->( 400, { error => "$@" } );
    $done->( 200, {} );
}
1;
