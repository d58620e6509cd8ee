# Draws the displacement of a block that should stay on a slope. Run gnuplot creep.gp after block_on_slope_forward.xml and
# block_on_slope_hunt_crossley_forward.xml.
set terminal svg size 720,360 font "sans-serif,13" background "white"
set output "creep.svg"
set xlabel "time [s]"
set ylabel "displacement down the slope [mm]"
set key left top
set grid
set xrange [0:11]
set yrange [-2:]
rows(file) = "< sed '1,/endheader/d' results/" . file . "_states.sto"
plot rows("block_on_slope_hunt_crossley") every 10 using "time":(1000 * column("/jointset/block_joint/tx/value")) with lines lw 2 title "HuntCrossleyForce", \
     rows("block_on_slope") every 5 using "time":(1000 * column("/jointset/block_joint/tx/value")) with lines lw 2 title "DEMContactForce"
