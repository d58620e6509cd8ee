#!/usr/bin/perl
# Checks the pages: their code is in compiled files. Their commands exist and print the output that is shown. Their links lead to
# existing targets, and the tests that they name exist. usage: check_pages.pl ROOT BUILD LAB [--write]
# With --write the present code of the files and the present numbers of contact-lab are written into the pages.

use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use FindBin;
use lib "$FindBin::Bin/../../docs/site";
use Pages;

binmode STDOUT, ':encoding(UTF-8)';
my ($root, $build, $lab, $write) = @ARGV;
my @pages = map { s{^\Q$root\E/}{}r } glob("$root/README.md $root/CONTRIBUTING.md $root/CHANGELOG.md $root/docs/*.md");
my $faults = 0;
my $at = ''; # the current page and line

sub fault { ++$faults; print "$at: $_[0]\n" }

my %texts; # by path: the lines of a file
sub textOf { return $texts{$_[0]} //= [readLines("$root/$_[0]")] }

# Returns the lines of a file between "// NAME begins" and "// NAME ends", with # instead of // in Python, or all lines, with their common indentation removed.
sub snippet {
    my ($path, $name) = @_;
    if (!-f "$root/$path") { fault("there is no file $path"); return; }
    my @lines = @{textOf($path)};
    if (defined $name) {
        my ($first) = grep { $lines[$_] =~ m{(?://|#) \Q$name\E begins$} } 0 .. $#lines;
        my ($last) = grep { $lines[$_] =~ m{(?://|#) \Q$name\E ends$} } 0 .. $#lines;
        if (!defined $first || !defined $last) { fault("$path has no lines between '// $name begins' and 'ends'"); return; }
        @lines = @lines[$first + 1 .. $last - 1];
        my ($indent) = sort { $a <=> $b } map { /^( *)\S/ ? length $1 : () } @lines;
        $_ = substr $_, length $_ < $indent ? length $_ : $indent for @lines;
    }
    return @lines;
}

sub differenceOf {
    my ($before, $after) = @_;
    for ($before, $after) { if (!-f "$root/$_") { fault("there is no file $_"); return; } }
    my @lines = split /\n/, `diff -U1 '$root/$before' '$root/$after'`;
    return map { /^@@/ ? '@@' : $_ } @lines[2 .. $#lines];
}

# --- commands

sub output {
    my ($command) = @_;
    my $text = `$command 2>&1`;
    return ($? >> 8, split /\n/, $text);
}

my @experiments = (output("'$lab' page --list"))[1 .. 30];
@experiments = grep { defined } @experiments;
my %help; # of the subcommands of contact-lab
sub helpOf {
    my ($sub) = @_;
    return $help{$sub} //= join "\n", output("'$lab' $sub --help");
}

sub checkExperiment {
    my ($name) = @_;
    fault("there is no experiment '$name'") unless $name =~ /^[A-Z]+$/ || grep { $_ eq $name } @experiments;
}

sub checkLabOptions {
    my ($sub, @rest) = @_;
    return if !defined $sub || $sub =~ /^(-|ARGUMENTS)/;
    my $text = helpOf($sub);
    if ($text =~ /^2\n/) { fault("contact-lab has no subcommand '$sub'"); return; }
    checkExperiment($rest[0]) if $sub eq 'compare' && @rest && $rest[0] !~ /^-/;
    for my $option (grep { /^--/ } @rest) {
        fault("'$sub' has no option $option") unless $text =~ /\Q$option\E[ ,\n]/;
    }
}

my @tests = map { m{^\s*TEST(?:_\w+)?\((\w+), (\w+)\)} ? "$1.$2" : () }
    map { @{textOf(s{^\Q$root\E/}{}r)} } glob("$root/tests/*.cpp $root/tests/*/*.cpp");
push @tests, map { my $name = basename($_); map { /^def (test_\w+)\(/ ? "$name\::$1" : () } @{textOf(s{^\Q$root\E/}{}r)} }
    glob("$root/tests/*/test_*.py $root/tests/*/*/test_*.py");
push @tests, map { /add_(?:circle_test\(\w+|(?:program|example|blas)_test\() ?(\w+)/ ? $1 : () }
    map { @{textOf(s{^\Q$root\E/}{}r)} } glob("$root/tests/CMakeLists.txt $root/tests/*/CMakeLists.txt");
sub checkTests {
    my ($pattern) = @_;
    fault("no test matches '$pattern'") unless grep { /$pattern/ } @tests;
}

# Checks that a command of ./run exists, with its options.
sub checkCommand {
    my ($command) = @_;
    my @words = split ' ', $command;
    my $program = shift @words;
    if ($program eq 'liggghts' || $program eq 'lmp' || $program eq 'yade') {
        for (grep { /oblique|cundall/ } @words) { fault("there is no docs/decks/$_") unless -f "$root/docs/decks/$_"; }
        return;
    }
    return if $program ne './run' || !@words;
    my $what = shift @words;
    my $usage = join "\n", @{textOf('run')};
    if ($usage !~ /^  \Q$what\E\b/m) { fault("./run has no command '$what'"); return; }
    if ($what eq 'lab') { checkLabOptions(@words) }
    elsif ($what eq 'example') {
        for (grep { /^Example/ } @words) { fault("there is no examples/$_.cpp") unless -f "$root/examples/$_.cpp"; }
    } elsif ($what eq 'test') {
        for my $i (0 .. $#words - 1) { checkTests($words[$i + 1]) if $words[$i] eq '-R'; }
    } elsif ($what eq 'compare') {
        for my $i (0 .. $#words - 1) { checkExperiment($_) for $words[$i] eq '--only' ? split(/,/, $words[$i + 1]) : (); }
        for (grep { /^--/ } @words) { fault("./run compare has no option $_") unless $usage =~ /\[\Q$_\E/; }
    }
}

# Returns a number and the size of its last digit, or nothing if the word is not a number.
sub numberOf {
    my ($word) = @_;
    return unless $word =~ /^[-+]?(?=\.?\d)\d*\.?(\d*)(?:e([-+]?\d+))?$/;
    my ($decimals, $power) = (length $1, $2 // 0);
    return ($word + 0, 10**($power - $decimals));
}

# Compares a shown line with a printed one, word by word. Numbers agree to the last digit shown, ~x within 5%, <x if the value is less,
# and ... stands for any rest.
sub isAsShown {
    my ($shown, $printed) = @_;
    my @shown = grep { $_ ne '' } split /[\s,\[\]]+/, $shown; # vectors number by number
    my @printed = grep { $_ ne '' } split /[\s,\[\]]+/, $printed;
    while (@shown) {
        my $word = shift @shown;
        return 1 if $word eq '...';
        my $other = shift @printed // return 0;
        next if $word eq $other;
        if ($word =~ /^<(.+)/) { return 0 unless abs($other) < $1; next; }
        my $isAbout = $word =~ s/^~(?=.)//;
        my ($value, $digit) = numberOf($word);
        $digit = abs(0.05 * $value) if $isAbout && defined $value;
        my ($otherValue) = numberOf($other);
        return 0 unless defined $value && defined $otherValue && abs($value - $otherValue) <= 1.0001 * $digit;
    }
    return 1;
}

# Returns true if python3 has pip's OpenSim.
my $hasOpenSim;
sub hasOpenSim { return $hasOpenSim //= system("cd '$build/tests' && python3 -c 'import opensim; opensim.Model' >/dev/null 2>&1") == 0 } # it writes a log; a folder opensim has no Model

# Checks a block of commands and their output. @returns the block with the present output
sub checkConsole {
    my @lines = @_;
    my (@now, @printed);
    my $command = '';
    for my $line (@lines) {
        if ($line =~ /^\$ (.*)/) {
            $command = $1;
            checkCommand($command);
            push @now, $line;
            @printed = ();
            next;
        }
        my ($program) = $command =~ m{^(\./run lab|\./run example|python3 docs/snippets)\b};
        if (!$program || $program =~ /^python3/ && !hasOpenSim()) { push @now, $line; next; } # of another program: not checked
        if ($line eq '...') { push @now, $line; next; } # any lines
        if (!@printed) {
            my $run = $command =~ s{^\./run lab }{'$lab' }r =~ s{^\./run example (\w+)}{'$build/examples/$1'}r =~ s{^python3 docs/}{python3 '$root'/docs/}r;
            my ($code, @all) = output("cd '$build/tests' && $run");
            fault("`$command` ends with exit code $code: @all") if $code;
            @printed = @all;
        }
        my ($first) = $program =~ /^python3/ ? $line =~ /^(.*?:)/ : split ' ', $line; # a label of several words ends with a colon
        my @candidates = grep { index($_, $first) == 0 && substr($_, length $first) =~ /^(?:\s|$)/ } map { s/^\s+//r } @printed;
        fault("`$command` prints no line '$line'" . (@candidates ? ", but '$candidates[0]'" : ''))
            unless grep { isAsShown($line, $_) } @candidates;
        push @now, $line =~ /^\S+$/ && @candidates ? $candidates[0] : $line;
    }
    return @now;
}

# --- links

my %anchors; # by page
sub anchorsOf {
    my ($page) = @_;
    return $anchors{$page} if $anchors{$page};
    my ($slug, $isCode) = (slugger(), 0);
    for (@{textOf($page)}) {
        $isCode = !$isCode if /^\s*```/;
        $anchors{$page}{$slug->($1)} = 1 if !$isCode && /^#+ (.*)/;
    }
    return $anchors{$page};
}

sub checkLink {
    my ($page, $target) = @_;
    return if $target =~ m{^https?://};
    my ($file, $anchor) = $target =~ /^([^#]*)#?(.*)/;
    my $path = $file eq '' ? $page : join '/', grep { $_ ne '.' } dirname($page), $file;
    1 while $path =~ s{[^/]+/\.\./}{};
    if (!-e "$root/$path") {
        fault("$target leads nowhere");
    } elsif ($anchor ne '' && !anchorsOf($path)->{$anchor}) {
        fault("$path has no heading #$anchor");
    }
}

# Reports a backslash before a sign in a formula, which GitHub treats as Markdown.
sub checkFormula {
    my ($formula) = @_;
    fault("'$&' in a formula is another thing on GitHub; use a command of letters, such as \\thinspace") if $formula =~ /\\[^A-Za-z ]/;
}

sub checkText {
    my ($page, $line) = @_;
    my @parts = splitCode($line);
    my $formulas = 0;
    for my $i (0 .. $#parts) {
        if ($i % 2 == 0) { $formulas += () = $parts[$i] =~ /\$/g; next; }
        my $code = $parts[$i] =~ s/^`+|`+$//gr;
        checkCommand($code) if $code =~ m{^\./run };
        fault("there is no test $code")
            if $code =~ /^(?:[A-Z]\w+\.[A-Z]\w+|test_\w+\.py::\w+)$/ && !grep { $_ eq $code } @tests
            or $code =~ /^test_\w+$/ && !grep { /::\Q$code\E$/ } @tests;
    }
    fault('a formula that goes over the end of a line') if $formulas % 2;
    my $prose = join ' ', @parts[grep { $_ % 2 == 0 } 0 .. $#parts];
    checkFormula($1) while $prose =~ /\$([^\$]+)\$/g;
    my $link = linkPattern();
    while ($line =~ /$link/g) {
        my ($text, $target) = ($2, $3);
        checkLink($page, $target);
        checkLink($page, $2) while $text =~ /!\[([^\]]*)\]\(([^)]*)\)/g;
    }
}

# --- all pages

for my $page (@pages) {
    my ($language, $marker, @block, @new);
    my $isFormula = 0;
    my @lines = @{textOf($page)};
    for my $number (0 .. $#lines) {
        my $line = $lines[$number];
        $at = $page . ':' . ($number + 1);
        if (defined $language) {
            if ($line !~ /^```\s*$/) { push @block, $line; next; }
            my @now = @block;
            if ($language eq 'console') {
                @now = checkConsole(@block);
            } elsif ($language eq 'text') {
            } elsif (!defined $marker) {
                fault("a block of $language that is not said to be of a file, <!-- PATH --> or <!-- PATH: NAME -->");
            } elsif ($marker =~ /^awaits (\S+);/) {
                fault("$1 is there: let this block be of a file that is compiled") if -f "$root/$1";
            } else {
                @now = $marker =~ /^(\S+) -> (\S+)$/ ? differenceOf($1, $2)
                     : $marker =~ /^([^\s:]+)(?:: (.+))?$/ ? snippet($1, $2)
                     :                                       fault("'$marker' says no file");
                fault("this is not what '$marker' has") unless $write || join("\n", @now) eq join("\n", @block);
            }
            push @new, @now, $line;
            ($language, $marker, @block) = ();
            next;
        }
        push @new, $line;
        if ($line =~ /^```(\w*)/) { $language = $1 || 'text' }
        elsif ($line =~ /^<!-- (.*) -->$/) { $marker = $1; next }
        elsif ($line =~ /^    (\S.*)/) { checkCommand($1) }
        elsif ($line =~ /^\$\$\s*$/) { $isFormula = !$isFormula }
        elsif ($isFormula) { checkFormula($line) }
        else { checkText($page, $line) }
        undef $marker unless defined $language;
    }
    fault('a formula or a block without an end') if $isFormula || defined $language;
    if ($write && join("\n", @new) ne join("\n", @lines)) {
        open my $file, '>:encoding(UTF-8)', "$root/$page" or die "$page: $!\n";
        print $file map { "$_\n" } @new;
    }
}

# The tables of laws must be those of the catalog.
$at = 'docs/laws.md';
my (undef, @tables) = output("'$lab' laws --tables");
my $tables = join("\n", @tables) =~ s/\s+$//r;
fault('this is not what `./run lab laws --tables` prints') if index(join("\n", @{textOf($at)}), $tables) < 0;

print "$faults faults\n" if $faults;
exit($faults ? 1 : 0);
