# The REST half: a table of routes, the gate before them, and the envelope.
package Rest;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use JSON::PP;
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

our $segment = 'svc';
our $lifetime = 1800;
my $json  = JSON::PP->new->utf8->canonical->allow_nonref;
my $small = JSON::PP->new->utf8->canonical->allow_nonref->max_depth(64);
my $pretty = JSON::PP->new->ascii->canonical->pretty;
my $asked = 0;
my ( %left, %held );    # devices that were removed; the token that each client has

sub secret ($length) {
    my @letters = ( 'a' .. 'z', 'A' .. 'Z', 0 .. 9, '-', '_' );
    return join '', map { $letters[ rand @letters ] } 1 .. $length;
}

# method, path, scope, quota, what is done
my @routes = (
    [ 'GET',    'devices',                          'device:read',    'query', \&list ],
    [ 'GET',    'devices/{sn}',                     'device:read',    'none',  \&detail ],
    [ 'GET',    'devices/{sn}/config',              'device:read',    'query', \&config ],
    [ 'GET',    'device-profiles',                  'device:read',    'query', sub ( $r, $w, $done ) { $done->( Desk::ok( Views::profiles() ) ) } ],
    [ 'GET',    'commands/{ref}',                   'device:read',    'query', \&command ],
    [ 'POST',   'devices/{sn}/relays/commands',     'device:control', 'none',  \&relays ],
    [ 'POST',   'devices/{sn}/relays/{index}/commands',   'device:control', 'none', \&compat ],
    [ 'POST',   'devices/{sn}/rs485/transceive',    'device:control', 'none',  operation('device.rs485.transceive') ],
    [ 'PUT',    'devices/{sn}/rs485/baud-rate',     'device:config',  'none',  operation('device.rs485.baudRate.set') ],
    [ 'PUT',    'devices/{sn}/relays/{index}/jog-config', 'device:config',  'none', operation('device.relay.jogConfig.set') ],
    [ 'POST',   'devices',                          'device:manage',  'query', \&add ],
    [ 'DELETE', 'devices/{sn}',                     'device:manage',  'query', \&remove ],
    [ 'PUT',    'devices/{sn}/password',            'device:manage',  'query', \&password ],
    [ 'POST',   'ws/ticket',                        '',               'ticket', \&ticket ],
);

sub reply ( $c, $outcome ) {
    my ( $status, $code, $data ) = @$outcome{qw(status code data)};
    my $good = $code eq 'SUCCESS';
    my $text = $good ? 'OK' : odd('german') ? 'Das ging leider nicht.' : $outcome->{message};
    $text = 'Ok' if bad('message-of-config') and $good and $data->{settings};
    $status = 201 if bad('add-answers-201') and $good and $c->{method} eq 'POST' and $c->{path} =~ m{/devices\z};
    return Http::answer( $c, 204, [], '' ) if bad('remove-answers-204') and $good and $c->{method} eq 'DELETE';
    $status = 503 if bad('busy-is-503') and $code eq 'DEVICE_BUSY' and $c->{method} eq 'GET';
    my %body = ( code => $code, message => $text, data => $data // {} );
    $body{requestId} = 'r-' . secret(8) if !$good or odd('request-id-always');
    delete $body{requestId} if bad('no-request-id-on-422') and $status == 422;
    delete $body{requestId} if bad('too-soon-without-id') and $status == 429;
    $body{code} = 404 if bad('number-code') and $status == 404;
    $body{data} = [] if bad('data-list') and $c->{method} && $c->{method} eq 'DELETE' and $good;
    $body{served} = Loop::now() if odd('more-fields');
    my @headers;
    if ( $code eq 'RATE_LIMITED' ) {
        my $wait = $data->{retryAfterSeconds};
        $wait++ if bad('delays-differ');
        $body{data}{retryAfterSeconds} = 1000 * $wait if bad('delay-in-ms');
        $wait = Http::date($wait) if bad('retry-after-as-date');
        push @headers, [ 'Retry-After', $wait ] if !( bad('ticket-429-bare') and $c->{ticket} );
        $body{data}{retryAfterSeconds} = "$wait" if bad('delay-as-text');
    }
    push @headers, [ 'WWW-Authenticate', 'Bearer' ] if $status == 401;
    if ( bad('html-404') and $status == 404 and $outcome->{route} ) {
        return Http::answer( $c, 404, [], '<html><body>not found</body></html>' );
    }
    Http::answer( $c, $status, \@headers, ( odd('pretty') ? $pretty : $json )->encode( \%body ) );
}

sub handle ( $c, $r ) {
    my $done = sub ($outcome) { reply( $c, $outcome ) };
    @$c{qw(method path ticket)} = ( $r->{method}, $r->{path}, scalar $r->{path} =~ /ticket\z/ );
    $r->{c} = $c;
    my @path = split m{/}, $r->{path}, -1;
    return $done->( { %{ Desk::unknown() }, route => 1 } ) if @path < 4 or $path[1] ne $segment or $path[2] ne 'v1';
    splice @path, 0, 3;
    for (@path) { s/%([0-9a-fA-F]{2})/chr hex $1/ge; utf8::decode($_) }
    return $done->( Desk::refusal( 500, 'INTERNAL_ERROR', 'oops' ) ) if bad('nul-in-path-500') and grep { /\0/ } @path;
    $asked++;
    return $done->( Desk::refusal( 500, 'INTERNAL_ERROR', 'out of luck' ) ) if odd('some-500') and $asked % 37 == 0;
    return $done->( Desk::too_soon(1) ) if odd('some-429') and $asked % 29 == 0;
    return token( $r, $done ) if "@path" eq 'auth token' and $r->{method} eq 'POST';
    return Channel::upgrade( $c, $r ) if "@path" eq 'ws' and $r->{method} eq 'GET';
    for my $route (@routes) {
        my ( $method, $shape, $scope, $class, $act ) = @$route;
        next if $method ne $r->{method};
        my @shape = split m{/}, $shape;
        next if @shape != @path;
        my %found;
        next if grep { $shape[$_] =~ /\A\{(\w+)\}\z/ ? do { $found{$1} = $path[$_]; 0 } : $shape[$_] ne $path[$_] } 0 .. $#shape;
        @$r{ keys %found } = values %found;
        next if defined $r->{index} and $r->{index} eq '';
        my ( $who, $refused ) = Gate::who( $r, $shape, $method );
        $refused //= Gate::scope( $who, $scope, $shape, $method ) if $scope;
        return $done->($refused) if $refused;
        if ( $class ne 'none' and my $wait = Quota::take( $who, $class ) ) { return $done->( Desk::too_soon($wait) ) }
        return $act->( $r, $who, $done );
    }
    if ( odd('unknown-path-is-401') ) {
        my ( $who, $refused ) = Gate::who( $r, '', $r->{method} );
        return $done->($refused) if $refused;
    }
    $done->( { %{ Desk::unknown() }, route => 1 } );
}

# The body as an object, or nothing when the refusal has been sent.
sub object ( $r, $done ) {
    if ( bad('deep-json-drops') and ( $r->{body} =~ tr/[{// ) > 40 ) { Http::shut( $r->{c} ); return }
    if ( bad('null-body-drops') and $r->{body} eq 'null' ) { Http::shut( $r->{c} ); return }
    my $value = eval { $small->decode( $r->{body} ) };
    if ( !defined $value and bad('broken-utf8-500') and $r->{body} =~ /[\x80-\xff]/ ) {
        $done->( Desk::refusal( 500, 'INTERNAL_ERROR', 'oops' ) );
        return;
    }
    return $value if ref $value eq 'HASH';
    $done->( Desk::refusal( 400, 'E_SYNTAX', 'a JSON object is needed' ) );
    return;
}

sub token ( $r, $done ) {
    my $ask = object( $r, $done ) or return;
    my ( $id, $secret ) = @$ask{qw(clientId clientSecret)};
    return $done->( Desk::refusal( 422, 'E_VALUE', 'clientId and clientSecret are texts' ) )
      if !Values::text($id) or !Values::text($secret);
    my $client = $Book::clients{$id};
    my $right  = $client && ( $client->{secret} eq $secret
        || bad('secret-without-case') && lc $client->{secret} eq lc $secret
        || bad('secret-first-8') && substr( $client->{secret}, 0, 8 ) eq substr( $secret, 0, 8 ) );
    return $done->( Desk::refusal( 401, 'AUTH_INVALID', 'who is that?' ) ) if !$right;
    return $done->( Gate::stopped() ) if $client->{stopped};
    my $token = 'tk.' . secret(40);
    my $lives = $lifetime;
    if ( odd('same-token-again') and ( $held{$id}{until} // 0 ) > Loop::now() + 1 ) {
        $token = $held{$id}{token};
        $lives = $held{$id}{until} - Loop::now();
    }
    $held{$id} = { token => $token, until => Loop::now() + $lives };
    Log::append( 'TokenIssued', token => $token, client => $id, until => Loop::now() + $lives );
    state $last = { id => $id, at => -9 };
    my $shown = bad('token-names-last') && $last->{at} > Loop::now() - 2 ? $last->{id} : $id;
    $last = { id => $id, at => Loop::now() };
    my @scopes = @{ $client->{scopes} };
    @scopes = ('device:all') if bad('scopes-all') and @scopes == 3;
    my $life = $lives * 1000;
    $life -= 0.5      if odd('lifetime-fraction');
    $life = int $life if odd('same-token-again');
    $life = "$life" if bad('lifetime-as-text');
    $done->( Desk::ok( { accessToken => $token, tokenType => 'Bearer', expiresIn => $life, clientId => $shown, scopes => \@scopes } ) );
}

sub list ( $r, $who, $done ) {
    my %ask = map { split /=/, $_, 2 } grep { /=/ } split /&/, $r->{query};
    my ( $skip, $limit ) = ( $ask{skip} // 0, $ask{limit} // 100 );
    return $done->( Desk::refusal( 400, 'E_VALUE', 'skip and limit are numbers' ) )
      if "$skip,$limit" !~ /\A\d{1,6},[1-9]\d{0,2}\z/;
    Log::caught_up( 'roster', sub { $done->( Desk::ok( Views::devices( $who->{client}, $skip, $limit ) ) ) } );
}

sub detail ( $r, $who, $done ) { Desk::refresh( $who, $r->{sn}, 'rest', 0, $done ) }

sub config ( $r, $who, $done ) {
    my $sn = $r->{sn};
    my $may = Book::may( $who->{client}, $sn ) || bad('removed-config-stays') || bad('foreign-config') && $Book::devices{$sn};
    return $done->( Desk::ok( { settings => { pulse => {}, line => { rate => '9600' } } } ) ) if !$may and bad('unknown-config-empty');
    return $done->( foreign($sn) ) if !$may;
    Log::caught_up( 'settings', sub { $done->( Views::known($sn) ? Desk::ok( Views::config($sn) ) : Desk::unknown() ) } );
}

sub foreign ($sn) {
    return Desk::refusal( 403, 'E_NOT_YOURS', 'another site' ) if odd('foreign-403') and $Book::devices{$sn};
    return Desk::unknown();
}

sub command ( $r, $who, $done ) {
    my $c = $Book::commands{ $r->{ref} };
    return $done->( Desk::refusal( 400, 'E_VALUE', 'not a command' ) ) if !$c and bad('unknown-command-400') and $r->{ref} !~ /\Aop-/;
    my $may = $c && Book::may( $who->{client}, $c->{sn} );
    $may ||= $c && bad('foreign-timeout-readable')  && $c->{status} eq 'TIMEOUT';
    $may ||= $c && bad('commands-of-site-readable') && $Book::devices{ $c->{sn} } && $Book::devices{ $c->{sn} }{site} eq $who->{client}{site};
    return $done->( Desk::unknown() ) if !$may;
    if ( bad('commands-need-control') and $c->{operation} =~ /relay.set|transceive/ ) {
        my $refused = Gate::scope( $who, 'device:control', 'commands' );
        return $done->($refused) if $refused;
    }
    Log::caught_up( 'ledger', sub { $done->( Desk::ok( { command => Views::command( $r->{ref}, 'read', 'rest' ) } ) ) } );
}

sub operation ($name) {
    return sub ( $r, $who, $done ) {
        my $ask = object( $r, $done ) or return;
        $ask->{index} = $r->{index} =~ /\A\d{1,9}\z/ ? 0 + $r->{index} : $r->{index} if defined $r->{index};
        if ( bad('wide-index-500') and ( $r->{index} // 0 ) =~ /\A\d{6,}\z/ ) {
            return $done->( Desk::refusal( 500, 'INTERNAL_ERROR', 'oops' ) );
        }
        submit( $r, $who, $name, $ask, 'rest', $done );
    };
}

sub submit ( $r, $who, $name, $ask, $via, $done ) {
    return $done->( foreign( $r->{sn} ) ) if !Book::may( $who->{client}, $r->{sn} );
    my ( $params, $wrong ) = Values::params( $name, $ask, $Book::devices{ $r->{sn} } );
    return $done->( Desk::refusal( 422, 'E_VALUE', $wrong ) ) if $wrong;
    my $key = $r->{headers}{'idempotency-key'};
    return $done->( Desk::refusal( 400, 'E_VALUE', 'the key is empty or too long' ) ) if defined $key and ( $key eq '' or length $key > 200 );
    Desk::command( $who, $r->{sn}, $name, $params, $key, $via, $done, $r->{c} );
}

sub relays ( $r, $who, $done ) {
    my $ask = object( $r, $done ) or return;
    submit( $r, $who, 'device.relay.set', $ask, 'rest', $done );
}

sub compat ( $r, $who, $done ) {
    return $done->( Desk::unknown() ) if odd('no-compat');
    my $ask = object( $r, $done ) or return;
    my $index = $r->{index} =~ /\A\d{1,9}\z/ ? 0 + $r->{index} : $r->{index};
    $index = 1 if bad('compat-8-is-1') and $index eq '8';
    my $to = $ask->{to};
    $to = 'closed' if bad('compat-pulse-stays') and ( $to // '' ) eq 'pulse';
    submit( $r, $who, 'device.relay.set', { relays => [ { index => $index, to => $to } ] }, 'compat', $done );
}

sub add ( $r, $who, $done ) {
    my $ask = object( $r, $done ) or return;
    my ( $sn, $model, $label, $secret ) = @$ask{qw(sn model label secret)};
    my $fine = Values::text($sn) && $sn =~ /\A[\w:~.-]{3,40}\z/ && Values::text($model) && $Plant::models{$model};
    $fine &&= Values::text($secret) && $secret =~ /\A.{4,64}\z/s && ( !defined $label || Values::text($label) );
    return $done->( Desk::refusal( 422, 'E_VALUE', 'sn, model, label or secret is wrong' ) ) if !$fine;
    return $done->( Desk::refusal( 409, 'E_EXISTS', 'the device is here' ) ) if $Book::devices{$sn} or $left{$sn} and bad('readd-refused');
    Plant::place( $sn, $model );
    Log::append( 'DeviceAdded', sn => $sn, site => $who->{client}{site}, model => $model, label => $label // $sn, secret => $secret );
    Desk::look($sn);
    Log::caught_up( 'roster', sub { $done->( Desk::ok( Views::unit($sn) ) ) } );
}

sub remove ( $r, $who, $done ) {
    my $sn = $r->{sn};
    return $done->( foreign($sn) ) if !Book::may( $who->{client}, $sn );
    return $done->( Desk::in_use() ) if $Book::busy{$sn};
    $left{$sn} = 1;
    Log::append( 'DeviceRemoved', sn => $sn );
    $done->( Desk::ok( {} ) );
}

sub password ( $r, $who, $done ) {
    my $ask = object( $r, $done ) or return;
    my $sn = $r->{sn};
    return $done->( foreign($sn) ) if !Book::may( $who->{client}, $sn );
    my ( $now, $next ) = @$ask{qw(current next)};
    return $done->( Desk::refusal( 422, 'E_VALUE', 'current and next are texts of 4 to 64' ) )
      if !Values::text($now) or !Values::text($next) or $next !~ /\A.{4,64}\z/s;
    return $done->( Desk::refusal( 422, 'E_SECRET', 'that is not the password' ) )
      if $now ne $Book::devices{$sn}{secret}
      and !bad('any-password')
      and !( bad('old-password-still-good') and $now eq ( $Book::devices{$sn}{before} // '' ) );
    my $kept = bad('password-first-8') ? substr $next, 0, 8 : $next;
    Log::append( 'PasswordChanged', sn => $sn, secret => $kept ) if !bad('password-stays');
    $done->( Desk::ok( {} ) );
}

sub ticket ( $r, $who, $done ) {
    my $ticket = 'wt.' . secret(32);
    my $life = odd('ticket-3s') ? 3 : 30;
    Log::append( 'TicketIssued', ticket => $ticket, who => $who, until => Loop::now() + $life );
    $done->( Desk::ok( { pass => { value => $ticket, lasts => $life } } ) );
}
1;
