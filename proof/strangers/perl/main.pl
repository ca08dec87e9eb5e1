# Reads the options, admits clients and devices, and runs. Usage: perl main.pl --port N --control-port N [...]
use v5.26;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Getopt::Long;
use JSON::PP;
BEGIN {
    require "$_.pm" for qw(switches loop log plant book quota values views desk field gate http rest channel lab);
}

my ( $port, $control, $seed, $list ) = ( 7090, 7091, 1 );
GetOptions(
    'port=i' => \$port, 'control-port=i' => \$control, 'seed=i' => \$seed, 'list=s' => \$list,
    'token-lifetime=f' => \$Rest::lifetime, 'quota-scale=f' => \$Quota::scale, 'segment=s' => \$Rest::segment,
    'defect=s' => \$Switches::defect, 'oddity=s' => \$Switches::oddity,
) or exit 2;

open my $file, '<', "$FindBin::Bin/switches.json" or die "switches.json: $!\n";
my $known = decode_json( join '', <$file> );
if ($list) { say for map { $_->{name} } @{ $known->{$list} // die "defects or oddities\n" }; exit }
for ( [ defects => $Switches::defect ], [ oddities => $Switches::oddity ] ) {
    my ( $kind, $name ) = @$_;
    die "no such switch: $name\n" if $name and !grep { $_->{name} eq $name } @{ $known->{$kind} };
}
srand $seed;
$SIG{PIPE} = 'IGNORE';

Log::book( \&Book::write_down );
Views::follow_all();
Channel::follow();

my @all = qw(device:control device:config device:manage);
for (
    [ 'north-all',     'north', \@all ],
    [ 'north-second',  'north', \@all ],
    [ 'north-read',    'north', ['device:read'] ],
    [ 'north-control', 'north', ['device:control'] ],
    [ 'north-config',  'north', ['device:config'] ],
    [ 'north-manage',  'north', ['device:manage'] ],
    [ 'north-part',    'north', [ 'device:control', 'device:config' ], ['NW:02~B1'] ],
    [ 'north-stopped', 'north', ['device:read'] ],
    [ 'south-all',     'south', \@all ],
    [ 'east-none',     'east',  ['device:read'] ],
  )
{
    my ( $id, $site, $scopes, $only ) = @$_;
    Log::append( 'ClientAdmitted',
        client => { id => $id, secret => "secret-of-$id", site => $site, scopes => $scopes, only => $only, stopped => $id eq 'north-stopped' } );
}
for (
    [ 'NW:01~A7', 'north', 'RX-8', 'Pump house' ],
    [ 'NW:02~B1', 'north', 'RX-8', 'Boiler, left' ],
    [ 'NW:03~C2', 'north', 'RX-4', 'Dépôt' ],
    [ 'NW:04~D9', 'north', 'RX-2', 'Gate' ],
    [ 'NW:05~E0', 'north', 'RX-4', 'Cellar', 0 ],
    [ 'SO:01~A7', 'south', 'RX-8', 'Hall' ],
    [ 'SO:02~B1', 'south', 'RX-4', 'Yard' ],
  )
{
    my ( $sn, $site, $model, $label, $link ) = @$_;
    Plant::place( $sn, $model );
    Plant::unit($sn)->{link} = $link // 1;
    utf8::decode($label);
    Log::append( 'DeviceAdded', sn => $sn, site => $site, model => $model, label => $label, secret => "pin-$sn", link => $link // 1 );
}
Book::sweep();

# A weather station on each line that talks by itself.
sub chatter () {
    Field::heard( $_, "\x7eW" . pack 'n', 200 + rand 50 ) for Plant::all();
    Loop::after( 6, \&chatter );
}
Loop::after( 6, \&chatter ) if $Switches::oddity eq 'chatty-line';

$port    = Http::listen( $port,    \&Rest::handle );
$control = Http::listen( $control, \&Lab::handle );
if ( $ENV{HURRY} ) { Loop::reads( \*STDIN, sub { sysread( STDIN, my $bytes, 4096 ) or exit } ) }
$| = 1;
my ($here) = ('127.0.0.1');
say encode_json( { url => "http://$here:$port", ws_url => "ws://$here:$port", control_url => "http://$here:$control" } );
Loop::run();
