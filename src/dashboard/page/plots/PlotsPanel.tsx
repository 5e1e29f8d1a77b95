/** The charts of the robot in focus, one at a time. */
import { computed } from '@preact/signals';
import { type Tab, Tabs } from '../layout/Tabs.js';
import { frame } from '../store.js';
import { Chart } from './Chart.js';
import { CHARTS } from './charts.js';

const CHART_TABS: readonly Tab[] = CHARTS.map((spec) => ({
  id: spec.id,
  title: spec.title,
  content: () => <Chart key={spec.id} spec={spec} />,
}));

const hasBattery = computed(() => frame.value?.link?.volts !== undefined);

export function PlotsPanel() {
  return <Tabs label="Plots" tabs={CHART_TABS.filter(({ id }) => id !== 'battery' || hasBattery.value)} />;
}
