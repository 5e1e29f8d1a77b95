import { SimDriver } from '../../sim/plant/simDriver.js';
import { EMPTY, ORIGIN, ride, SCOUT } from '../sim/bodies.js';
import { driverContract } from '../support/driverContract.js';

/** SCOUT's wheels need 0.6 s to full speed and as long to rest. */
const FIGURES = { settles: 1.5, holds: 0.2 };

function simulated(sensing: 'truth' | 'odometry') {
  const { world, drivetrain, run } = ride(EMPTY, ORIGIN, { left: 0, right: 0 });
  const driver = new SimDriver({ id: 'a', robot: SCOUT, drivetrain, world, sensing });
  return {
    driver,
    wheelSpeeds: () => world.wheelSpeedsOf('a'),
    run: (time: number) =>
      run(time, (at) => {
        if (Math.round(at * 200) % 4 === 0) driver.sense(at);
      }),
  };
}

driverContract('SimDriver, sensing truth,', () => simulated('truth'), FIGURES);
driverContract('SimDriver, sensing odometry,', () => simulated('odometry'), FIGURES);
