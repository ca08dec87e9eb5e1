# The append-only log, and the views that follow it: the book at once, all others some milliseconds later.
package Log;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

my $length = 0;
my ( $book, %views );

sub book ($apply) { $book = $apply }

sub view ( $name, $lag, $apply ) {
    $views{$name} = { lag => $lag, apply => $apply, at => 0, queue => [], waiting => [] };
}

sub head () { $length }

# Writes one entry. The book has it when this returns.
sub append ( $type, %facts ) {
    my $entry = { %facts, type => $type, seq => ++$length, at => Loop::now() };
    $book->($entry);
    for my $view ( values %views ) {
        push @{ $view->{queue} }, $entry;
        $view->{timer} //= Loop::after( $view->{lag} * ( 0.5 + rand ), sub { follow($view) } );
    }
    return $entry;
}

sub follow ($view) {
    $view->{timer} = undef;
    while ( my $entry = shift @{ $view->{queue} } ) {
        $view->{apply}->($entry);
        $view->{at} = $entry->{seq};
    }
    my @due = grep { $_->[0] <= $view->{at} } @{ $view->{waiting} };
    @{ $view->{waiting} } = grep { $_->[0] > $view->{at} } @{ $view->{waiting} };
    $_->[1]->() for @due;
}

# Calls back when the view has all that is written by now: a reader sees what was answered before it asked.
sub caught_up ( $name, $call ) {
    my $view = $views{$name};
    return $call->() if $view->{at} >= $length or !@{ $view->{queue} };
    push @{ $view->{waiting} }, [ $length, $call ];
}
1;
