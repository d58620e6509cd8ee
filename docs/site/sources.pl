#!/usr/bin/perl
# Copies the sources that the pages link to beside the site, as text that every browser shows. A folder becomes a page with its files.
# usage: sources.pl ROOT SITE

use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename;
use File::Copy;
use File::Path 'make_path';
use FindBin;
use lib $FindBin::Bin;
use Pages;

my ($root, $site) = (abs_path($ARGV[0]), $ARGV[1]);

sub copySource {
    my ($path) = @_;
    my $to = "$site/" . sourceAddress($path);
    make_path(dirname($to));
    if (-d "$root/$path") {
        my @files = map { s{^\Q$root\E/}{}r } grep { -f } sort glob("$root/$path/*");
        copySource($_) for @files;
        open my $index, '>:encoding(UTF-8)', $to or die "$to: $!\n";
        print $index "<!doctype html><meta charset=\"utf-8\"><title>$path</title><h1>$path</h1><ul>\n";
        printf $index "<li><a href=\"%s\">%s</a>\n", basename(sourceAddress($_)), basename($_) for @files;
        print $index "</ul>\n";
    } else {
        copy("$root/$path", $to) or die "$path: $!\n";
    }
}

for my $page ("$root/README.md", "$root/CONTRIBUTING.md", "$root/CHANGELOG.md", glob("$root/docs/*.md")) {
    my $link = linkPattern();
    for my $line (readLines($page)) {
        while ($line =~ /$link/g) {
            my ($isImage, $target) = ($1, $3);
            next if $isImage || $target =~ m{^https?://|^#};
            my $whole = abs_path(dirname($page) . '/' . $target =~ s/#.*//r) // next;
            next unless $whole =~ m{^\Q$root\E/} && -e $whole && isSource($root, $whole);
            copySource($whole =~ s{^\Q$root\E/}{}r);
        }
    }
}
