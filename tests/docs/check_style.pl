#!/usr/bin/perl
# Checks the style of the pages. No sentence has more than 25 words or three numbers, and the mean sentence of a page is below 18 words.
# No decimal lacks its zero, and no word is private. Checks also the comments and texts of the code: no word is private, and no comment
# opens with What, Of or the like. The names of tests are read word by word: no word is private, each suite is a noun phrase, and no
# name is given twice.
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

# Private words in the names of tests, which are read as words: AskedIsGot.AtEverySpeed is 'asked is got at every speed'.
my @forbiddenInTests = (
    [qr/\b(?:ask\w*|answer\w*|questions?)\b/,            'set, needs, returns, options'],
    [qr/\b(?:tells?|told|sa(?:y|ys|id)|promises?)\b/,     'reports, warns of, names, causes one warning'],
    [qr/\b(?:knows?|sees?|learns?|believes?|judges?|trusts?|forgets?)\b/, 'has, includes, finds, uses, checks'],
    [qr/\b(?:what|who|whom|nobody|(?:what|who|how)ever)\b/, 'name the thing'],
    [qr/\b(?:is|are) none\b|\bnothing is\b/,             'is not a ..., does not include, is zero'],
    [qr/\brefus\w*/,                                      'rejects, is an error'],
    [qr/\bafresh\b|\banew\b/,                            'from the beginning, with an unloaded spring'],
    [qr/\b(?:go|goes|going) (?:on|round|by)\b/,           'continues, circles, uses'],
    [qr/\bways?\b|\bto and fro\b/,                       'distance, path, line, back and forth'],
    [qr/\b(?:a|its|no|of|one|first|the|rounded) touch(?:es)?\b|\btouches (?:do|does|are|is)\b/, 'contact, first contact'],
    [qr/\bbattery\b|\blaborator\w*|\bledger\b/,         'laws of the catalog, contact-lab, energy account'],
    [qr/\bdear(?:er|est)?\b|\bcheap\w*/,                 'takes more force evaluations, steps, CPU time'],
    [qr/\bswings?\b(?! (?:phase|leg|foot))/,              'oscillates, natural period'],
    [qr/\bbends?\b|\bshares?\b|\brooms?\b/,             'curvature, fraction, clearance'],
    [qr/\belsewhere\b|\bsilence\w*/,                     'say where, without a warning'],
);
# A suite is a noun phrase. A verb stands in a relative clause only: SliderThatHasNotMoved.
my $verbs = qr/\b(?:is|are|was|has|have|does|do|can|may|holds?|grips|makes?|shows?|puts?|takes?|linearize)\b/;
my $adjective = qr/^\w+(?:able|ible|ed)$|^plastic$/;

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

# Returns a name of a test as words: HertzMindlin is 'hertz mindlin', and JKRNormal is 'jkr normal'.
sub wordsOf {
    my ($name) = @_;
    return lc($name =~ s/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/ /gr);
}

my %testAt; # file and line of each name
sub checkTestName {
    my ($at, $suite, $name) = @_;
    my $text = wordsOf($suite) . ' ' . wordsOf($name);
    for (@forbiddenInTests) {
        my ($pattern, $instead) = @$_;
        fault($at, "'$&' in the name of the test $suite.$name is a word of ours; say: $instead") if $text =~ $pattern;
    }
    my $noun = wordsOf($suite) =~ s/ that .*//r;
    fault($at, "the suite $suite is no noun phrase: '$&'") if $noun =~ $verbs || $noun =~ $adjective;
    fault($at, "the test $suite.$name is in $testAt{\"$suite.$name\"} too") if $testAt{"$suite.$name"};
    $testAt{"$suite.$name"} = $at;
}

for my $file (sort @files) {
    my @lines = readLines("$root/$file");
    for my $number (1 .. @lines) {
        checkTestName("$file:$number", $1, $2) if $lines[$number - 1] =~ /^\s*TEST(?:_F|_P|_WITH_LAWS)?\((\w+), *(\w+)\)/;
        checkTestName("$file:$number", $2, $1) if $lines[$number - 1] =~ /^\s*INSTANTIATE_TEST_SUITE_P\(\s*(\w+), *(\w+)/;
    }
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
