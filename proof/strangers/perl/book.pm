# What the log says, at this moment: the state that decisions are taken on. Only `write_down` changes it.
package Book;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

our ( %clients, %devices, %commands, %keys, %tokens, %tickets, %busy, %refreshed );

my %on = (
    ClientAdmitted => sub ($e) { $clients{ $e->{client}{id} } = $e->{client} },
    ClientStopped  => sub ($e) { $clients{ $e->{id} }{stopped} = $e->{stopped} },
    TokenIssued    => sub ($e) { $tokens{ $e->{token} } = $e },
    TicketIssued   => sub ($e) { $tickets{ $e->{ticket} } = $e },
    TicketSpent    => sub ($e) { delete $tickets{ $e->{ticket} } },
    DeviceAdded    => sub ($e) {
        my $m = $Plant::models{ $e->{model} };
        $devices{ $e->{sn} } = {
            %$e{qw(sn site label model secret)},
            added => $e->{at}, seq => $e->{seq}, link => $e->{link} // 1, mains => 1, rate => '9600',
            jog => { map { $_ => 0.5 } 1 .. $m->{out} }, out => [ (0) x $m->{out} ], in => [ (0) x $m->{in} ],
        };
    },
    DeviceRemoved   => sub ($e) { delete $devices{ $e->{sn} }; delete $refreshed{ $e->{sn} } },
    PasswordChanged => sub ($e) { @{ $devices{ $e->{sn} } }{qw(before secret)} = ( $devices{ $e->{sn} }{secret}, $e->{secret} ) },
    RefreshOpened   => sub ($e) { $busy{ $e->{sn} } = { refresh => 1, via => $e->{via} } },
    RefreshEnded    => sub ($e) { delete $busy{ $e->{sn} }; push @{ $refreshed{ $e->{sn} } }, $e },
    CommandOpened   => sub ($e) {
        my %c = %$e{qw(ref sn operation params print via)};
        $commands{ $e->{ref} } = { %c, status => 'LODGED', opened => $e->{at} };
        $busy{ $e->{sn} } = { ref => $e->{ref}, operation => $e->{operation} };
        if ( defined $e->{slot} and bad('last-key-only') ) {
            my ($owner) = split / /, $e->{slot};
            delete $keys{$_} for grep { /\A\Q$owner\E / } keys %keys;
        }
        $keys{ $e->{slot} } = { ref => $e->{ref}, at => $e->{at} } if defined $e->{slot};
    },
    CommandMoving => sub ($e) { $commands{ $e->{ref} }{status} = 'MOVING' },
    CommandEnded  => sub ($e) {
        my $c = $commands{ $e->{ref} };
        @$c{qw(status result ended)} = @$e{qw(status result at)};
        return if bad('stuck-after-timeout') and $e->{status} eq 'TIMEOUT';
        return if bad('stuck-after-failure') and $e->{status} eq 'BROKEN';
        delete $busy{ $c->{sn} };
    },
    DeviceFreed  => sub ($e) { delete $busy{ $e->{sn} } },
    KeyForgotten => sub ($e) { delete $keys{ $e->{slot} } },
    JogSet       => sub ($e) { $devices{ $e->{sn} }{jog}{ $e->{index} } = $e->{seconds} if $devices{ $e->{sn} } },
    RateSet      => sub ($e) { $devices{ $e->{sn} }{rate} = $e->{rate} if $devices{ $e->{sn} } },
    ChannelsSeen => sub ($e) {
        my $d = $devices{ $e->{sn} } or return;
        $d->{$_} = $e->{seen}{$_} for qw(out in);
        $d->{seen} = $e->{at};
        delete $refreshed{ $e->{sn} } if bad('budget-free-after-input') and @{ $e->{changes}{in} };
    },
    LinkSeen  => sub ($e) { $devices{ $e->{sn} }{link}  = $e->{up} if $devices{ $e->{sn} } },
    MainsSeen => sub ($e) { $devices{ $e->{sn} }{mains} = $e->{up} if $devices{ $e->{sn} } },
);

sub write_down ($e) {
    my $apply = $on{ $e->{type} };
    $apply->($e) if $apply;
}

# A client sees the devices of its site, or those on its list.
sub may ( $client, $sn ) {
    my $d = $devices{$sn} or return 0;
    return 0 if $d->{site} ne $client->{site};
    return !$client->{only} || grep { $_ eq $sn } @{ $client->{only} };
}

# Tokens and tickets that are long dead are let go, so that the memory does not grow.
sub sweep () {
    my $now = Loop::now();
    for my $held ( \%tokens, \%tickets ) {
        delete $held->{$_} for grep { $held->{$_}{until} < $now - 3600 } keys %$held;
    }
    Loop::after( 600, \&sweep );
}
1;
