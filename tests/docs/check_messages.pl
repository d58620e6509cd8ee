#!/usr/bin/perl
# Checks the messages that docs/troubleshooting.md quotes: the code still has their words. usage: check_messages.pl ROOT
# A quoted message stands in backticks in the paragraph below a heading that has nothing else, or in a table's column of messages. It is
# split at placeholders: "...", a number, a name in quotes, a capital, a word of capitals. Each piece of 12 characters or more must be in
# the texts of the code. There, a variable between two string literals is a placeholder too.
# Limits: shorter pieces and the order of pieces are not checked. A piece may be of another message than the quoted one. Messages of the
# code that the page does not quote are not found.

use strict;
use warnings;
use File::Find;
use FindBin;
use lib "$FindBin::Bin/../../docs/site";
use Pages;

binmode STDOUT, ':encoding(UTF-8)';
my ($root) = @ARGV;
my $page = 'docs/troubleshooting.md';
my @folders = map { "$root/$_" } qw(plugin examples/contact-lab examples/models examples/opensim);
my @scripts = map { "$root/$_" } qw(run cmake/SimbodyDEMConfig.cmake.in cmake/SimbodyBuildKind.cmake docs/site/make.cmake);
my @python = glob("$root/python/*/src/*/*.py $root/python/simbodydem/*.py $root/python/simbodydem/*/*.py");
my $shortest = 12;
my $gap = "\n"; # of a placeholder or between two texts; no piece contains it

# Returns the string literals of C++ code. Adjacent ones are joined, and a gap is between any others.
sub literalsOf {
    my ($code) = @_;
    my $texts = '';
    my $isAdjacent = 0;
    while ($code =~ m{\G(?:
            (?<space>\s+)
          | (?<comment>//[^\n]*|/\*.*?\*/)
          | \#[ ]*include[^\n]*
          | (?<raw>R"(?<end>[^()\s]*)\((?<whole>.*?)\)\g{end}")
          | "(?<text>(?:[^"\\]|\\.)*)"
          | '(?:[^'\\]|\\.)+'
          | \w+(?:'\w+)*  # with the marks of a number's thousands
          | .)}gxs) {
        next if defined $+{space} || defined $+{comment};
        my $text = defined $+{raw} ? $+{whole} : $+{text};
        if (defined $text) {
            $texts .= $isAdjacent ? $text : $gap . $text;
            $isAdjacent = 1;
        } else { $isAdjacent = 0 }
    }
    $texts =~ s/\\(["'\\])/$1/g;
    $texts =~ s/\{\d*(?::[^{}]*)?\}/$gap/g; # placeholders of fmt::format()
    return $texts;
}

my $texts = '';
File::Find::find(sub { $texts .= literalsOf(join "\n", readLines($_)) if /[.](?:h|cpp)$/ }, @folders);
$texts .= $gap . join('', map { s/\\?$//r . (/\\$/ ? '' : $gap) } readLines($_)) =~ s/\$\{?\w+\S?\}?|\@\w+\@/$gap/gr for @scripts;

$texts .= $gap . join($gap, map { s/\{[^{}]*\}/$gap/gr } map { readLines($_) } @python);

# Returns the quoted messages of the page, each with its line.
sub messagesOf {
    my @lines = @_;
    my (@messages, $isBelowHeading, $column, $isCode);
    for (my $i = 0; $i < @lines; ++$i) {
        my $line = $lines[$i];
        $isCode = !$isCode if $line =~ /^```/;
        next if $isCode;
        if ($line =~ /^#/) { $isBelowHeading = 1; next; }
        if ($line =~ /^\|/) {
            my @cells = split /(?<!\\)\|/, $line;
            shift @cells;
            if ($i == 0 || $lines[$i - 1] !~ /^\|/) {
                ($column) = grep { $cells[$_] =~ /^ *(?:message|remark|reason|frequent reasons) *$/ } 0 .. $#cells;
            } elsif (defined $column && defined $cells[$column]) {
                push @messages, [$i + 1, $1] while $cells[$column] =~ /`([^`]+)`/g;
            }
            $isBelowHeading = 0;
            next;
        }
        next if $line =~ /^\s*$/;
        my $first = $i;
        my $paragraph = $line;
        $paragraph .= " $lines[$i]" while ++$i < @lines && $lines[$i] !~ /^(?:\s*$|\||#)/;
        --$i;
        if ($isBelowHeading && $paragraph =~ /^`[^`]+`(?:, `[^`]+`)*$/) {
            push @messages, [$first + 1, $1] while $paragraph =~ /`([^`]+)`/g;
        }
        $isBelowHeading = 0;
    }
    return @messages;
}

my $value = qr/[.]{3}|(?<![\w.])[-+]?\d[\w.+]*/;
my $unit = qr{ (?:kg|rad|m/s|Pa|m|s|J|N|%)(?!\w)};
my $placeholder = qr/ = $value$unit?(?:; it must be )?|$value$unit?|"[^"]*"|'[^']*'(?!\w)|\b[A-Z]{2,}\b|\b[A-Z]\b/;

# Returns true if the code has this text, or has it with a variable in place of some words, less than half of it.
sub isInCode {
    my ($piece) = @_;
    return 1 if index($texts, $piece) >= 0;
    my @words = split /(?<= )/, $piece;
    for my $first (0 .. $#words) {
        for my $last ($first .. $#words) {
            my $before = join '', @words[0 .. $first - 1];
            my $after = join '', ($words[$last] =~ /\W+$/g), @words[$last + 1 .. $#words];
            my $length = length($before) + length($after);
            next if $length < $shortest || 2 * $length < length $piece;
            return 1 if index($texts, $before . $gap . $after) >= 0;
        }
    }
    return 0;
}

my @messages = messagesOf(readLines("$root/$page"));
die "$page quotes no messages\n" unless @messages;
my $faults = 0;
for (@messages) {
    my ($line, $message) = @$_;
    for my $piece (split $placeholder, $message) {
        $piece =~ s/^[\s,;]+|[\s.]+$//g;
        next if length $piece < $shortest || isInCode($piece);
        ++$faults;
        print "$page:$line: the code does not print '$piece'\n";
    }
}
print "$faults faults in ", scalar(@messages), " messages\n" if $faults;
exit($faults ? 1 : 0);
