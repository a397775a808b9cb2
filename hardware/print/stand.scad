// A plate under one dolphin: a hollow for the pad's ring, middle and film, and a hole for the wire of
// each where the pads' sheet has it: the middle's in the opening, for on its way out it would touch the ring.
// Five of them lie in a star, noses together, with the ground foil below. Sizes in mm.
// Worked out, not measured: nobody has printed it yet.

side = 80;        // of the plate; the next pad is then far enough away, 8 cm from middle to middle
thick = 5;        // between pad and foil: not less than 4
pad = 40;         // the ring's side, as in touch-board.md
deep = 0.6;       // of the hollow: tape, solder and film
slack = 1;        // round the pad
wire = 2.2;       // a wire's hole
rings_at = [24, 0];   // the ring's, from the pad's middle
middles_at = [0, -7]; // the middle's, in the opening
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

module wire_hole(at) {
    translate([at[0], at[1], -1])
        cylinder(d = wire, h = thick + 2);
}

module groove(from, to) {
    translate([from, -wire / 2, thick - deep])
        cube([to - from, wire, thick]);
}

difference() {
    plate();
    hollow();
    wire_hole(rings_at);
    wire_hole(middles_at);
    groove(pad / 2 + slack - 0.5, rings_at[0]);
}
