#!/usr/bin/perl
# Checks the style of the pages. No sentence has more than 25 words or three numbers, and the mean sentence of a page is below 18 words.
# No decimal lacks its zero, and no word is private. Checks also the comments and texts of the code: no word is private, and no comment
# opens with What, Of or the like.
# usage: check_style.pl ROOT [--means] [PAGE or FOLDER of code or FILE of code ...]
# Code, tables, formulas, targets of links and headings are not sentences.

use strict;
use warnings;
use File::Find;
use FindBin;
use lib "$FindBin::Bin/../../docs/site";
use Pages;

binmode STDOUT, ':encoding(UTF-8)';
my ($root, @arguments) = @ARGV;
my $showMeans = grep { $_ eq '--means' } @arguments;
my @named = grep { $_ ne '--means' } @arguments;
my @pages = grep { /[.]md$/ } @named;
my @code = grep { !/[.]md$/ } @named;
@code = qw(include plugin examples tests docs/snippets) unless @named;
@pages = map { s{^\Q$root\E/}{}r } glob("$root/README.md $root/CONTRIBUTING.md $root/CHANGELOG.md $root/docs/*.md $root/examples/*/README.md")
    unless @named;

my ($mostWords, $mostNumbers, $mostMean) = (25, 3, 18);

# Private words, each with the field's word. A pattern excludes an honest use of a word.
my @forbidden = (
    [qr/\b(?:is|are|be|was|been) told\b|\btold once\b|\btells of\b/i, 'prints, reports, warns'],
    [qr/\bafresh\b/i,                                              'from the beginning, with empty history'],
    [qr/\b(?:ours|theirs)\b|\bof our own\b/i,                      "SimbodyDEM's, HuntCrossleyForce's, its own"],
    [qr/\bdear(?:er|est)?\b/i,                                     'expensive'],
    [qr/\bas it comes\b/i,                                         'with default settings'],
    [qr/\blegs? of (?:a|the|its|each) (?:step|path|way)\b|\bleg by leg\b/i, 'substep'],
    [qr/\bits way\b|\bthe way of\b|\bways? past\b/i,               'displacement, distance, path'],
    [qr/\bswings?\b(?! (?:phase|leg|foot))/i,                      'natural period, oscillation'],
    [qr/\brealizations?\b/i,                                       'force evaluation'],
    [qr/\bholds? on beyond touching\b/i,                           'acts at a distance'],
    [qr/\bcomes? back\b/i,                                         'rebounds; restitution'],
    [qr/\bbut for\b|\bhence\b|\bto and fro\b|\bbesides\b/i,        'except, therefore, back and forth, also'],
    [qr/\bof (?:Simbody|Debian|OpenSim)'s\b/i,                     'Simbody ..., the Debian package ...'],
    [qr/\bis refused\b|\bare refused\b/i,                          'is an error'],
    [qr/\bgoes on\b|\bgo on\b/i,                                   'continues, resumes'],
    [qr/\bthe laboratory\b|\bthe battery\b|\bthe ledger\b/i,       'contact-lab, the common tests of all laws, the energy account'],
    [qr/\b(?:larger|smaller) accurac(?:y|ies)\b/i,                 'looser, tighter accuracy'],
    [qr/\bin question\b/i,                                         'say which'],
    [qr/\bopponents?\b/i,                                          'counter-surface, other surface'],
    [qr/\bWho (?:has|asks|needs|wants|builds|knows|looks|learns)\b/, 'If you have ...'],
);

my $faults = 0;
sub fault { ++$faults; print "$_[0]: $_[1]\n" }

# Returns the sentences of a page, each with its line. The end of a paragraph or of an item, and a block, end a sentence.
sub sentencesOf {
    my @lines = @_;
    my (@sentences, $text, $first);
    my $end = sub {
        return unless defined $text;
        my $line = $first;
        my $guarded = $text =~ s/\b(e\.g|i\.e|cf|vs|etc|al|Fig|Eq|eq|sec|Sec|No|ca|approx|resp)\.\s/$1\x01 /gr;
        push @sentences, map { [$line, s/\x01/./gr] } grep { /\w/ } split /(?<=[.!?])["')*_]*\s+(?=["'(*_\[`]*[A-Z0-9`\$\[])/, $guarded;
        undef $text;
    };
    my ($inCode, $inFormula, $inComment) = (0, 0, 0);
    for my $number (1 .. @lines) {
        my $line = $lines[$number - 1];
        if ($line =~ /^\s*```/) { $end->() unless $inCode; $inCode = !$inCode; next; }
        next if $inCode;
        if ($line =~ /^\s*\$\$/) { $inFormula = !$inFormula; next; }
        next if $inFormula;
        $line =~ s/<!--.*?-->//g;
        if ($inComment) { $inComment = 0 if $line =~ s/.*-->//; next if $inComment; }
        if ($line =~ s/<!--.*//) { $inComment = 1; }
        if ($line =~ /^\s*$/ || $line =~ /^\s*\|/ || $line =~ /^#/ || $line =~ /^    \S/ && !defined $text || $line =~ /^\s*</) { $end->(); next; }
        if ($line =~ s/^\s*(?:[-*]|\d+\.)\s+//) { $end->() }
        $line =~ s/^\s*>\s?//;
        $first = $number unless defined $text;
        $text = defined $text ? "$text $line" : $line;
    }
    $end->();
    return @sentences;
}

# Returns a sentence for the count of its words: code, a formula and a link's text count, a link's target does not.
sub plain {
    my ($sentence) = @_;
    my $link = linkPattern();
    1 while $sentence =~ s/$link/$2/;
    $sentence =~ s/`+[^`]*`+/code/g;
    $sentence =~ s/\$[^\$]*\$/formula/g;
    $sentence =~ s/[*_]{1,2}(\S[^*_]*\S|\S)[*_]{1,2}/$1/g;
    return $sentence;
}

for my $page (@pages) {
    my @lines = readLines("$root/$page");
    my ($words, $count) = (0, 0);
    for (sentencesOf(@lines)) {
        my ($line, $sentence) = @$_;
        my $plain = plain($sentence);
        my @words = grep { /\w/ } split /\s+/, $plain;
        my @numbers = grep { /^[-+(~]?\.?\d/ } @words;
        $words += @words;
        ++$count;
        my $start = join ' ', @words > 6 ? @words[0 .. 5] : @words;
        my $at = "$page:$line";
        fault($at, scalar(@words) . " words, $mostWords at most: $start ...") if @words > $mostWords;
        fault($at, scalar(@numbers) . " numbers, $mostNumbers at most (a table has more): $start ...") if @numbers > $mostNumbers;
        for (@forbidden) {
            my ($pattern, $instead) = @$_;
            fault($at, "'$&' is a word of ours; say: $instead") if $plain =~ $pattern;
        }
    }
    my $isCode = 0;
    for my $number (1 .. @lines) { # tables and captions too
        my $line = $lines[$number - 1];
        $isCode = !$isCode if $line =~ /^\s*```/;
        next if $isCode || $line =~ /^    /;
        my $plain = plain($line =~ s/<!--.*?-->//gr);
        fault("$page:$number", "'$1' lacks its zero") if $plain =~ /(?<![\w.])(\.\d+)/;
    }
    my $mean = $count ? $words / $count : 0;
    printf "%s: %d sentences of %.1f words\n", $page, $count, $mean if $showMeans;
    fault($page, sprintf('%.1f words a sentence, below %d is asked', $mean, $mostMean)) if $mean >= $mostMean;
}
# Comments open with a verb or a subject.
my $opening = qr/^(?:What|Of|How|Where|Whether|The same|All that|Who)\b/;

# Returns the comments of a file, each with its first line. Consecutive lines of // are one comment.
sub commentsOf {
    my @lines = @_;
    my (@comments, $isBlock, $previous);
    for my $number (1 .. @lines) {
        my $line = $lines[$number - 1];
        if ($isBlock) {
            $isBlock = 0 if $line =~ s{\*/.*}{};
            $comments[-1][1] .= ' ' . $line =~ s/^\s*\*? ?//r;
        } elsif ($line =~ m{^\s*//[/!]?<?\s*(.*)}) {
            if (defined $previous && $previous == $number - 1) { $comments[-1][1] .= " $1" }
            else { push @comments, [$number, $1] }
            $previous = $number;
        } elsif ($line =~ m{/\*[*!]?<?\s*(.*)}) {
            my $text = $1;
            $isBlock = $text !~ s{\*/.*}{};
            push @comments, [$number, $text];
        } elsif ($line =~ m{\s//[/!]?<?\s+(.*)$} && $line !~ m{"[^"]*//[^"]*"}) {
            push @comments, [$number, $1];
        }
    }
    return @comments;
}

my @files;
for my $named (@code) {
    if (-f "$root/$named") { push @files, $named; next; }
    File::Find::find(sub { push @files, $File::Find::name =~ s{^\Q$root\E/}{}r if /[.](?:h|cpp)$/ && -f }, "$root/$named");
}
for my $file (sort @files) {
    my @lines = readLines("$root/$file");
    for (commentsOf(@lines)) {
        my ($line, $text) = @$_;
        fault("$file:$line", "a comment opens with a verb or a subject, not with '$&'") if $text =~ $opening;
        for (@forbidden) {
            my ($pattern, $instead) = @$_;
            fault("$file:$line", "'$&' is a word of ours; say: $instead") if $text =~ $pattern;
        }
    }
    for my $number (1 .. @lines) {
        next if $lines[$number - 1] =~ m{^\s*//};
        while ($lines[$number - 1] =~ /"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"/g) {
            my $text = $1;
            for (@forbidden) {
                my ($pattern, $instead) = @$_;
                fault("$file:$number", "'$&' in a text is a word of ours; say: $instead") if $text =~ $pattern;
            }
        }
    }
}
print "$faults faults\n" if $faults;
exit($faults ? 1 : 0);
