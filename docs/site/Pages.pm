package Pages;

# Defines rules that all programs share that read SimbodyDEM's Markdown: the parts that are code, and the anchor of a heading.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(readLines slugger splitCode linkPattern isSource sourceAddress);

sub readLines {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    my @lines = <$file>;
    chomp @lines;
    return @lines;
}

# Returns a function for GitHub's anchor of a heading. A second heading with the same words gets a number.
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

# Splits a line into parts: text, code, text, code ...; code has its backticks.
sub splitCode { return split /(`+[^`]*`+)/, $_[0], -1 }

# Matches [text](target) and ![text](target).
sub linkPattern { return qr/(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)/ }

# Returns true if the path is a file or folder that is no page of the site: the site has a copy of it.
sub isSource {
    my ($root, $path) = @_;
    return $path !~ /[.]md$/ && $path !~ m{^\Q$root\E/include/.*[.]h$};
}

# Returns the address of that copy, relative to the site.
sub sourceAddress {
    my ($path) = @_;
    return 'sources/' . $path =~ s{/}{_}gr . ($path =~ m{(?:^|/)[^/]+[.][^/]+$} ? '.txt' : '.html');
}

1;
