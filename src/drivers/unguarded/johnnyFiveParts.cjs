/** What the package bundles of johnny-five. The rest of it is left out, with what it needs and nobody here uses. */
exports.Board = require('johnny-five/lib/board');
exports.Motor = require('johnny-five/lib/motor');
