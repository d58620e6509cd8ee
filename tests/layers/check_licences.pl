#!/usr/bin/env perl
# Checks that each file which the server of beds of grains compiles carries the dual licence line, since LAMMPS is under the GPL, version 2.
# These are its own sources, those of the two layers that it links, and all files that they include.
# usage: check_licences.pl SOURCE_DIR
use strict;
use warnings;

my $root = shift or die "usage: check_licences.pl SOURCE_DIR\n";
my $wanted = qr{^// SPDX-License-Identifier: Apache-2\.0 OR GPL-2\.0-or-later$};

my @open = map { glob "$root/plugin/$_/*.{cpp,h}" } qw(math geometry grains/server grains/protocol);
my (%seen, @faults);
while (defined(my $file = shift @open)) {
    next if $seen{$file}++;
    open my $in, '<', $file or die "$file: $!\n";
    my @lines = <$in>;
    push @faults, "$file: the server of beds of grains compiles it, and its first line is not the dual licence" if ($lines[0] // '') !~ $wanted;
    for (@lines) {
        next unless /^#include ["<]([\w\/.]+)[">]/;
        my $name = $1;
        my ($found) = grep { -f } map { "$root/$_/$name" } qw(plugin plugin/grains include);
        push @open, $found if $found;
    }
}
die "too few files: " . keys(%seen) . "\n" unless keys %seen > 60;
print map { "$_\n" } @faults;
print keys(%seen) . " files of the server, " . @faults . " without the dual licence\n";
exit(@faults ? 1 : 0);
