import { SerialPortMock } from 'serialport';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSerialPort, type SerialStream } from '../../../src/drivers/serial/serialPort.js';
import { DriverError } from '../../../src/validation/errors.js';

const PATH = '/dev/ROBOT';

interface Mocked {
  readonly stream: SerialPortMock;
  readonly port: Awaited<ReturnType<typeof openSerialPort>>;
}

async function opened(baudRate?: number): Promise<Mocked> {
  let stream: SerialPortMock | undefined;
  const port = await openSerialPort(PATH, {
    ...(baudRate && { baudRate }),
    make: (options) => {
      stream = new SerialPortMock(options);
      return stream as unknown as SerialStream;
    },
  });
  if (!stream) return expect.fail('no stream was made');
  return { stream, port };
}

beforeEach(() => {
  SerialPortMock.binding.reset();
  SerialPortMock.binding.createPort(PATH, { record: true });
});

describe('a serial port', () => {
  it("is opened at Firmata's speed", async () => {
    const { stream, port } = await opened();
    expect(stream.baudRate).toBe(57_600);
    expect(port.name).toBe(PATH);
    await port.close();
  });

  it("or at a boot loader's", async () => {
    const { stream, port } = await opened(115_200);
    expect(stream.baudRate).toBe(115_200);
    await port.close();
  });

  it('resets the board: both outputs are released for a quarter of a second, then pulled', async () => {
    const { stream, port } = await opened();
    const set: unknown[] = [];
    stream.set = (outputs, told) => {
      set.push(outputs);
      told?.(null);
    };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reset = port.reset();
    await vi.advanceTimersByTimeAsync(249);
    expect(set).toEqual([{ dtr: false, rts: false }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(set[1]).toEqual({ dtr: true, rts: true });
    await vi.advanceTimersByTimeAsync(50);
    await reset;
    vi.useRealTimers();
    await port.close();
  });

  it('without such outputs, as of a pseudo-terminal, leaves the board alone', async () => {
    const { stream, port } = await opened();
    stream.set = (_, told) => told?.(new Error('Inappropriate ioctl for device'));
    await expect(port.reset()).resolves.toBeUndefined();
    await port.close();
  });

  it('writes bytes, and says when they are taken', async () => {
    const { stream, port } = await opened();
    await new Promise<void>((done) => port.write(Uint8Array.of(0xf7, 0xff), done));
    expect([...(stream.port?.recording ?? [])]).toEqual([0xf7, 0xff]);
    await port.close();
  });

  it('hands on every byte', async () => {
    const { stream, port } = await opened();
    const bytes: number[] = [];
    port.listen({ bytes: (some) => bytes.push(...some) });
    stream.port?.emitData(Buffer.of(1, 2, 3));
    await expect.poll(() => bytes).toEqual([1, 2, 3]);
    await port.close();
  });

  it('closed completes, once, and takes no more', async () => {
    const { stream, port } = await opened();
    const end = vi.fn();
    port.listen({ closed: end });
    await Promise.all([port.close(), port.close()]);
    expect(end).toHaveBeenCalledTimes(1);
    expect(stream.isOpen).toBe(false);
    const [written, taken] = [vi.spyOn(stream, 'write'), vi.fn()];
    port.write(Uint8Array.of(1), taken);
    await port.close();
    expect(written).not.toHaveBeenCalled();
    expect(taken).not.toHaveBeenCalled();
  });

  it('whose cable is pulled fails with words, once, and its writes are never taken', async () => {
    const { stream, port } = await opened();
    const errors: unknown[] = [];
    port.listen({ lost: (error) => errors.push(error), closed: () => errors.push('closed') });
    stream._disconnected(new Error('EIO'));
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(DriverError);
    expect(String(errors[0])).toContain('the cable is still plugged in');
    const taken = vi.fn();
    port.write(Uint8Array.of(1), taken);
    await port.close();
    expect(taken).not.toHaveBeenCalled();
    expect(errors).toHaveLength(1);
  });

  it('that never finishes sending or closing is left to itself', async () => {
    const { stream, port } = await opened();
    stream.drain = () => {};
    stream.close = () => {};
    await expect(port.close()).resolves.toBeUndefined();
  });

  it('that is not there is refused with what is', async () => {
    SerialPortMock.binding.reset();
    await expect(opened()).rejects.toBeInstanceOf(DriverError);
  });
});

it('a port that does not exist is refused by the real binding too', async () => {
  await expect(openSerialPort('/dev/no-such-robot')).rejects.toThrow(
    /\/dev\/no-such-robot: there is no such port/,
  );
});
