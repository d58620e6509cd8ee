#!/usr/bin/perl
# Finishes the site that Doxygen has made. A word in a text, such as OpenSim, is no link to a namespace. The texts of all pages and classes are
# written for the search, section by section. usage: finish.pl SITE

use strict;
use warnings;

my ($site) = @ARGV;

sub readFile {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/;
    return <$file>;
}
sub writeFile {
    my ($path, $text) = @_;
    open my $file, '>:encoding(UTF-8)', $path or die "$path: $!\n";
    print $file $text;
}

# Lists have names of namespaces and files, and no text of their own.
my $isList = qr/^(?:annotated|classes|hierarchy|inherits|files|pages|namespaces|namespacemembers|functions|globals|usergroup\d|dir_|.*-members|.*_8(?:h|md)$)/;

my $isNamespaceList = qr/^(?:namespaces|annotated|hierarchy)$/;

# Returns the text of a piece of a page, without tags, formulas and long spaces.
sub plain {
    my ($html) = @_;
    $html =~ s{<(script|style)\b.*?</\1>}{ }gs;
    $html =~ s{\\[(\[].*?\\[)\]]}{ }gs;
    $html =~ s{</?(?:p|li|ul|ol|td|th|tr|table|div|h\d|br|dl|dt|dd|pre|dt)\b[^>]*>}{ }g;
    $html =~ s{<[^>]*>}{}g;
    my %entities = (amp => '&', lt => '<', gt => '>', quot => '"', nbsp => ' ', '#160' => ' ', '#39' => "'", '#9670' => '', mdash => '-', ndash => '-');
    $html =~ s{&(#?\w+);}{$entities{$1} // ' '}ge;
    $html =~ s/\s+/ /g;
    return $html =~ s/^ | $//gr;
}

sub quoted { return '"' . ($_[0] =~ s/([\\"])/\\$1/gr =~ s{</}{<\\/}gr) . '"' }

my @sections;
for my $path (sort glob "$site/*.html") {
    my ($name) = $path =~ m{([^/]+)[.]html$};
    my $html = readFile($path);
    # Lists of namespaces and the path at the foot of a page keep their links.
    if ($html =~ s{(?<!<li class="navelem">)(?<!valign="bottom">)<a class="el" href="namespace(\w+)[.]html">\1</a>}{$1}g && $name !~ $isNamespaceList) {
        writeFile($path, $html);
    }
    next if $name =~ $isList;
    my ($title) = $html =~ m{<div class="title">(.*?)</div>}s;
    my ($contents) = $html =~ m{<div class="contents">(.*)</div><!-- contents -->}s;
    next unless defined $title && defined $contents;
    $title = plain($title) =~ s/ Class(?: Template)? Reference.*| Struct(?: Template)? Reference.*| Namespace Reference.*//r;
    my $isClass = $name =~ /^(?:class|struct|namespace|union)/;
    # A section begins at a heading of a page, or at a member of a class.
    my $begin = $isClass ? qr{<a id="(\w+)" name="\w+"></a>\s*<h2 class="memtitle">(.*?)</h2>}s
                         : qr{<h[1-4]>\s*<a class="anchor" id="([^"]+)"></a>\s*(.*?)</h[1-4]>}s;
    my @pieces = split $begin, $contents;
    push @sections, [$isClass || $name ne 'index' ? "$name.html" : 'index.html', $title, '', plain(shift @pieces)];
    while (my ($anchor, $heading, $text) = splice @pieces, 0, 3) {
        push @sections, ["$name.html#$anchor", $title, plain($heading), plain($text)];
    }
}
die "there are no pages in $site\n" unless @sections;
writeFile("$site/search_texts.js", "window.searchSections = [\n" . join(",\n", map { '[' . join(',', map { quoted($_) } @$_) . ']' } @sections) . "\n];\n");
