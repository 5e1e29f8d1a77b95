/**
 * Builds the firmware with Debian's packages gcc-avr, avr-libc and arduino-core-avr, and a pinned Firmata library.
 *
 *   node robots/firmware/build.mjs            into robots/firmware/hex, all boards
 *     --out DIR          elsewhere
 *     --board uno|nano|mega   only one
 *     --define NAME      as -DNAME; for the tests' sabotaged builds, so only with --out
 *     --sketch standard-firmata   the library's own example, for tests; only with --out
 *     --check            rebuilds elsewhere and compares with robots/firmware/hex
 *     --cache DIR        where the fetched library is kept
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PACKAGE, unpackFirmata } from './firmataSource.mjs';
import { packLibrarySources } from './librarySources.mjs';
import { archive, CORE, compile, link, missingPackages, versions } from './toolchain.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const HEX = join(HERE, 'hex');
const BUILT_WITH = join(HEX, 'built-with.json');
const BOARDS = {
  uno: { mcu: 'atmega328p', variant: 'standard', flash: 32_768, ram: 2_048 },
  // Its chip has two pins more, A6 and A7, which only read a voltage; its boot loader may be the old one of 2 kB.
  nano: { mcu: 'atmega328p', variant: 'eightanaloginputs', flash: 30_720, ram: 2_048 },
  mega: { mcu: 'atmega2560', variant: 'mega', flash: 262_144, ram: 8_192 },
};
/** Of the core: strings, which Debian's compiler does not know how to compile and nothing here uses. */
const LEFT_OUT = ['WString.cpp'];

function sourcesIn(folder, pattern = /\.(c|cpp|ino)$/) {
  const names = readdirSync(folder).filter((name) => pattern.test(name) && !LEFT_OUT.includes(name));
  return names.sort().map((name) => join(folder, name));
}

function sketchSources(sketch, firmata) {
  if (sketch === 'steerbot') return sourcesIn(join(HERE, 'steerbot'));
  if (sketch === 'standard-firmata') return sourcesIn(join(firmata, 'examples', 'StandardFirmata'));
  throw new Error(`--sketch ${sketch}: there is steerbot and standard-firmata`);
}

/** Waits for every compiler: one that still runs would write into a folder that is being removed. */
async function compileAll(sources, options) {
  const ended = await Promise.allSettled(sources.map((source) => compile(source, options)));
  const failed = ended.findIndex(({ status }) => status === 'rejected');
  if (failed < 0) return ended.map(({ value }) => value);
  const { stderr, message } = ended[failed].reason;
  throw new Error(`${basename(sources[failed])} does not compile:\n${stderr || message}`);
}

async function build(name, { sketch, defines, cache, folder }) {
  const { mcu, variant } = BOARDS[name];
  const firmata = unpackFirmata(cache, folder);
  const core = join(CORE, 'cores', 'arduino');
  const wire = join(CORE, 'libraries', 'Wire', 'src');
  const includes = [core, join(CORE, 'variants', variant), wire, firmata];
  if (sketch === 'standard-firmata') includes.push(join(HERE, 'test-support'));
  const options = { mcu, includes, defines, folder };
  const all = (sources) => compileAll(sources, options);
  const program = await all([
    ...sketchSources(sketch, firmata),
    ...sourcesIn(firmata, /^Firmata.*\.cpp$/),
    ...sourcesIn(wire),
    ...sourcesIn(join(wire, 'utility')),
  ]);
  const library = await archive(await all(sourcesIn(core)), join(folder, 'core.a'));
  return link([...program, library], mcu, folder);
}

/** Everything of one build is in a folder that is gone afterwards. */
async function buildApart(name, options) {
  const folder = mkdtempSync(join(tmpdir(), 'steerbot-firmware-'));
  try {
    return await build(name, { ...options, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const fileName = (sketch, board) => `${sketch}-${board}.hex`;

function printSize(name, { flash, ram }, chip) {
  const share = (used, of) => `${used} of ${of} bytes (${((100 * used) / of).toFixed(1)} %)`;
  console.log(`${name}: flash ${share(flash, chip.flash)}, RAM ${share(ram, chip.ram)}`);
}

/** What has to lie beside the hexes in the repository. */
function writeBeside(found, hexes, cache) {
  packLibrarySources(join(HEX, 'library-sources.tar.gz'), cache);
  const before = JSON.parse(readIfThere(BUILT_WITH) ?? '{}');
  const sums = { ...before.sha256, ...hexes };
  writeFileSync(BUILT_WITH, `${JSON.stringify({ ...found, firmata: PACKAGE, sha256: sums }, null, 2)}\n`);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Fails only where the recorded tools gave other bytes; other tools may. */
function compare(found, hexes) {
  const { sha256: recorded, firmata, ...tools } = JSON.parse(readFileSync(BUILT_WITH, 'utf8'));
  for (const name of Object.keys(hexes)) {
    if (sha256(readFileSync(join(HEX, name), 'utf8')) !== recorded[name])
      throw new Error(`${name} is not what ${BUILT_WITH} records`);
  }
  const differing = Object.keys(tools).filter((tool) => tools[tool] !== found[tool]);
  if (differing.length > 0 || firmata !== PACKAGE) {
    const list = differing.map((tool) => `${tool} ${found[tool]} instead of ${tools[tool]}`);
    console.log(
      `The compiler differs (${list.join('; ')}): hashes are not compared, test the rebuilt hex instead.`,
    );
    return;
  }
  const wrong = Object.keys(hexes).filter((name) => hexes[name] !== recorded[name]);
  if (wrong.length > 0)
    throw new Error(`${wrong.join(', ')}: a rebuild gives other bytes; build again and commit them`);
  console.log('The rebuilt hex is the recorded one, byte by byte.');
}

function readOptions() {
  const string = { type: 'string' };
  const several = { type: 'string', multiple: true, default: [] };
  const cache = { type: 'string', default: join(tmpdir(), 'steerbot-firmata') };
  const options = { out: string, board: string, cache, define: several, check: { type: 'boolean' } };
  const { values } = parseArgs({ options: { ...options, sketch: { type: 'string', default: 'steerbot' } } });
  if (values.board && !BOARDS[values.board])
    throw new Error(`--board ${values.board}: there is uno, nano and mega`);
  const ours = values.sketch === 'steerbot' && values.define.length === 0;
  // What is flashed from the repository's folder always has its dead-man.
  const elsewhere = values.out !== undefined && resolve(values.out) !== HEX;
  if (!ours && (values.check || !elsewhere))
    throw new Error('--define and --sketch need --out, and no --check');
  return values;
}

async function main() {
  const { out, board, cache, define, check, sketch } = readOptions();
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`missing Debian packages: ${missing.join(', ')} (apt-get install …)`);
  const found = versions();
  console.log(`${found.compiler}, avr-libc ${found.avrLibc}, Arduino core ${found.core}, ${PACKAGE}`);
  const hexes = {};
  for (const name of board ? [board] : Object.keys(BOARDS)) {
    const built = await buildApart(name, { sketch, defines: define, cache });
    printSize(fileName(sketch, name), built, BOARDS[name]);
    hexes[fileName(sketch, name)] = sha256(built.hex);
    const folder = out ?? (check ? undefined : HEX);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, fileName(sketch, name)), built.hex);
  }
  if (check) compare(found, hexes);
  else if (!out) writeBeside(found, hexes, cache);
}

main().catch((error) => {
  console.error(`${error.message ?? error}${error.stderr ? `\n${error.stderr}` : ''}`);
  process.exitCode = 1;
});
