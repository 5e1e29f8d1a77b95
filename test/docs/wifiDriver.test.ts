/** The driver that docs/extend.md shows, and its robot, as a reader has them: written to files, and compiled. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastValueFrom } from 'rxjs';
import ts from 'typescript';
import { afterAll, expect, it } from 'vitest';
import type { Driver } from '../../src/drivers/driver.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import { driverContract } from '../support/driverContract.js';
import { freePort } from '../support/freePort.js';
import { rootFile } from '../support/runs.js';
import { stepsOf } from './page.js';

interface Shown {
  connectWifi(host: string, port: number): Promise<Driver>;
  wifiRobot(port: number): { readonly wheels: WheelSpeeds; close(): void };
}

/** Inside the package, so that it may import it by its name. */
mkdirSync(rootFile('dist'), { recursive: true });
const folder = mkdtempSync(rootFile('dist/docs-driver-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function shown(): Promise<Shown> {
  const modules: object[] = [];
  for (const step of stepsOf('docs/extend.md')) {
    if (step.kind !== 'file' || !/^wifi\w+\.ts$/.test(step.name)) continue;
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    const file = join(folder, step.name.replace('.ts', '.js'));
    writeFileSync(file, ts.transpileModule(step.text, { compilerOptions }).outputText);
    modules.push(await import(/* @vite-ignore */ pathToFileURL(file).href));
  }
  return Object.assign({}, ...modules) as Shown;
}

const wait = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000));
const code = shown();

async function onWifi() {
  const { connectWifi, wifiRobot } = await code;
  const port = await freePort();
  const robot = wifiRobot(port);
  const driver = await connectWifi('127.0.0.1', port);
  return { driver, run: wait, wheelSpeeds: () => ({ ...robot.wheels }), end: robot.close };
}

/** Its wheels answer at once; its dead-man time is 200 ms. */
driverContract("the guide's driver, over TCP,", onWifi, { settles: 0.16, holds: 0.1 });

it("the guide's robot stops by itself when it hears no more, and stays so", async () => {
  const { driver, wheelSpeeds, end } = await onWifi();
  await driver.arm();
  driver.drive({ left: 1, right: 1 });
  await expect.poll(() => wheelSpeeds().left).toBeGreaterThan(0);
  await expect.poll(() => wheelSpeeds()).toEqual({ left: 0, right: 0 });
  driver.drive({ left: 1, right: 1 });
  await wait(0.05);
  expect(wheelSpeeds()).toEqual({ left: 0, right: 0 });
  await driver.close();
  end();
});

it("the guide's driver says that the robot is gone when the connection is reset", async () => {
  const { connectWifi } = await code;
  const server = createServer((socket) => setTimeout(() => socket.resetAndDestroy(), 20));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const driver = await connectWifi('127.0.0.1', typeof address === 'object' && address ? address.port : 0);
  await expect(lastValueFrom(driver.readings$)).rejects.toThrow('the robot is gone');
  await driver.close();
  server.close();
});
