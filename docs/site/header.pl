#!/usr/bin/perl
# Adds the search and its field to the header that Doxygen writes for its version. usage: header.pl HEADER

use strict;
use warnings;

my ($path) = @ARGV;
open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n";
my $text = do { local $/; <$in> };
close $in;

$text =~ s{\$extrastylesheet\n}{\$extrastylesheet\n<script src="\$relpath^site.js" defer="defer"></script>\n} or die "$path has no style sheet\n";
my $field = <<'END';
<form id="search" role="search">
<input id="search-words" type="search" placeholder="Search pages and API" aria-label="Search pages and API" autocomplete="off" spellcheck="false"/>
<div id="search-results" role="status" hidden="hidden"></div>
</form>
END
$text =~ s{(<!--BEGIN TITLEAREA-->\n<div id="titlearea">\n)}{$1$field} or die "$path has no title\n";
open my $out, '>:encoding(UTF-8)', $path or die "$path: $!\n";
print $out $text;
