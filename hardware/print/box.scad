// A box for the strip board with its Nano: `part = "box"` or `part = "lid"`. Sizes in mm.
// Worked out, not measured: nobody has printed it yet.

part = "box";
board = [70, 50]; // strip board, the strips along its long side
high = 24;        // above the board: Nano on its sockets, plugs
below = 6;        // under the board: solder and wires
wall = 2;
ledge = 2.5;      // what the board lies on, along its short sides
slack = 0.6;
usb = [16, 10];   // the cable's plug, and how far its place may be off
usb_at = 40;      // from the board's left end: the Nano's middle
usb_up = 11;      // from below the board: the Nano stands on its sockets
slot = [34, 4];   // wires, at both ends
lip = 3;          // of the lid, into the box

$fn = 48;
inner = [board[0] + 2 * slack, board[1] + 2 * slack];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];

module rounded(size, tall, corner) {
    linear_extrude(tall)
        translate([corner, corner])
            offset(corner) square([size[0] - 2 * corner, size[1] - 2 * corner]);
}

module box() {
    difference() {
        rounded(outer, wall + below + high, 3);
        translate([wall, wall, wall]) rounded(inner, below + high + 1, 1);
        translate([wall + slack + usb_at - usb[0] / 2, outer[1] - wall - 1, wall + below + usb_up])
            cube([usb[0], wall + 2, usb[1]]);
        for (x = [-1, outer[0] - wall - 1])
            translate([x, (outer[1] - slot[0]) / 2, wall + below + 2])
                cube([wall + 2, slot[0], slot[1]]);
    }
    for (x = [wall - 0.5, outer[0] - wall - ledge])
        translate([x, wall - 0.5, wall - 0.5])
            cube([ledge + 0.5, inner[1] + 1, below + 0.5]);
}

module lid() {
    rounded(outer, wall, 3);
    translate([wall + 0.3, wall + 0.3, wall - 0.5])
        difference() {
            rounded([inner[0] - 0.6, inner[1] - 0.6], lip + 0.5, 1);
            translate([1.6, 1.6, -1])
                rounded([inner[0] - 3.8, inner[1] - 3.8], lip + 3, 0.6);
        }
}

if (part == "lid") lid(); else box();
