# What readers are shown. The roster, the settings and the ledger follow the log; a state block is read in the field.
package Views;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use JSON::PP;
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

my ( %roster, %settings, %ledger, %sensed );

sub copy ($value) { decode_json( encode_json($value) ) }

sub follow_all () {
    Log::view( 'roster',   0.006, sub ($e) { roster($e) } );
    Log::view( 'settings', 0.006, sub ($e) { settings($e) } );
    Log::view( 'ledger',   0.004, sub ($e) { ledger($e) } );
}

sub roster ($e) {
    my $sn = $e->{sn} // return;
    if ( $e->{type} eq 'DeviceAdded' ) {
        $roster{$sn} = { %$e{qw(sn label model seq site)}, link => $e->{link} // 1, mains => 1, at => $e->{at} };
    }
    elsif ( $e->{type} eq 'DeviceRemoved' ) {
        my $gone = delete $roster{$sn};
        Loop::after( 3, sub { $roster{$sn} //= $gone } ) if bad('removed-comes-back');
    }
    elsif ( $roster{$sn} and $e->{type} =~ /\A(Link|Mains)Seen\z/ ) { $roster{$sn}{ lc $1 } = $e->{up} }
}

sub settings ($e) {
    my $sn = $e->{sn} // return;
    if ( $e->{type} eq 'DeviceAdded' ) {
        $settings{$sn} = { rate => '9600', jog => { map { $_ => 0.5 } 1 .. $Plant::models{ $e->{model} }{out} } };
    }
    elsif ( $e->{type} eq 'DeviceRemoved' ) { delete $settings{$sn} if !bad('removed-config-stays') }
    elsif ( $e->{type} eq 'JogSet' )        { $settings{$sn}{jog}{ $e->{index} } = $e->{seconds} if $settings{$sn} }
    elsif ( $e->{type} eq 'RateSet' )       { $settings{$sn}{rate} = $e->{rate} if $settings{$sn} }
}

sub ledger ($e) {
    my $ref = $e->{ref} // return;
    if ( $e->{type} eq 'CommandOpened' ) {
        $ledger{$ref} = { %$e{qw(ref sn operation params via)}, status => 'LODGED' };
    }
    elsif ( $e->{type} eq 'CommandMoving' ) { $ledger{$ref}{status} = 'MOVING' if $ledger{$ref}{status} eq 'LODGED' }
    elsif ( $e->{type} eq 'CommandEnded' ) { @{ $ledger{$ref} }{qw(status result at)} = @$e{qw(status result at)} }
}

sub command ( $ref, $why, $via ) {
    my $c   = $ledger{$ref};
    my %out = ( ref => $ref, unit => { sn => $c->{sn} }, %$c{qw(operation params status)} );
    $out{result} = $c->{result} if $c->{result};
    $out{note} = 'shown as ' . $why if odd('more-fields');
    delete $out{result} if bad('result-lost-later') and $why eq 'read' and $c->{at} and Loop::now() > $c->{at} + 2;
    delete $out{result} if bad('repeat-without-result') and $why eq 'repeat';
    $out{status} = 'LODGED' if bad('repeat-shows-start') and $why eq 'repeat' and $c->{operation} ne 'device.rs485.transceive';
    $out{params} = { relays => [ $c->{params}{relays}[-1] ] } if bad('read-shows-last-relay') and $why eq 'read' and $c->{params}{relays};
    $out{operation} =~ s/\Adevice\.// if bad('ws-operation-short') and $via eq 'ws';
    $out{params} = {} if bad('compat-params-empty') and $c->{via} eq 'compat';
    $out{status} = 'SETTLED' if bad('timeout-settled-on-read') and $why eq 'read' and $c->{status} eq 'TIMEOUT';
    return \%out;
}

sub word ($bit) { $bit ? 'closed' : 'open' }

sub block ( $sn, $for ) {
    my ( $u, $d ) = ( Plant::unit($sn), $Book::devices{$sn} );
    my ( @out, @in, @adc, %env ) = ();
    @out = map { word($_) } @{ $u->{out} };
    @in  = map { $_ ? 'H' : 'L' } @{ $u->{in} };
    @in  = map { $_ ? 'H' : 'L' } @{ $u->{before} } if bad('inputs-a-second-old') and $u->{before} and $for ne 'event' and Loop::now() < $u->{moved} + 1;
    @out = map { word($_) } @{ $d->{out} } if bad('event-shows-before') and $for eq 'event' and grep { $_ } @{ $d->{out} };
    my $n = 0;
    @adc = map { { ch => 'A' . ++$n, uV => 0 + $_ } } @{ $u->{adc} };
    if ( bad('analog-stops-at-8V') ) { $_->{uV} = $_->{uV} > 8_000_000 ? 8_000_000 : $_->{uV} for @adc }
    pop @adc if bad('zero-analog-left-out') and @adc and $adc[-1]{uV} == 0;
    %env = map { $_ => sprintf '%.1f', $u->{env}{$_} / 10 } keys %{ $u->{env} };
    if ( bad('sensors-of-last-time') and $for ne 'event' ) {
        my $now = {%env};
        %env = %{ $sensed{$sn} // $now };
        $sensed{$sn} = $now;
    }
    if ( bad('ws-sensors-in-whole')      and $for eq 'ws' ) { s/\..*// for values %env }
    if ( bad('ws-analog-in-millivolts') and $for eq 'ws' ) { $_->{uV} = int $_->{uV} / 1000 for @adc }
    if ( bad('below-zero-is-positive') ) { s/\A-// for values %env }
    my %block = ( out => { map { ( $_ => $out[ $_ - 1 ] ) } 1 .. @out }, in => \@in, adc => \@adc, env => \%env );
    delete $block{env} if bad('ws-state-without-sensors')    and $for eq 'ws';
    delete $block{adc} if bad('peripherals-without-analog') and $for eq 'event';
    pop @{ $block{in} } if bad('peripherals-without-last-input') and $for eq 'event';
    @block{qw(uptime firmware)} = ( int Loop::now(), '4.2' ) if odd('more-fields');
    return \%block;
}

sub unit ( $sn, $d = $Book::devices{$sn} ) {
    return {
        unit  => { %$d{qw(sn label model)}, ( odd('more-fields') ? ( colour => 'grey' ) : () ) },
        link  => $d->{link}  ? 'up'      : 'down',
        mains => $d->{mains} ? 'present' : 'absent',
    };
}

sub devices ( $client, $skip, $limit ) {
    my @seen = grep { Book::may( $client, $_->{sn} ) or bad('removed-comes-back') && $_->{site} eq $client->{site} && !$client->{only} }
      sort { $a->{seq} <=> $b->{seq} } values %roster;
    @seen = grep { $_->{at} < Loop::now() - 4 } @seen if bad('added-listed-late') and Loop::now() > 6;
    my $total = @seen;
    $skip++ if bad('second-page-misses-one') and $skip;
    @seen = splice @seen, $skip, $limit if $skip < @seen;
    @seen = () if $skip >= $total;
    my $list = [ map { unit( $_->{sn}, $_ ) } @seen ];
    $list = undef if bad('empty-list-null') and !@$list;
    return { devices => $list, total => $total, skip => 0 + $skip };
}

sub known ($sn) { $settings{$sn} }

sub config ($sn) {
    my $s   = $settings{$sn};
    my %jog = map { ( $_ => 0 + $s->{jog}{$_} ) } keys %{ $s->{jog} };
    my ($last) = sort { $b <=> $a } keys %jog;
    $jog{$last} = $jog{1} if bad('last-jog-shown-as-first');
    delete $jog{$last} if bad('last-jog-not-shown');
    return { settings => { pulse => \%jog, line => { rate => $s->{rate} } } };
}

sub profiles () {
    return {
        profiles => [
            map {
                my $m = $Plant::models{$_};
                { model => $_, %$m{qw(out in adc)}, env => scalar @{ $m->{env} }, line => JSON::PP::true }
            } sort keys %Plant::models
        ]
    };
}
1;
