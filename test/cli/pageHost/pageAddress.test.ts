import { describe, expect, it } from 'vitest';
import { parseListen, recordingName } from '../../../src/cli/pageHost/pageAddress.js';
import { UsageError } from '../../../src/validation/errors.js';

describe('--listen', () => {
  it.each([
    ['8080', '127.0.0.1', 8080],
    ['0.0.0.0:8080', '0.0.0.0', 8080],
    ['[::]:9000', '::', 9000],
    ['lab.example:80', 'lab.example', 80],
  ])('%s is an address and a port', (text, host, port) => {
    expect(parseListen(text)).toEqual({ host, port });
  });

  it.each(['', 'here', '1.2.3.4:', ':99999', '70000', '1.2.3.4:-1'])('%o is refused', (text) => {
    expect(() => parseListen(text)).toThrow(UsageError);
  });
});

describe("a recording's name", () => {
  const now = new Date('2026-05-04T03:02:01.234Z');

  it('says of what and when', () => {
    expect(recordingName('scout', now)).toBe('scout-2026-05-04T03-02-01-234.mcap');
  });

  it('leads into no other folder, whatever a robot or a scene is called', () => {
    expect(recordingName('../../etc/passwd', now)).toBe('-etc-passwd-2026-05-04T03-02-01-234.mcap');
    expect(recordingName('C:\\x', now)).toBe('C-x-2026-05-04T03-02-01-234.mcap');
  });
});
