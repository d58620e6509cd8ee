#!/usr/bin/env perl
# Checks that each include leads to a lower layer or stays in its layer. The compiler checks this within plugin/, where each layer has
# its own include path. Public headers are one tree, so their layers are listed here. The layers below each layer are read from
# add_layer() in plugin/CMakeLists.txt.
# usage: check_includes.pl SOURCE_DIR
use strict;
use warnings;

my $root = shift or die "usage: check_includes.pl SOURCE_DIR\n";

my %layer_of_public = (
    base => [qw(ElasticLayer Export Gravity Messages Notation OptionalReal Sand Soil Surface SurfaceMaterial)],
    laws => [qw(Conversions LawCatalog MixingRules laws/)],
    collision => [qw(CollisionSettings ContactSurfaces shapes/)],
    contact => [qw(ContactModel ContactRecord)],
    force => [qw(ContactLinearization DEMContactForce)],
    analysis => [qw(Resultants)],
    joints => [qw(JointForces)],
    integration => [qw(ContactIntegrator ContactStepper SimbodyIntegrators)],
    control => [qw(Sensitivity StepLinearization)],
    advice => [qw(ContactAdvice)],
    records => [qw(ContactDecorations GroundReactionRecorder HistoryTracker Recorder ReplayRecorder)],
    api => [qw(NamedForces Rollouts simbodydem)],
    robots => [qw(robots robots/)],
    grains => [qw(grains grains/)],
);

sub read_file {
    my $name = shift;
    open my $in, '<', $name or die "$name: $!\n";
    local $/;
    return scalar <$in>;
}

my %below = (math => {math => 1});
my $cmake = read_file("$root/plugin/CMakeLists.txt");
while ($cmake =~ /^add_layer\((\w+)(?: (?:WITHOUT_SIMBODY|OUTSIDE_OF_LOOPS|UNITS \d+))*(?:\s+BELOW([\w\s]*?))?\s+SOURCES/gm) {
    $below{$1} = {map { $_ => 1 } $1, split ' ', $2 // ''};
}
die "no add_layer() in plugin/CMakeLists.txt\n" unless keys %below > 5;
# Optional libraries know all public headers. The server of grains, below plugin/grains/, knows kernels as well.
$below{robots} = {map { $_ => 1 } keys %layer_of_public};
$below{grains} = {map { $_ => 1 } keys %layer_of_public, qw(protocol server math geometry laws)};

sub layer_of_public {
    my $header = shift; # below include/simbodydem
    for my $layer (keys %layer_of_public) {
        for my $name (@{$layer_of_public{$layer}}) {
            return $layer if $name =~ m{/$} ? index($header, $name) == 0 : $header eq "$name.h";
        }
    }
    return undef;
}

my $num_checked = 0;
my @faults;
sub check {
    my ($file, $layer) = @_;
    my $text = read_file("$root/$file");
    while ($text =~ /^\s*#\s*include\s+["<]([\w\/.]+)[">]/gm) {
        my $included = $1;
        my $of;
        if ($included =~ m{^simbodydem/(.*)}) {
            $of = layer_of_public($1);
            push @faults, "$file: the layer of $included is not known; add it to tests/layers/check_includes.pl"
                unless defined $of;
        } elsif ($included =~ m{^(\w+)/} && exists $below{$1}) {
            $of = $1;
            push @faults, "$file includes $included, which only the core library may" if $layer eq 'robots' && $of ne 'robots';
        }
        next unless defined $of;
        ++$num_checked;
        push @faults, "$file, of layer $layer, includes $included, of layer $of, which it may not know"
            unless $below{$layer}{$of};
    }
}

chdir $root or die "$root: $!\n";
for my $file (split /\n/, `find include/simbodydem -name '*.h' | sort`) {
    (my $header = $file) =~ s{^include/simbodydem/}{};
    my $layer = layer_of_public($header);
    if (defined $layer) {
        check($file, $layer);
    } else {
        push @faults, "$file: its layer is not known; add it to tests/layers/check_includes.pl";
    }
}
for my $layer (sort keys %below) {
    check($_, $layer) for split /\n/, `find plugin/$layer -name '*.h' -o -name '*.cpp' | sort`;
}
print "$_\n" for @faults;
die "no include was found\n" unless $num_checked > 100;
print "$num_checked includes lead downwards\n" unless @faults;
exit(@faults ? 1 : 0);
