#!/usr/bin/perl
# Doxygen's INPUT_FILTER for SimbodyDEM's Markdown, which is written for GitHub. It converts $formulas$, anchors of headings, and links
# to pages, headers and files of this repository. usage: filter.pl FILE

use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Pages;

binmode STDOUT, ':encoding(UTF-8)';
my $path = abs_path($ARGV[0]);
my $root = abs_path("$FindBin::Bin/../..");
my $page = pageOf($path);
my $slug = slugger();

# Returns the name of a page in the site's addresses and references.
sub pageOf {
    my ($file) = @_;
    my $name = basename($file, '.md');
    return dirname($file) eq $root ? lc $name : $name;
}

sub anchorOf {
    my ($ofPage, $anchor) = @_;
    $anchor =~ tr/-/_/;
    return $ofPage . '_' . $anchor;
}

sub link_ {
    my ($isImage, $text, $target) = @_;
    return "<img src=\"" . basename($target) . "\" alt=\"$text\"/>" if $isImage;
    $text =~ s{`([^`]+)`}{'<code>' . ($1 =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr) . '</code>'}ge; # Doxygen shows backticks there
    return "[$text]($target)" if $target =~ m{^https?://};
    return "[$text](\@ref " . anchorOf($page, $1) . ")" if $target =~ /^#(.+)/;
    my ($file, $anchor) = $target =~ /^([^#]+)#?(.*)/;
    my $whole = dirname($path) . "/$file";
    return $text unless -e $whole; # a page that is not written yet
    $whole = abs_path($whole);
    return "[$text](\@ref " . ($anchor ? anchorOf(pageOf($whole), $anchor) : pageOf($whole)) . ")" if $whole =~ /\.md$/;
    return "[$text](\@ref " . basename($whole) . ")" if $whole =~ m{^\Q$root\E/include/.*\.h$};
    return '<a href="' . sourceAddress($whole =~ s{^\Q$root\E/}{}r) . "\">$text</a>" if $whole =~ m{^\Q$root\E/};
    return $text;
}

sub text {
    my ($line) = @_;
    my $link = linkPattern();
    $line =~ s/$link/link_($1, $2, $3)/ge;
    my @parts = splitCode($line);
    for my $i (0 .. $#parts) {
        if ($i % 2) { # Doxygen takes a quotation mark for the end of code in single backticks
            $parts[$i] = "`$parts[$i]`" if $parts[$i] =~ /^`[^`]*'[^`]*`$/;
            next;
        }
        $parts[$i] =~ s/\$([^\$]+)\$/\\f\$$1\\f\$/g;
    }
    return join '', @parts;
}

my ($fence, $isFormula, $isCaption) = ('', 0, 0);
for my $line (readLines($path)) {
    if ($fence ne '') {
        $fence = '' if $line =~ /^\s*\Q$fence\E\s*$/;
        print "$line\n";
    } elsif ($line =~ /^\s*(```+)(\w*)/) {
        $fence = $1;
        my %known = map { $_ => 1 } qw(cpp cmake python xml);
        print $known{$2} ? "$line\n" : "$fence\n";
    } elsif ($line =~ /^\$\$\s*$/) {
        $isFormula = !$isFormula;
        print $isFormula ? "\\f[\n" : "\\f]\n";
    } elsif ($isFormula || $line =~ /^    /) {
        print "$line\n";
    } elsif ($line =~ /^<!--.*-->\s*$/) {
        print "\n";
    } elsif ($line =~ /^(#+) (.*)/) {
        my ($level, $heading) = ($1, $2);
        my $anchor = $slug->($heading);
        print "$level " . text($heading) . " {#" . ($level eq '#' ? $page : anchorOf($page, $anchor)) . "}\n";
    } elsif ($line =~ /^\|[-|: ]+\|$/) {
        $line =~ s/-+/---/g;
        print "$line\n";
    } else {
        # Converts a caption *in emphasis* over several lines; Doxygen recognizes emphasis in one line only.
        $isCaption = 1 if $line =~ s/^\*(?=[^\s*])/<em>/;
        $isCaption = 0 if $isCaption && $line =~ s{(?<![\s*])\*$}{</em>};
        $line =~ s{^<em>([^*]*)\*}{<em>$1</em>} and $isCaption = 0 if $isCaption;
        print text($line) . "\n";
    }
}
