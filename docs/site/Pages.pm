package Pages;

# What those who read our Markdown agree on: where code is, and what a heading's anchor is called.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(readLines slugger splitCode linkPattern);

sub readLines {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    my @lines = <$file>;
    chomp @lines;
    return @lines;
}

# GitHub's anchor of a heading; a second heading of the same words gets a number.
sub slugger {
    my %seen;
    return sub {
        my ($text) = @_;
        $text = lc $text;
        $text =~ s/[^\w\- ]//g;
        $text =~ s/ /-/g;
        my $count = $seen{$text}++;
        return $count ? "$text-$count" : $text;
    };
}

# A line in parts: text, code, text, code ...; code with its backticks.
sub splitCode { return split /(`+[^`]*`+)/, $_[0], -1 }

# [text](target) and ![text](target)
sub linkPattern { return qr/(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)/ }

1;
