/** The parts of johnny-five that the package bundles. The rest is unused, and left out with its dependencies. */
exports.Board = require('johnny-five/lib/board');
exports.Motor = require('johnny-five/lib/motor');
