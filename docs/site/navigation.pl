#!/usr/bin/perl
# Writes the navigation of the site into Doxygen's layout: the groups and pages of the section "Documentation" of README.md, in its order, and
# then the reference of the API. usage: navigation.pl ROOT LAYOUT

use strict;
use warnings;
use File::Basename;
use FindBin;
use lib $FindBin::Bin;
use Pages;

my ($root, $layout) = @ARGV;
binmode STDOUT, ':encoding(UTF-8)';

# --- groups of [title, page]
my (@groups, $isSection);
for my $line (readLines("$root/README.md")) {
    if ($line =~ /^## (.*)/) { $isSection = $1 eq 'Documentation'; next; }
    next unless $isSection;
    push @groups, {title => $1 =~ s/:$//r, pages => []} if $line =~ /^- \*\*([^*]+)\*\*/;
    my $link = linkPattern();
    while ($line =~ /$link/g) {
        my ($title, $target) = ($2, $3);
        next unless $target =~ /^[^#]+[.]md$/;
        die "README.md: $target is listed before the first group of Documentation\n" unless @groups;
        my $page = basename($target, '.md');
        $page = lc $page if $target !~ m{/};
        push @{$groups[-1]{pages}}, [$title, $page];
    }
}
die "README.md has no section Documentation with groups\n" unless @groups;
my %listed = map { $_->[1] => 1 } map { @{$_->{pages}} } @groups;
for my $page (map { basename($_, '.md') } glob("$root/docs/*.md")) {
    die "README.md: the section Documentation does not list docs/$page.md\n" unless $listed{$page};
}

# --- the layout
sub escaped { return $_[0] =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/"/&quot;/gr }
my $tabs = qq(    <tab type="mainpage" visible="yes" title="SimbodyDEM"/>\n);
for my $group (@groups) {
    $tabs .= sprintf qq(    <tab type="usergroup" visible="yes" title="%s">\n), escaped($group->{title});
    $tabs .= sprintf qq(      <tab type="user" visible="yes" url="\@ref %s" title="%s"/>\n), $_->[1], escaped(ucfirst $_->[0]) for @{$group->{pages}};
    $tabs .= "    </tab>\n";
}
$tabs .= qq(    <tab type="usergroup" visible="yes" title="API">\n)
    . qq(      <tab type="classlist" visible="yes" title="Classes"/>\n      <tab type="hierarchy" visible="yes" title="Hierarchy"/>\n)
    . qq(      <tab type="namespacelist" visible="yes" title="Namespaces"/>\n      <tab type="filelist" visible="yes" title="Headers"/>\n    </tab>\n);
my $text = join "\n", readLines($layout);
$text =~ s{<navindex>.*</navindex>}{<navindex>\n$tabs  </navindex>}s or die "$layout has no navindex\n";
# Properties, of which the OpenSim elements consist, stand before functions.
for my $part ('memberdecl', 'memberdef') {
    $text =~ s{(<class>.*?<$part>)(.*?)(</$part>)}{$1 . propertiesFirst($2) . $3}se or die "$layout has no $part of classes\n";
}
sub propertiesFirst {
    my ($members) = @_;
    $members =~ s{\s*<properties\b[^>]*/>}{} or die "$layout has no properties\n";
    return "$&$members";
}
open my $file, '>:encoding(UTF-8)', $layout or die "$layout: $!\n";
print $file "$text\n";
