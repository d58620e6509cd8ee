#!/usr/bin/perl
# Checks a site that ./run docs has made. Each link leads to an existing file and anchor, its text has no backticks, and no word of a text
# is a link to a namespace. No page has a path of the machine that made it. Each OpenSim element has a page with all its properties, sockets
# and outputs. usage: check_site_links.pl FOLDER ROOT

use strict;
use warnings;

my ($site, $root) = @ARGV;
my $faults = 0;
sub fault { ++$faults; print "$_[0]: $_[1]\n" }
my (%links, %anchors, %texts);
for my $path (glob "$site/*.html") {
    my ($page) = $path =~ m{([^/]+)$};
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/;
    my $text = <$file>;
    $anchors{$page} = {map { $_ => 1 } $text =~ /\b(?:id|name)="([^"]+)"/g};
    $links{$page} = [$text =~ /\b(?:href|src)="([^"]+)"/g];
    $texts{$page} = $text;
}
die "there are no pages in $site\n" unless $links{'index.html'};
for my $page (sort keys %links) {
    for my $link (@{$links{$page}}) {
        next if $link =~ /^(https?|javascript|mailto|data):/;
        my ($file, $anchor) = $link =~ /^([^#?]*)[^#]*#?(.*)/;
        $file = $page if $file eq '';
        my $why = !-e "$site/$file" ? 'is not there' : $anchor ne '' && $anchors{$file} && !$anchors{$file}{$anchor} ? 'has no such anchor' : '';
        fault($page, "$link $why") if $why ne '';
    }
    my $text = $texts{$page};
    while ($text =~ m{<a\b[^>]*>((?:(?!</a>).)*)</a>}gs) {
        my $words = $1;
        fault($page, "the link '$words' has backticks") if $words =~ /`/;
    }
    next if $page =~ /^(?:namespaces|annotated|hierarchy)[.]html$/; # lists of namespaces
    while ($text =~ m{(.{0,20})<a class="el" href="namespace(\w+)[.]html">\2</a>}g) {
        my ($before, $word) = ($1, $2);
        fault($page, "the word $word is a link to a namespace") unless $before =~ /class="navelem">$|valign="bottom">$/; # a path, a list
    }
    fault($page, "it has the path $&") if $text =~ m{\Q$root\E\S{0,60}};
}

for my $header (glob "$root/plugin/opensim/DEM*.h") {
    open my $file, '<:encoding(UTF-8)', $header or die "$header: $!\n";
    my $text = do { local $/; <$file> };
    my ($class) = $header =~ m{(\w+)[.]h$};
    my $page = "classOpenSim_1_1$class.html";
    if (!$texts{$page}) { fault($page, 'is not there'); next; }
    my @names = $text =~ /OpenSim_DECLARE_(?!CONCRETE)\w+\(\s*(\w+),/g;
    die "$header declares nothing\n" unless @names;
    for my $name (@names) {
        fault($page, "it does not document $name") unless $texts{$page} =~ m{<h2 class="memtitle">(?:(?!</h2>).)*</span>\Q$name\E</h2>}s;
    }
    fault($page, 'it shows a macro of OpenSim') if $texts{$page} =~ /OpenSim_DECLARE/;
}
exit($faults ? 1 : 0);
