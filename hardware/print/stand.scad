// A plate under one dolphin: a hollow for the pad's ring, middle and film, and holes for their wires.
// Five of them lie in a star, noses together, with the ground foil below. Sizes in mm.
// Worked out, not measured: nobody has printed it yet.

side = 64;        // of the plate; the next pad is then far enough away
thick = 5;        // between pad and foil: not less than 4
pad = 40;         // the ring's side, as in touch-board.md
deep = 0.6;       // of the hollow: tape, solder and film
slack = 1;        // round the pad
wire = 2.2;       // a wire's hole
corner = 6;       // round corners: hands come down hard

$fn = 48;

module plate() {
    linear_extrude(thick)
        offset(corner) offset(-corner) square(side, center = true);
}

module hollow() {
    translate([0, 0, thick - deep])
        linear_extrude(thick)
            square(pad + 2 * slack, center = true);
}

module wire_hole(along) {
    translate([pad / 2 + slack + 3, along, -1])
        cylinder(d = wire, h = thick + 2);
    translate([pad / 2 + slack - 0.5, along - wire / 2, thick - deep])
        cube([4, wire, thick]);
}

difference() {
    plate();
    hollow();
    wire_hole(-3);
    wire_hole(3);
}
