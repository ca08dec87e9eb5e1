# HTTP/1.1 by hand: one request at a time on each connection, answers in order.
package Http;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use IO::Socket::INET;
use Socket qw(IPPROTO_TCP TCP_NODELAY);
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

use constant { MOST_HEAD => 16_384, MOST_BODY => 65_536 };
my %words = (
    101 => 'Switching Protocols',
    200 => 'OK', 201 => 'Created', 204 => 'No Content', 400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found', 409 => 'Conflict',
    422 => 'Unprocessable Content', 429 => 'Too Many Requests', 500 => 'Internal Server Error',
);

sub listen ( $port, $handler ) {
    my $server = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 256, ReuseAddr => 1, Blocking => 0, Proto => 'tcp'
    ) or die "port $port: $!\n";
    Loop::reads(
        $server,
        sub {
            while ( my $socket = $server->accept ) {
                $socket->blocking(0);
                setsockopt $socket, IPPROTO_TCP, TCP_NODELAY, 1;
                my $c = { socket => $socket, in => '', out => '', handler => $handler };
                Loop::reads( $socket, sub { fill($c) } );
            }
        }
    );
    return $server->sockport;
}

sub fill ($c) {
    my $n = sysread $c->{socket}, my $bytes, 65_536;
    return        if !defined $n and $!{EAGAIN};
    return shut($c) if !$n;
    return $c->{sink}->($bytes) if $c->{sink};
    $c->{in} .= $bytes;
    return shut($c) if length $c->{in} > 4 * MOST_BODY;
    next_request($c);
}

sub next_request ($c) {
    return if $c->{working} or $c->{closed} or $c->{ending};
    $c->{in} =~ s/\A(?:\r\n)+//;
    my $end = index $c->{in}, "\r\n\r\n";
    if ( $end < 0 ) {
        refuse( $c, 400, 'the head is too long' ) if length $c->{in} > MOST_HEAD;
        return;
    }
    my ( $line, @fields ) = split /\r\n/, substr( $c->{in}, 0, $end );
    my %headers;
    for (@fields) {
        my ( $name, $value ) = /\A([^\s:]+):[ \t]*(.*?)[ \t]*\z/ or return refuse( $c, 400, 'a header cannot be read' );
        $headers{ lc $name } = $value;
    }
    my ( $method, $target ) = $line =~ m{\A([A-Z]+) (\S+) HTTP/1\.[01]\z} or return refuse( $c, 400, 'not HTTP/1.1' );
    my ( $body, $used ) = body( $c, \%headers, $end + 4 );
    return if !defined $used;
    return refuse( $c, 400, $body ) if $used < 0;
    substr( $c->{in}, 0, $used ) = '';
    my ( $path, $query ) = split /\?/, $target, 2;
    $c->{working} = 1;
    $c->{last} = lc( $headers{connection} // '' ) eq 'close' || odd('closes-after-answer');
    $c->{handler}->( $c, { method => $method, path => $path, query => $query // '', headers => \%headers, body => $body } );
}

# The body and what it takes; nothing while it is not all here; a text and -1 when it cannot be read.
sub body ( $c, $headers, $at ) {
    if ( lc( $headers->{'transfer-encoding'} // '' ) eq 'chunked' ) {
        my $body = '';
        while (1) {
            my $end = index $c->{in}, "\r\n", $at;
            return if $end < 0;
            my ($size) = substr( $c->{in}, $at, $end - $at ) =~ /\A([0-9a-fA-F]{1,6})(?:;.*)?\z/ or return ( 'bad chunk', -1 );
            $size = hex $size;
            return ( 'the body is too long', -1 ) if length($body) + $size > MOST_BODY;
            return if length $c->{in} < $end + 4 + $size;
            $body .= substr $c->{in}, $end + 2, $size;
            $at = $end + 4 + $size;
            return ( $body, $at ) if !$size;
        }
    }
    my $length = $headers->{'content-length'} // 0;
    return ( 'bad content-length', -1 ) if $length !~ /\A\d{1,9}\z/;
    return ( 'the body is too long', -1 ) if $length > MOST_BODY;
    return if length( $c->{in} ) < $at + $length;
    return ( substr( $c->{in}, $at, $length ), $at + $length );
}

sub refuse ( $c, $status, $text ) {
    $c->{last} = $c->{working} = 1;
    $c->{in} = '';
    Rest::reply( $c, { status => $status, code => 'E_HTTP', message => $text } );
}

sub answer ( $c, $status, $headers, $body ) {
    return if $c->{closed};
    my @lines = ( [ 'Content-Type', 'application/json' ], [ 'Date', date( odd('date-off') ? -5400 : 0 ) ], @$headers );
    push @lines, [ 'Connection', 'close' ] if $c->{last};
    push @lines, odd('chunked-answers') ? [ 'Transfer-Encoding', 'chunked' ] : [ 'Content-Length', length $body ];
    @lines = map { [ odd('small-header-names') ? lc $_->[0] : $_->[0], $_->[1] ] } @lines;
    my $head = "HTTP/1.1 $status " . ( $words{$status} // 'Other' ) . "\r\n" . join '', map { "$_->[0]: $_->[1]\r\n" } @lines;
    $body = join( '', map { sprintf "%x\r\n%s\r\n", length $_, $_ } $body =~ /(.{1,23})/gs ) . "0\r\n\r\n" if odd('chunked-answers');
    my $finish = sub {
        $c->{working} = 0;
        delete $c->{lost};
        return ending($c) if $c->{last};
        next_request($c);
    };
    send_bytes( $c, "$head\r\n" );
    if ( odd('dribbles') ) {
        my @parts = $body =~ /(.{1,200})/gs;
        my $next;
        $next = sub {
            send_bytes( $c, shift @parts ) if @parts;
            return Loop::after( 0.02, $next ) if @parts;
            $finish->();
        };
        return $next->();
    }
    send_bytes( $c, $body );
    $finish->();
}

sub date ($off) {
    my @t = gmtime( Loop::wall() + $off );
    return sprintf '%s, %02d %s %d %02d:%02d:%02d GMT', (qw(Sun Mon Tue Wed Thu Fri Sat))[ $t[6] ], $t[3],
      (qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec))[ $t[4] ], $t[5] + 1900, @t[ 2, 1, 0 ];
}

sub send_bytes ( $c, $bytes ) {
    return if $c->{closed};
    $c->{out} .= $bytes;
    return shut($c) if length $c->{out} > 4_000_000;
    drain($c) if !$c->{draining};
}

sub drain ($c) {
    while ( length $c->{out} ) {
        my $n = syswrite $c->{socket}, $c->{out};
        if ( !defined $n ) {
            return shut($c) if !$!{EAGAIN};
            return if $c->{draining}++;
            return Loop::writes( $c->{socket}, sub { drain($c) } );
        }
        substr( $c->{out}, 0, $n ) = '';
    }
    Loop::writes( $c->{socket}, undef ) if delete $c->{draining};
    shut($c) if $c->{ending};
}

sub ending ($c) { $c->{ending} = 1; shut($c) if !$c->{closed} and !length $c->{out} }

sub shut ($c) {
    return if $c->{closed}++;
    $c->{lost}->() if $c->{lost};
    $c->{gone}->() if $c->{gone};
    Loop::forget( $c->{socket} );
    close $c->{socket};
}
1;
