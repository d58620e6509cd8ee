#!/usr/bin/perl
# Finds tests by name without building them. A name of googletest is read from the lines that define it. So is one of pytest, which is
# test_FILE.py::test_NAME.
# usage: find_tests.pl tests REGEX            prints the circles of the tests whose names match
#        find_tests.pl BUILD/tests REGEX CIRCLES  prints the targets that these tests need; the lists there are of tests/circles.cmake
#        find_tests.pl BUILD/tests REGEX CIRCLES commands  prints the commands that run these tests, without the programs of googletest

use strict;
use warnings;
use File::Find;

my ($folder, $pattern, $circles, $isOfCommands) = @ARGV;
my $regex = eval { qr/$pattern/ };
if (!$regex) { print STDERR "run: -R $pattern is no regular expression\n"; exit 2 }
# The name of a parameter may be known to the program only. So a pattern is also tried without its last part.
my $shorter = $pattern =~ m{^(.*)/[^/]*$} ? eval { qr/$1/ } : undef;

# Returns whether a test of this source matches, or could match by the name of a parameter.
sub matches {
    my ($source) = @_;
    open my $file, '<:encoding(UTF-8)', $source or die "$source: $!\n";
    my $text = do { local $/; <$file> };
    my %prefixes;
    push @{$prefixes{$2}}, $1 while $text =~ /^INSTANTIATE_TEST_SUITE_P\(\s*(\w*)\s*,\s*(\w+)/gm;
    my $hasParameters = 0;
    while ($text =~ /^(TEST\w*|TYPED_TEST\w*)\(\s*(\w+)\s*,\s*(\w+)\s*\)/gm) {
        my ($macro, $suite, $name) = ($1, $2, $3);
        return 1 if "$suite.$name" =~ $regex;
        next if $macro eq 'TEST' || $macro eq 'TEST_F';
        $hasParameters = 1;
        for my $prefix (@{$prefixes{$suite} // ['All']}) {
            my $full = "$prefix/$suite.$name/";
            return 1 if $full =~ $regex || $shorter && $full =~ $shorter;
        }
    }
    # A parameter is often named by a string of the source.
    if ($hasParameters) { for my $name ($text =~ /"([\w-]+)"/g) { return 1 if $name =~ $regex } }
    return 0;
}

# Returns whether a function of this file of pytest matches.
sub pytestMatches {
    my ($source) = @_;
    my ($name) = $source =~ m{([^/]+)$};
    open my $file, '<:encoding(UTF-8)', $source or die "$source: $!\n";
    while (<$file>) { return 1 if /^def (test_\w+)\(/ && "$name\::$1" =~ $regex }
    return 0;
}

my %found;
if (defined $circles) {
    open my $programs, '<', "$folder/programs.txt" or die "$folder/programs.txt: $!\n";
    while (!$isOfCommands && defined($_ = <$programs>)) {
        my ($target, $circle, $program, @sources) = split;
        $found{$target} = 1 if " $circles " =~ / $circle / && grep { matches($_) } @sources;
    }
    open my $commands, '<', "$folder/commands.txt" or die "$folder/commands.txt: $!\n";
    while (<$commands>) {
        my ($name, $circle, @needed) = split;
        my @sources = grep { m{/test_\w+\.py$} } @needed;
        my @targets = grep { !m{/} } @needed;
        next unless " $circles " =~ / $circle / && ($name =~ $regex || grep { pytestMatches($_) } @sources);
        $found{$_} = 1 for $isOfCommands ? $name : (@targets, ''); # a command may need no target
    }
    die "run: no test matches $pattern\n" unless %found || $isOfCommands;
} else {
    my %circleOf;
    open my $lines, '<', "$folder/circles.txt" or die "$folder/circles.txt: $!\n";
    while (<$lines>) {
        my ($circle, @folders) = split;
        next if !defined $circle || $circle !~ /^[a-z]/;
        $circleOf{$_} = $circle for @folders;
    }
    find(sub {
        my ($of) = $File::Find::name =~ m{^\Q$folder\E/(\w+)/};
        return unless defined $of && $circleOf{$of};
        if (/^test_.*\.cpp$/) {
            $found{$circleOf{$of}} = 1 if !$found{$circleOf{$of}} && matches($_);
        } elsif (/^test_.*\.py$/) {
            $found{$circleOf{$of}} = 1 if !$found{$circleOf{$of}} && pytestMatches($_);
        } elsif ($_ eq 'CMakeLists.txt') { # the names of commands, up to the first variable in them
            open my $file, '<', $_ or die "$_: $!\n";
            while (<$file>) {
                next unless /^\s*add_(?:circle|program|example|blas)_test\((?:$circleOf{$of} )?(\w+)(\$?)/;
                my ($name, $isPart) = ($1, $2);
                $found{$circleOf{$of}} = 1 if $name =~ $regex || $isPart && $pattern =~ /\Q$name\E/;
            }
        }
    }, $folder);
}
print join(' ', sort grep { length } keys %found), "\n";
