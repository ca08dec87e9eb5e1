# Who asks, and whether they may.
package Gate;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

sub stopped () { Desk::refusal( odd('stopped-409') ? 409 : 403, 'APP_DISABLED', 'this client was stopped' ) }

sub nobody ($why) { Desk::refusal( 401, odd('auth-codes') ? 'E_' . uc $why : 'AUTH_INVALID', "the token is $why" ) }

# The caller, or the refusal.
sub who ( $r, $shape, $method ) {
    my $header = $r->{headers}{authorization} // '';
    my ($token) = $header =~ /\ABearer +(\S+)\z/i;
    my $key = $r->{headers}{'idempotency-key'};
    if ( !defined $token ) {
        my $any = { client => ( grep { !$_->{stopped} } sort { $a->{id} cmp $b->{id} } values %Book::clients )[0], scopes => ['device:control'] };
        return $any if bad('profiles-for-anyone') and $shape eq 'device-profiles';
        if ( bad('known-key-lets-in') and defined $key ) {
            my ($slot) = grep { / \Q$key\E\z/ } keys %Book::keys;
            return caller_of( ( split / /, $slot )[0] ) if $slot;
        }
        return ( undef, Desk::refusal( 403, 'E_NO_TOKEN', 'a token is needed' ) ) if bad('delete-without-token-403') and $method eq 'DELETE';
        return ( undef, nobody('missing') );
    }
    my $held = $Book::tokens{$token};
    if ( !$held and bad('token-first-20') ) {
        my ($like) = grep { substr( $_, 0, 20 ) eq substr( $token, 0, 20 ) } keys %Book::tokens;
        $held = $Book::tokens{$like} if $like;
    }
    return ( undef, nobody('invalid') ) if !$held;
    my $until = $held->{until};
    $until += 60 if bad('expired-list-for-a-minute') and $shape eq 'devices' and $method eq 'GET';
    $until += 60 if bad('expired-reads-commands')    and $shape eq 'commands/{ref}';
    $until += 60 if bad('expired-gets-ticket')       and $shape eq 'ws/ticket';
    return ( undef, nobody('expired') ) if $until <= Loop::now();
    my $who = caller_of( $held->{client} );
    return ( undef, stopped() ) if $who->{client}{stopped} and !bad('stopped-goes-on');
    return { %$who, token => $token };
}

sub caller_of ($id) { { client => $Book::clients{$id}, scopes => $Book::clients{$id}{scopes} } }

# The refusal of a caller without the permission, or nothing.
sub scope ( $who, $needed, $what, $method = 'WS' ) {
    my %has = map { $_ => 1 } @{ $who->{scopes} };
    $has{'device:read'} = 1 if %has;
    if ( $needed eq 'device:read' ) {
        delete $has{'device:read'} if bad('control-reads-no-profiles')  and $what eq 'device-profiles' and !$has{'device:config'};
        delete $has{'device:read'} if bad('manage-reads-no-state-on-ws') and $method eq 'WS' and "@{ $who->{scopes} }" eq 'device:manage';
    }
    $has{'device:control'} = 1 if bad('config-may-transceive') and $has{'device:config'} and $what =~ /transceive/;
    $has{'device:config'}  = 1 if bad('manage-sets-jog-on-ws') and $has{'device:manage'} and $method eq 'WS' and $what =~ /jog/;
    $has{'device:manage'}  = 1 if bad('config-may-remove')     and $has{'device:config'} and $method eq 'DELETE';
    state %granted;
    $has{$needed} = 1 if bad('grant-is-remembered') and $method eq 'WS' and ( $granted{$what} // -9 ) > Loop::now() - 3;
    if ( $has{$needed} ) { $granted{$what} = Loop::now(); return }
    return nobody('too weak') if bad('denied-is-401') and $what =~ /password/;
    my $named = bad('needed-scope-is-read') && $method ne 'WS' ? 'device:read' : $needed;
    $named = 'device:control' if bad('needed-scope-of-config-on-ws') and $method eq 'WS' and $needed eq 'device:config';
    my %data = ( requiredScope => $named );
    %data = ( scope => $named ) if bad('needed-scope-unnamed') and $needed eq 'device:manage';
    return Desk::refusal( 403, 'AUTH_SCOPE_DENIED', 'not permitted', \%data );
}
1;
