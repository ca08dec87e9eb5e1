# How often a client may ask, in any ten seconds. What was refused is not counted.
package Quota;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use POSIX 'ceil';
BEGIN { require "switches.pm"; Switches->import(qw(bad odd)) }

use constant WINDOW => 10;
our $scale = 1;
my %size = ( query => 400, refresh => 60, control => 150, ticket => 100, message => 400 );
my %used;

sub limit ($class) {
    return int( $size{query} * $scale * 1.5 ) if $class eq 'control' and bad('control-looser');
    return 6                                  if $class eq 'control' and odd('control-six');
    my $limit = int $size{$class} * $scale;
    return $limit < 2 ? 2 : $limit;
}

sub row ( $who, $class ) {
    my $name = bad('quota-per-token') && $who->{token} ? $who->{token} : $who->{client}{id};
    $name = 'all' if bad('ticket-quota-for-all') and $class eq 'ticket';
    return $used{"$name $class"} //= [];
}

# Seconds to wait, or 0 with the use written down.
sub take ( $who, $class ) {
    my $row = row( $who, $class );
    my $now = Loop::now();
    shift @$row while @$row and $row->[0] <= $now - WINDOW;
    if ( @$row >= limit($class) ) {
        my $wait = ceil( $row->[0] + WINDOW - $now ) || 1;
        push @$row, $now if bad('quota-counts-refusals') and @$row < 5000;
        $row->[0] += 0.5 if bad('quota-window-slides');
        $wait = ceil( $wait / 3 ) if bad('quota-delay-third') and $class eq 'query';
        return $wait;
    }
    push @$row, $now;
    return 0;
}

sub give_back ( $who, $class ) { pop @{ row( $who, $class ) } }
1;
