#!/usr/bin/perl
# Doxygen's INPUT_FILTER for the headers of the OpenSim elements. OpenSim declares properties, sockets and outputs by macros, from which
# this filter makes documented members. usage: opensim.pl FILE

use strict;
use warnings;

binmode STDOUT, ':encoding(UTF-8)';
open my $file, '<:encoding(UTF-8)', $ARGV[0] or die "$ARGV[0]: $!\n";
my $text = do { local $/; <$file> };

# Returns the arguments of a macro: pieces at commas outside of strings, with adjacent strings joined.
sub arguments {
    my ($inner) = @_;
    my @pieces;
    push @pieces, $1 while $inner =~ /\G\s*((?:"(?:[^"\\]|\\.)*"|[^",])+)(?:,|$)/g;
    return map { s/\s+$//r } map { /^"/ ? join('', map { s/\\(.)/$1/gr } /"((?:[^"\\]|\\.)*)"/g) : $_ } @pieces;
}

my %kinds = (
    PROPERTY          => 'Property',
    OPTIONAL_PROPERTY => 'Optional property',
    LIST_PROPERTY     => 'List',
    SOCKET            => 'Socket',
    LIST_SOCKET       => 'List of sockets',
);

# Returns the documented member, on as many lines as the macro has, so that lines keep their numbers.
sub member {
    my ($kind, $inner, $numLines) = @_;
    my ($name, $type, @rest) = arguments($inner);
    my ($words, $accessors);
    if ($kind eq 'OUTPUT') {
        $words = "Output, by $rest[0](), from $rest[1] on.";
        $accessors = "READ $rest[0]";
    } else {
        my $what = $kinds{$kind} // die "$ARGV[0]: the filter does not know OpenSim_DECLARE_$kind\n";
        $words = "$what: " . ($rest[0] =~ s/</\\</gr);
        $accessors = $kind =~ /SOCKET/ ? "READ get_$name" : "READ get_$name WRITE set_$name";
    }
    return "/** $words */ Q_PROPERTY($type $name $accessors)" . "\n" x $numLines;
}

$text =~ s/^\s*OpenSim_DECLARE_CONCRETE_OBJECT\(.*?\);//mg;
$text =~ s/OpenSim_DECLARE_(\w+)\(((?:"(?:[^"\\]|\\.)*"|[^"()])*)\);/member($1, $2, ($2 =~ tr{\n}{}))/ge;
$text =~ s/\bOSIMSIMBODYDEM_API //g;
print $text;
