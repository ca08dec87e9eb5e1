# One defect or one oddity at a time, by its name in switches.json.
package Switches;
use v5.26;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';
use Exporter 'import';
our @EXPORT_OK = qw(bad odd);
our ( $defect, $oddity ) = ( '', '' );

sub bad ($name) { $defect eq $name }
sub odd ($name) { $oddity eq $name }
1;
