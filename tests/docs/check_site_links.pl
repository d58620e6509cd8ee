#!/usr/bin/perl
# Checks that each link of a Doxygen site leads to an existing file and anchor. usage: check_site_links.pl FOLDER

use strict;
use warnings;

my $site = shift;
my (%links, %anchors);
for my $path (glob "$site/*.html") {
    my ($page) = $path =~ m{([^/]+)$};
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/;
    my $text = <$file>;
    $anchors{$page} = {map { $_ => 1 } $text =~ /\b(?:id|name)="([^"]+)"/g};
    $links{$page} = [$text =~ /\b(?:href|src)="([^"]+)"/g];
}
die "there are no pages in $site\n" unless $links{'index.html'};
my $faults = 0;
for my $page (sort keys %links) {
    for my $link (@{$links{$page}}) {
        next if $link =~ /^(https?|javascript|mailto|data):/;
        my ($file, $anchor) = $link =~ /^([^#?]*)[^#]*#?(.*)/;
        $file = $page if $file eq '';
        my $why = !-e "$site/$file" ? 'is not there' : $anchor ne '' && $anchors{$file} && !$anchors{$file}{$anchor} ? 'has no such anchor' : '';
        next if $why eq '';
        ++$faults;
        print "$page: $link $why\n";
    }
}
exit($faults ? 1 : 0);
