/** avr-gcc and the Arduino core, as Debian packs them. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const CORE = '/usr/share/arduino/hardware/arduino/avr';
const NEEDED = [
  ['gcc-avr and binutils-avr', () => works('avr-gcc') && works('avr-objcopy')],
  ['avr-libc', () => !works('avr-gcc') || compiles('#include <avr/io.h>')],
  ['arduino-core-avr', () => existsSync(join(CORE, 'cores/arduino/Arduino.h'))],
];

/** What the IDE uses, without debugging information; a fixed seed, so that the same source gives the same bytes. */
const COMMON = ['-c', '-Os', '-w', '-flto', '-fno-fat-lto-objects', '-ffunction-sections', '-fdata-sections'];
const CPP = ['-std=gnu++11', '-fpermissive', '-fno-exceptions', '-fno-threadsafe-statics'];
const SKETCH = ['-x', 'c++', '-include', 'Arduino.h'];

function works(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function compiles(source) {
  try {
    execFileSync('avr-gcc', ['-mmcu=atmega328p', '-E', '-'], { input: source, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's packages that are not there; none if all is well. */
export function missingPackages() {
  return NEEDED.filter(([, isThere]) => !isThere()).map(([name]) => name);
}

/** Everything that decides about the bytes of a hex but the sources of ours. */
export function versions() {
  const first = (text) => text.split('\n')[0];
  const libc = ['-mmcu=atmega328p', '-E', '-P', '-'];
  const input = '#include <avr/version.h>\n__AVR_LIBC_VERSION_STRING__';
  const preprocessed = execFileSync('avr-gcc', libc, { input, encoding: 'utf8' }).trim();
  return {
    compiler: first(execFileSync('avr-gcc', ['--version'], { encoding: 'utf8' })),
    binutils: first(execFileSync('avr-ld', ['--version'], { encoding: 'utf8' })),
    avrLibc: preprocessed.split('\n').at(-1).replaceAll('"', ''),
    core: /^version=(.*)$/m.exec(readFileSync(join(CORE, 'platform.txt'), 'utf8'))[1],
  };
}

/** Compiles one file into a folder; answers the object's name. */
export async function compile(source, { mcu, includes, defines, folder }) {
  const object = join(folder, `${basename(source)}.o`);
  const isC = source.endsWith('.c');
  const language = isC ? ['-std=gnu11'] : source.endsWith('.ino') ? [...CPP, ...SKETCH] : CPP;
  const board = [`-mmcu=${mcu}`, '-DF_CPU=16000000L', '-DARDUINO=10819', '-DARDUINO_ARCH_AVR'];
  const options = [...defines.map((name) => `-D${name}`), ...includes.map((path) => `-I${path}`)];
  const seed = `-frandom-seed=${basename(source)}`;
  await run(isC ? 'avr-gcc' : 'avr-g++', [
    ...COMMON,
    seed,
    ...board,
    ...options,
    ...language,
    source,
    '-o',
    object,
  ]);
  return object;
}

/** Puts objects into an archive, so that only what is needed of them is linked. */
export async function archive(objects, file) {
  await run('avr-gcc-ar', ['rcs', file, ...objects]);
  return file;
}

/** Links, and answers the Intel HEX as text with plain line ends and the sections' sizes in bytes. */
export async function link(objects, mcu, folder) {
  const elf = join(folder, 'firmware.elf');
  const hex = join(folder, 'firmware.hex');
  const how = ['-Os', '-flto', '-fuse-linker-plugin', '-Wl,--gc-sections', `-mmcu=${mcu}`];
  await run('avr-gcc', [...how, '-o', elf, ...objects, '-lm']);
  await run('avr-objcopy', ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
  const { stdout } = await run('avr-size', ['-A', elf]);
  const size = (section) => Number(new RegExp(`^\\.${section}\\s+(\\d+)`, 'm').exec(stdout)?.[1] ?? 0);
  return {
    hex: readFileSync(hex, 'utf8').replaceAll('\r\n', '\n'),
    flash: size('text') + size('data'),
    ram: size('data') + size('bss') + size('noinit'),
  };
}
